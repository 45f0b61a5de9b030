/** The measured source: a run of exactly the parameters shown, of this machine or recorded; one under way; or none, and why. */

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { MISSING } from '../../base/numbers.ts';
import css from '../../panels/evidence-panel.module.css';
import { timeCellId } from '../../panels/evidence-rows.tsx';
import { type MeasuredVariant, measuredRows } from '../../panels/measured-rows.tsx';
import { measuredSentences } from '../../panels/measured-sentences.ts';
import { boundOf, METHOD_WORDS, stripOutcome, stripRows, stripText } from '../../panels/measured-strip.ts';
import { FigureTable, SourceTable } from '../../panels/source-table.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { SampleStrip } from '../../pictures/sample-strip/index.tsx';
import { type Measurement, measurementName } from '../../services/recordings/measurement.ts';
import { comparisonWords } from '../../trace/provenance.ts';
import { Link } from '../kit/link.tsx';
import { runsLink } from '../links/runs.ts';
import { CountedSource } from './counted-source.tsx';
import { MeasuredBaselines } from './measured-baselines.tsx';
import { MeasuredControls } from './measured-controls.tsx';
import { LargerMeasured, NearestMeasured, StaleRun, StaleSources } from './measured-elsewhere.tsx';
import { MeasuredPlaces } from './measured-places.tsx';
import { MeasuredRunning } from './measured-running.tsx';
import { RunControls } from './run-controls.tsx';
import type { ExhibitModel } from './use-exhibit.ts';
import { type MeasuredProps, useMeasured } from './use-measured.ts';

export function MeasuredSource({ model, runsAsked }: { readonly model: ExhibitModel; readonly runsAsked: number }) {
  const choice = useMeasured(model, runsAsked);
  const place = useInSight(runsAsked, choice.run.kind === 'running');
  return (
    <div ref={place} className={css.sources}>
      <Shown model={model} choice={choice} />
      {/* What comes below waits for the samples: it would be pushed down by them. */}
      {!choice.isPending && (
        <>
          <CountedSource model={model} shown={choice.shown} />
          <MeasuredBaselines model={model} choice={choice} />
        </>
      )}
      {choice.problems.map(problem => (
        <p key={problem} role="alert" className="remark tinted" data-tone="conflict">
          {problem}
        </p>
      ))}
    </div>
  );
}

/**
 * Scrolls the column into view: the run that a key has asked for may be out of view, and so may the reason why there is
 * none; a run takes more room than what it replaces.
 */
function useInSight(runsAsked: number, isRunning: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (runsAsked > 0) place.current?.scrollIntoView();
  }, [runsAsked]);
  useEffect(() => {
    if (!isRunning) return;
    // The strips have their height once their width is known, before the next frame.
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [isRunning]);
  return place;
}

function Shown({ model, choice }: MeasuredProps) {
  if (choice.run.kind === 'running')
    return <MeasuredRunning model={model} choice={choice} progress={choice.run.progress} />;
  if (choice.shown !== null) return <Measured model={model} choice={choice} shown={choice.shown} />;
  return <Unmeasured model={model} choice={choice} />;
}

function Measured({ model, choice, shown }: MeasuredProps & { readonly shown: Measurement }) {
  const { views } = model.stage;
  const { method, work, ceilings } = choice;
  const recordOf = (variant: string) => shown.records.find(record => record.variant === variant) ?? null;
  const variants = views.map(({ badge, id, isApart }) => ({ badge, record: isApart ? null : recordOf(id) }));
  const rows = measuredRows(variants, work, ceilings);
  const samples = stripRows(views, id => stripOutcome(recordOf(id)?.outcome ?? null));
  return (
    <SourceTable source="measured" note={measurementName(shown)} views={views} rows={rows.filter(row => !row.isDetail)}>
      <TimeCells views={views} medians={rows[0].values} />
      <div className={`stack remark ${css.measured}`}>
        <SampleStrip
          records={{ text: stripText(method), rows: samples, bound: boundOf(work, ceilings) }}
          theme={model.theme}
          source="measured"
          {...usePictureScale()}
        />
        <MeasuredControls choice={choice} />
        <LargerMeasured model={model} />
        <Words choice={choice} shown={shown} variants={variants}>
          <FigureTable name="The run in numbers" views={views} rows={rows.filter(row => row.isDetail)} />
        </Words>
        <RunControls model={model} choice={choice} />
        <MeasuredPlaces model={model} choice={choice} />
      </div>
    </SourceTable>
  );
}

interface TimeCellsProps {
  readonly views: readonly VariantView[];
  /** One per variant. */
  readonly medians: readonly ReactNode[];
}

/** The medians once more, in the table of all sources, which was there before them. */
function TimeCells({ views, medians }: TimeCellsProps) {
  const badges = views.map(({ badge }) => badge).join('');
  const [cells, setCells] = useState<readonly (HTMLElement | null)[]>([]);
  useLayoutEffect(() => {
    setCells([...badges].map(badge => document.getElementById(timeCellId(badge as VariantView['badge']))));
  }, [badges]);
  return cells.map((cell, at) => cell && createPortal(medians[at], cell));
}

interface WordsProps extends Pick<MeasuredProps, 'choice'> {
  readonly shown: Measurement;
  readonly variants: readonly MeasuredVariant[];
  /** Further numbers. */
  readonly children: ReactNode;
}

const Words = ({ choice: { method, isStale }, shown, variants, children }: WordsProps) => (
  <>
    <Sentences sentences={measuredSentences(variants, method)} />
    <StaleSources badges={variants.flatMap(({ badge, record }) => (record && isStale(record) ? badge : []))} />
    <details>
      <summary>How it was measured</summary>
      {children}
      <p>
        {METHOD_WORDS[method]} {comparisonWords(shown.records[0])}.
      </p>
    </details>
    <p>
      <Link
        to="/runs"
        search={
          runsLink.encode({ ...runsLink.stateOf({}), kernel: shown.records[0].kernel, comparison: [shown.id] }) as never
        }
      >
        All its variants and files
      </Link>
    </p>
  </>
);

const Sentences = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <ul>
    {sentences.map(sentence => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

function Unmeasured({ model, choice }: MeasuredProps) {
  const { views } = model.stage;
  const { run, isPending, method } = choice;
  if (run.kind === 'done')
    return <StaleRun model={model} choice={choice} records={run.runs.map(({ record }) => record)} />;
  const rows = [{ name: 'Time, median', note: 'µs', key: true, values: views.map(() => MISSING) }];
  return (
    <SourceTable source="measured" note={isPending ? 'reading …' : '—, not measured yet'} {...{ views, rows }}>
      {!isPending && <TimeCells views={views} medians={rows[0].values} />}
      {!isPending && (
        <div className={`stack remark ${css.measured}`}>
          <NearestMeasured model={model} choice={choice} />
          <MeasuredControls choice={choice} />
          {choice.whyOff === null && <p>{METHOD_WORDS[method]}</p>}
          <RunControls model={model} choice={choice} />
        </div>
      )}
    </SourceTable>
  );
}
