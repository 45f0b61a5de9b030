/**
 * Warps of one warpgroup that multiply together (`wgmma`) are one role, also where single warps do more than the others: one
 * releases a stage, one stores what all have written.
 */
import { lineDiff } from '../../base/line-diff.ts';
import type { WarpEvent } from '../../ptx/events/warp-event.ts';

/** An event of some warps of a role. */
interface SharedEvent {
  readonly key: string;
  readonly members: readonly WarpEvent[];
}

/** Null of a warp that does not multiply so. Warps with the same text multiply together. */
export function productsOf(events: readonly WarpEvent[]): string | null {
  const products = events.filter(isOfProducts);
  return products.length === 0 ? null : products.map(({ action }) => action.kind).join(' ');
}

/**
 * Joins the events of several warps: an event of all of them is listed once. Between two events of their products,
 * events of only some warps keep the order of each of these warps.
 *
 * @param keyOf what two events have in common if they are one.
 */
export function eventsTogether(
  warps: readonly (readonly WarpEvent[])[],
  keyOf: (event: WarpEvent) => string,
): SharedEvent[] {
  const parts = warps.map(events => partsOf(events, keyOf));
  return parts[0].flatMap((_, at) => parts.map(part => part[at]).reduce(woven));
}

/** Parts that each end with an event of the products; the last one ends with the warp. */
function partsOf(events: readonly WarpEvent[], keyOf: (event: WarpEvent) => string): SharedEvent[][] {
  const parts: SharedEvent[][] = [[]];
  for (const event of events) {
    parts.at(-1)!.push({ key: keyOf(event), members: [event] });
    if (isOfProducts(event)) parts.push([]);
  }
  return parts;
}

function woven(before: readonly SharedEvent[], after: readonly SharedEvent[]): SharedEvent[] {
  const both = (a: SharedEvent, b: SharedEvent): SharedEvent => ({ key: a.key, members: [...a.members, ...b.members] });
  const isAlike = before.length === after.length && before.every(({ key }, i) => key === after[i].key);
  if (isAlike) return before.map((event, i) => both(event, after[i]));
  const keys = (events: readonly SharedEvent[]): string[] => events.map(({ key }) => key);
  return lineDiff(keys(before), keys(after)).map(line => {
    if (line.before === null) return after[line.after! - 1];
    const event = before[line.before - 1];
    return line.after === null ? event : both(event, after[line.after - 1]);
  });
}

function isOfProducts({ action }: WarpEvent): boolean {
  if (action.kind === 'product') return action.isAsync;
  return (action.kind === 'close' || action.kind === 'await') && action.work === 'products';
}
