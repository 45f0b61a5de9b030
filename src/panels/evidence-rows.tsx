/** The rows of the evidence tables, one function a source. A value that does not exist is a dash, never a zero. */
import type { ReactNode } from 'react';
import type { GlobalTotals } from '../model/banks/trace-summary.ts';
import css from './evidence-panel.module.css';
import { MatchBar } from './match-bar.tsx';
import { bytes, count, MISSING } from './numbers.ts';
import type { EmulationView, SourceView, VariantView } from './variant-view.ts';

export interface EvidenceRow {
  readonly name: string;
  readonly note?: string;
  /** The row that the others explain: its numbers are large. */
  readonly key?: boolean;
  /** One per variant. */
  readonly values: readonly ReactNode[];
}

type Side = 'store' | 'load';
type Done = Extract<EmulationView, { state: 'done' }>;

export function predictedRows(
  views: readonly VariantView[],
  side: Side,
  closedForms: readonly string[],
): EvidenceRow[] {
  const forms = [...new Set(closedForms)];
  return [
    {
      name: `Wavefronts per ${side}`,
      ...(forms.length === 1 && forms[0] !== '' ? { note: forms[0] } : {}),
      key: true,
      values: views.map(view => cost(view.predicted, c => c.wavefronts)),
    },
    { name: 'Ideal wavefronts', values: views.map(view => cost(view.predicted, c => c.ideal)) },
    { name: 'Shared memory', values: views.map(view => bytes(view.sharedBytes)) },
    { name: 'Sectors read, written', note: 'CTA, 32 B each', values: views.map(view => sectorPair(view.predicted)) },
  ];
}

export function emulatedRows(views: readonly VariantView[], side: Side): EvidenceRow[] {
  const other = side === 'load' ? 'store' : 'load';
  const emulated = (value: (done: Done) => ReactNode) =>
    views.map(view => (view.emulated.state === 'done' ? value(view.emulated) : MISSING));
  return [
    { name: `Wavefronts per ${side}`, key: true, values: emulated(e => cost(e.view, c => c.wavefronts)) },
    { name: 'Banks touched', values: emulated(e => banksTouched(e.view)) },
    { name: `Worst ${other} of this CTA`, values: emulated(e => worst(e.view, other)) },
    { name: `All ${side}s of this CTA`, note: 'wavefronts / ideal', values: emulated(e => total(e.view, side)) },
    { name: 'Sectors read, written', values: emulated(e => sectorPair(e.view)) },
    { name: 'Lanes matching', values: emulated(e => <MatchBar comparison={e.comparison} />) },
    { name: 'Output', values: views.map(outputWords) },
    { name: 'Races and faults', values: emulated(e => faultWords(e)) },
  ];
}

export const measuredRows = (views: readonly VariantView[]): EvidenceRow[] =>
  [
    ['Time, median', 'µs'],
    ['Bandwidth (% SOL)', 'GB/s'],
    ['Bank conflicts, counter', ''],
  ].map(([name, unit]) => ({ name, values: views.map(() => `${MISSING} ${unit}`.trim()) }));

function cost(view: SourceView, value: (cost: NonNullable<SourceView['cost']>) => number): string {
  return view.cost ? count(value(view.cost)) : MISSING;
}

function banksTouched(view: SourceView): string {
  return view.cost ? count(new Set(view.cost.hits.map(hit => hit.bank)).size) : MISSING;
}

const worst = (view: SourceView, side: Side): string =>
  view.summary.shared[side].requests > 0 ? count(view.summary.shared[side].worst) : MISSING;

function total(view: SourceView, side: Side): string {
  const { requests, wavefronts, ideal } = view.summary.shared[side];
  return requests > 0 ? `${count(wavefronts)} / ${count(ideal)}` : MISSING;
}

function sectorPair(view: SourceView): string {
  const words = ({ requests, sectors }: GlobalTotals) => (requests > 0 ? count(sectors) : MISSING);
  return `${words(view.summary.global.load)}, ${words(view.summary.global.store)}`;
}

function outputWords({ output }: VariantView): ReactNode {
  switch (output.state) {
    case 'running':
      return `${Math.floor((100 * output.done) / Math.max(1, output.total))} %`;
    case 'failed':
      return <span title={output.message}>{MISSING}</span>;
    case 'done': {
      const bad = output.check.wrong + output.check.unwritten;
      return bad === 0 ? (
        <span className={css.good}>all right</span>
      ) : (
        <span className={css.bad}>{count(bad)} wrong</span>
      );
    }
  }
}

function faultWords({ faults }: Done): ReactNode {
  if (faults.length === 0) return <span className={css.good}>none</span>;
  return (
    <span className={css.bad} title={faults[0].message}>
      {faults[0].kind}
      {faults.length > 1 ? ` + ${count(faults.length - 1)}` : ''}
    </span>
  );
}
