/** Moments that all pipelines have, at which their time axes can be aligned. */
import type { Rows } from '../../trace/rows.ts';
import type { BarrierEvent, Span } from '../../trace/span.ts';
import { OncePerRun } from './once-per-run.ts';
import type { RunRecords } from './pipeline-run.ts';

export interface Marker {
  /** The same text in every run that has this moment. */
  readonly id: string;
  /** 'first flip of full[0]'. */
  readonly label: string;
  readonly at: number;
}

/** The first flip of every ring of barriers, then the first product and the first store of every role, then the end. */
export const markers = new OncePerRun(({ spans, barrierEvents, totalClk }: RunRecords): readonly Marker[] => [
  ...flips(barrierEvents),
  ...works(spans),
  { id: 'end', label: 'the end', at: totalClk },
]);

function flips(events: Rows<BarrierEvent>): Marker[] {
  const first = new Map<string, number>();
  for (const { barrier, phase, at } of events)
    if (phase === 1 && barrier.endsWith('[0]') && !first.has(barrier)) first.set(barrier, at);
  return [...first].map(([name, at]) => ({ id: `flip ${name}`, label: `first flip of ${name}`, at }));
}

const WORK = [
  ['mma', 'product'],
  ['store', 'store'],
] as const;

/** Spans are sorted by their ends, so the smallest start has to be searched. */
function works(spans: Rows<Span>): Marker[] {
  const first = new Map<string, Marker>();
  for (const { role, kind, from } of spans) {
    const noun = WORK.find(([of]) => of === kind)?.[1];
    if (noun === undefined) continue;
    const id = `${kind} ${role}`;
    if (from < (first.get(id)?.at ?? Number.POSITIVE_INFINITY))
      first.set(id, { id, label: `first ${noun} of ${role}`, at: from });
  }
  return [...first.values()];
}
