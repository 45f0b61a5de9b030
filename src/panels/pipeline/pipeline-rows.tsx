/** The rows of the evidence of pipelines, one function a source. A value that does not exist is a dash, never a zero. */
import type { ReactNode } from 'react';
import { count, MISSING } from '../../base/numbers.ts';
import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import { sharedBytes } from '../../model/pipeline/presets/preset.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { Scenario } from '../../trace/scenario.ts';
import type { Span } from '../../trace/span.ts';
import { sameOrder } from '../../trace/span-order.ts';
import css from '../evidence-panel.module.css';
import type { EvidenceRow } from '../evidence-rows.tsx';
import { measuredPeriod } from './pipeline-disagreement.ts';
import {
  busyText,
  endText,
  firstProductText,
  periodFormula,
  periodText,
  stepNoun,
  waitingText,
} from './pipeline-quantities.ts';
import type { PipelineDifference, PipelineSide } from './pipeline-side.ts';

const each = (sides: readonly PipelineSide[], text: (side: PipelineSide) => ReactNode) => sides.map(text);

export function predictedRows(sides: readonly PipelineSide[]): EvidenceRow[] {
  const forms = [...new Set(sides.map(({ scenario, run }) => periodFormula(scenario, run)))];
  return [
    {
      name: `Cycles per ${stepNoun(sides[0].scenario)}`,
      ...(forms.length === 1 && forms[0] !== '' ? { note: forms[0] } : {}),
      key: true,
      values: each(sides, ({ scenario, run }) => periodText(scenario, run)),
    },
    { name: 'First product starts', isDetail: true, values: each(sides, ({ run }) => firstProductText(run)) },
    { name: 'All is done', values: each(sides, ({ run }) => endText(run)) },
    { name: 'Tensor cores busy', values: each(sides, ({ run }) => busyText(run, 'tensor')) },
    {
      name: 'Waiting on empty, all',
      isDetail: true,
      values: each(sides, side => waitingText(side.scenario, side.run, 'empty')),
    },
    {
      name: 'Waiting on full, all',
      isDetail: true,
      values: each(sides, side => waitingText(side.scenario, side.run, 'full')),
    },
    { name: 'Shared memory, KiB', values: each(sides, ({ scenario }) => count(sharedBytes(scenario) / 1024)) },
  ];
}

export function emulatedRows(sides: readonly PipelineSide[]): EvidenceRow[] {
  const done = (text: (run: RunRecords, scenario: Scenario, difference: PipelineDifference | null) => ReactNode) =>
    each(sides, ({ emulated, scenario }) =>
      emulated.state === 'done' ? text(emulated.run, scenario, emulated.difference) : MISSING,
    );
  return [
    {
      name: `Cycles per ${stepNoun(sides[0].scenario)}`,
      key: true,
      values: done((run, scenario) => periodText(scenario, run)),
    },
    { name: 'All is done', values: done(endText) },
    {
      name: 'Order of events',
      values: done((_run, _scenario, difference) => (difference === null ? good('alike') : bad('differs'))),
    },
    { name: 'Deadlock', values: done(({ deadlock }) => (deadlock === null ? good('none') : bad('yes'))) },
    { name: 'Faults', values: done(({ faults }) => (faults.length === 0 ? good('none') : bad(count(faults.length)))) },
  ];
}

const good = (text: string) => <span className="good">{text}</span>;
const bad = (text: string) => <span className="bad">{text}</span>;

export function measuredRows(sides: readonly PipelineSide[]): EvidenceRow[] {
  const spans = (text: (all: readonly Span[], run: RunRecords) => ReactNode) =>
    each(sides, ({ measured, run }) => (measured === null ? MISSING : text(measured.spans, run)));
  return [
    { name: `Cycles per ${stepNoun(sides[0].scenario)}`, key: true, values: spans(measuredPeriodText) },
    { name: 'First product starts', isDetail: true, values: spans(all => count(firstStart(all, 'mma'))) },
    { name: 'All is done', values: spans(all => count(Math.max(...all.map(({ to }) => to)))) },
    {
      name: 'Order of copies, products',
      values: spans((all, run) => (sameOrder(run.spans, all) ? good('alike') : bad('differs'))),
    },
  ];
}

const firstStart = (spans: readonly Span[], kind: Span['kind']): number =>
  Math.min(...spans.filter(span => span.kind === kind).map(({ from }) => from));

function measuredPeriodText(spans: readonly Span[]): string {
  const clk = measuredPeriod(spans);
  return clk === null ? MISSING : count(Math.round(clk));
}

export const measuredNote = (sides: readonly PipelineSide[]): string =>
  sides.every(({ measured }) => measured === null) ? `${MISSING}, not measured yet` : 'clk of one CTA';

/** Origins of the recorded runs. */
export function MeasuredRuns({ sides }: { readonly sides: readonly PipelineSide[] }) {
  const recorded = sides.flatMap(({ letter, measured }) => (measured === null ? [] : [{ letter, ...measured }]));
  if (recorded.length === 0) return null;
  return (
    <div className={`stack remark ${css.measured}`}>
      {recorded.map(({ letter, notes }) => (
        <p key={letter}>
          {sides.length > 1 && <VariantBadge letter={letter} />} {notes.join(' ')}
        </p>
      ))}
    </div>
  );
}
