/**
 * Warps of one warpgroup that multiply together (`wgmma`), or that wait for the same, are one role, also where single warps do
 * more than the others: one releases a stage, one stores what all have written.
 */
import { lineDiff } from '../../base/line-diff.ts';
import type { WarpEvent } from '../../ptx/events/warp-event.ts';
import { brings } from './role-jobs.ts';

/** An event of some warps of a role. */
interface SharedEvent {
  readonly key: string;
  readonly members: readonly WarpEvent[];
}

/** Where the warps of a role meet. */
interface Meetings {
  /** Warps with the same text are one role. */
  readonly text: string;
  readonly meets: (event: WarpEvent) => boolean;
}

/**
 * Null of a warp that copies, or that neither multiplies nor waits at an mbarrier: it is of one role only with warps that do
 * the very same.
 */
export function meetingsOf(events: readonly WarpEvent[], keyOf: (event: WarpEvent) => string): Meetings | null {
  const products = events.filter(isOfProducts);
  if (products.length > 0) return { text: products.map(({ action }) => action.kind).join(' '), meets: isOfProducts };
  if (events.some(brings) || !events.some(({ action }) => action.kind === 'wait')) return null;
  return { text: events.filter(isWait).map(keyOf).join(' '), meets: isWait };
}

/**
 * Joins the events of several warps: an event of all of them is listed once. Between two meetings, events of only some
 * warps keep the order of each of these warps.
 *
 * @param keyOf what two events have in common if they are one.
 */
export function eventsTogether(
  warps: readonly (readonly WarpEvent[])[],
  keyOf: (event: WarpEvent) => string,
): SharedEvent[] {
  const meets = meetingsOf(warps[0], keyOf)?.meets ?? (() => false);
  const parts = warps.map(events => partsOf(events, keyOf, meets));
  return parts[0].flatMap((_, at) => parts.map(part => part[at]).reduce(woven));
}

/** Parts that each end with a meeting; the last one ends with the warp. */
function partsOf(
  events: readonly WarpEvent[],
  keyOf: (event: WarpEvent) => string,
  meets: Meetings['meets'],
): SharedEvent[][] {
  const parts: SharedEvent[][] = [[]];
  for (const event of events) {
    parts.at(-1)!.push({ key: keyOf(event), members: [event] });
    if (meets(event)) parts.push([]);
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

const isWait = ({ action }: WarpEvent): boolean =>
  action.kind === 'wait' || action.kind === 'product' || (action.kind === 'barrier' && action.waits);
