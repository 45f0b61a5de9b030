/** Compares whether two sources report the same work in the same order, whatever times they give. */
import type { Span } from './span.ts';

const KINDS: readonly Span['kind'][] = ['copy', 'mma'];

/** Copies and products of each role, stage by stage. */
export function sameOrder(a: Iterable<Span>, b: Iterable<Span>): boolean {
  const [ours, theirs] = [a, b].map(ordersOf);
  return ours.size === theirs.size && [...ours].every(([what, stages]) => theirs.get(what) === stages);
}

function ordersOf(spans: Iterable<Span>): ReadonlyMap<string, string> {
  const orders = new Map<string, string>();
  const counted = [...spans].filter(({ kind }) => KINDS.includes(kind)).sort((a, b) => a.from - b.from);
  for (const { role, kind, stage } of counted) {
    const what = `${role} ${kind}`;
    orders.set(what, `${orders.get(what) ?? ''} ${stage}`);
  }
  return orders;
}
