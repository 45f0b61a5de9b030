/** The rows of the evidence tables, one function a source. A value that does not exist is a dash, never a zero. */
import type { ReactNode } from 'react';
import { bytes, count, MISSING } from '../base/numbers.ts';
import type { GlobalTotals, TraceSummary } from '../model/banks/trace-summary.ts';
import type { AccessSide } from '../trace/access-trace.ts';
import { kindOn, totalsOn } from './side-totals.ts';
import { type EmulationView, isDrawn, type SourceView, type VariantView } from './variant-view.ts';

export interface EvidenceRow {
  readonly name: string;
  readonly note?: string;
  /** The row that the others explain: its numbers are large. */
  readonly key?: boolean;
  /** It folds away at first. */
  readonly isDetail?: boolean;
  /** One per variant. */
  readonly values: readonly ReactNode[];
}

/** Whole kibibytes where the bytes would not fit beside those of other variants. */
const sharedText = (n: number): string => (n >= 2 ** 16 && n % 1024 === 0 ? `${n / 1024} KiB` : bytes(n));

type Done = Extract<EmulationView, { state: 'done' }>;

export function predictedRows(
  views: readonly VariantView[],
  side: AccessSide,
  closedForms: readonly string[],
): EvidenceRow[] {
  const forms = [...new Set(closedForms)];
  const noun = nounOf(views, side);
  return [
    {
      name: `Wavefronts per ${noun}`,
      ...(forms.length === 1 && forms[0] !== '' ? { note: forms[0] } : {}),
      key: true,
      values: views.map(view => cost(view.predicted, c => c.wavefronts)),
    },
    { name: 'Ideal wavefronts', values: views.map(view => cost(view.predicted, c => c.ideal)) },
    { name: 'Excess wavefronts', isDetail: true, values: views.map(view => cost(view.predicted, c => c.excess)) },
    { name: 'Banks touched', isDetail: true, values: views.map(view => banksTouched(view.predicted)) },
    { name: `All ${noun}s, CTA`, values: views.map(view => total(view.predicted, side)) },
    {
      name: 'Shared memory',
      isDetail: true,
      values: views.map(view => (isDrawn(view) ? sharedText(view.sharedBytes) : MISSING)),
    },
    { name: 'Sectors read, CTA', values: views.map(view => sectors(view.predicted.summary.global.load)) },
    { name: 'Sectors written, CTA', values: views.map(view => sectors(written(view.predicted.summary))) },
  ];
}

export function emulatedRows(views: readonly VariantView[], side: AccessSide): EvidenceRow[] {
  const other = side === 'load' ? 'store' : 'load';
  const noun = nounOf(views, side);
  const otherNoun = nounOf(views, other);
  const emulated = (value: (done: Done) => ReactNode) =>
    views.map(view => (view.emulated.state === 'done' ? value(view.emulated) : MISSING));
  return [
    { name: `Wavefronts per ${noun}`, key: true, values: emulated(e => cost(e.view, c => c.wavefronts)) },
    { name: 'Ideal wavefronts', values: emulated(e => cost(e.view, c => c.ideal)) },
    { name: 'Excess wavefronts', isDetail: true, values: emulated(e => cost(e.view, c => c.excess)) },
    { name: 'Banks touched', isDetail: true, values: emulated(e => banksTouched(e.view)) },
    { name: `Worst ${otherNoun}, CTA`, isDetail: true, values: emulated(e => worst(e.view, other)) },
    { name: `All ${noun}s, CTA`, values: emulated(e => total(e.view, side)) },
    { name: 'Sectors read, CTA', values: emulated(e => sectors(e.view.summary.global.load)) },
    { name: 'Sectors written, CTA', values: emulated(e => sectors(written(e.view.summary))) },
    { name: 'Lanes as predicted', isDetail: true, values: emulated(matchWords) },
    { name: 'Wrong elements', values: views.map(wrongWords) },
    { name: 'Races, faults', values: emulated(e => faultWords(e)) },
  ];
}

/** Id of the cell that a run's median goes to: the measured column comes later than the table. */
export const timeCellId = (badge: VariantView['badge']): string => `measured-${badge}`;

export const timeRow = (views: readonly VariantView[]): EvidenceRow => ({
  name: 'Time, µs',
  values: views.map(({ badge }) => <span key={badge} id={timeCellId(badge)} />),
});

function cost(view: SourceView, value: (cost: NonNullable<SourceView['cost']>) => number): string {
  return view.cost ? count(value(view.cost)) : MISSING;
}

function banksTouched(view: SourceView): string {
  return view.cost ? count(new Set(view.cost.hits.map(hit => hit.bank)).size) : MISSING;
}

const nounOf = (views: readonly VariantView[], side: AccessSide): string =>
  views.some(view => kindOn(view.predicted.summary, side) === 'atomic') ? 'atomic' : side;

function worst({ summary }: SourceView, side: AccessSide): string {
  const totals = totalsOn(summary, side);
  return totals.requests > 0 ? count(totals.worst) : MISSING;
}

function total({ summary }: SourceView, side: AccessSide): ReactNode {
  const { requests, wavefronts, ideal } = totalsOn(summary, side);
  return requests > 0 ? <span title={`${count(ideal)} without conflicts`}>{count(wavefronts)}</span> : MISSING;
}

const written = ({
  global: { store, atomic },
}: TraceSummary): Pick<GlobalTotals, 'requests' | 'sectors' | 'ideal'> => ({
  requests: store.requests + atomic.requests,
  sectors: store.sectors + atomic.sectors,
  ideal: store.ideal + atomic.ideal,
});

const sectors = ({ requests, sectors, ideal }: ReturnType<typeof written>): ReactNode =>
  requests > 0 ? <span title={`${count(ideal)} at best, 32 B each`}>{count(sectors)}</span> : MISSING;

function matchWords({ comparison }: Done): ReactNode {
  const { matchingLanes, totalLanes } = comparison;
  if (matchingLanes === totalLanes) return <span className="good">all</span>;
  return (
    <span className="bad" title={`${count(matchingLanes)} of ${count(totalLanes)} lane addresses`}>
      {Math.floor((100 * matchingLanes) / totalLanes)} %
    </span>
  );
}

function wrongWords({ emulated, output }: VariantView): ReactNode {
  if (emulated.state === 'failed') return MISSING;
  switch (output.state) {
    case 'running':
      return `${Math.floor((100 * output.done) / Math.max(1, output.total))} % done`;
    case 'failed':
      return <span title={output.message}>{MISSING}</span>;
    case 'done': {
      const bad = output.check.wrong + output.check.unwritten;
      const of = `of ${count(output.check.states.length)} elements of the output`;
      return (
        <span className={bad === 0 ? 'good' : 'bad'} title={of}>
          {count(bad)}
        </span>
      );
    }
  }
}

const faultWords = ({ faults }: Done): ReactNode =>
  faults.length === 0 ? <span className="good">none</span> : <span className="bad">{count(faults.length)}</span>;
