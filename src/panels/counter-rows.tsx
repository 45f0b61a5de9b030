/** Rows and words of hardware counters: what was counted of whole launches, beside what was predicted of them. */

import { count, MISSING } from '../base/numbers.ts';
import type { VariantLetter } from '../pictures/records.ts';
import type { CounterName, CounterOutcome } from '../trace/hardware-counters.ts';
import type { EvidenceRow } from './evidence-rows.tsx';

export interface CountedView {
  readonly badge: VariantLetter;
  /** null if not counted. */
  readonly outcome: CounterOutcome | null;
  /** Sums over all CTAs; a counter that is absent or null is not predicted. Null while they are not there. */
  readonly predicted: Readonly<Partial<Record<CounterName, number | null>>> | null;
}

const NAMES: Readonly<Record<CounterName, string>> = {
  sharedLoadWavefronts: 'Shared loads, wavefronts',
  sharedStoreWavefronts: 'Shared stores, wavefronts',
  sharedAtomicWavefronts: 'Shared atomics, wavefronts',
  sharedLoadConflicts: 'Bank conflicts of loads',
  sharedStoreConflicts: 'Bank conflicts of stores',
  globalLoadSectors: 'Sectors read',
  globalStoreSectors: 'Sectors written',
};

/** Rows of the counters that are above zero for at least one of the variants. */
export function counterRows(views: readonly CountedView[]): EvidenceRow[] {
  const names = (Object.keys(NAMES) as CounterName[]).filter(name =>
    views.some(view => (countedOf(view)?.[name] ?? 0) > 0),
  );
  return names.map(name => ({
    name: NAMES[name],
    values: views.map(view => <Count key={view.badge} name={name} view={view} />),
  }));
}

const countedOf = ({ outcome }: CountedView) => (outcome?.kind === 'counted' ? outcome.counters : null);

function Count({ name, view }: { readonly name: CounterName; readonly view: CountedView }) {
  const counted = countedOf(view)?.[name];
  if (counted === undefined) return <>{MISSING}</>;
  const predicted = view.predicted?.[name] ?? null;
  if (predicted === null) return <span title="The models do not predict this counter">{count(counted)}</span>;
  const words = `predicted ${count(predicted)} · counted ${count(counted)}`;
  return (
    <span className={predicted === counted ? 'good' : 'bad'} title={words}>
      {count(counted)}
    </span>
  );
}

/** Whether a count is not the predicted one. */
export const isCountedOtherwise = (views: readonly CountedView[]): boolean =>
  views.some(view => countedOf(view) !== null && differenceIn(view).length > 0);

/** One for each variant with a count that is not the predicted one, or that could not be counted; else one for all. */
export function counterSentences(views: readonly CountedView[]): string[] {
  const counted = views.filter(view => countedOf(view) !== null);
  const refusals = views.flatMap(({ badge, outcome }) =>
    outcome?.kind === 'notCounted' ? [`${badge} was not counted: ${outcome.why}.`] : [],
  );
  const differing = counted.flatMap(differenceIn);
  if (differing.length > 0) return [...differing, ...refusals];
  const isPredicted = counted.length > 0 && counted.every(({ predicted }) => predicted !== null);
  return [
    ...(isPredicted ? ['All CTAs together, every predicted counter is what the hardware counted.'] : []),
    ...refusals,
  ];
}

function differenceIn(view: CountedView): string[] {
  const counters = countedOf(view)!;
  return (Object.keys(NAMES) as CounterName[]).flatMap(name => {
    const predicted = view.predicted?.[name] ?? null;
    if (predicted === null || predicted === counters[name]) return [];
    return [
      `${view.badge}, ${NAMES[name].toLowerCase()}: predicted ${count(predicted)}, counted ${count(counters[name])}.`,
    ];
  });
}
