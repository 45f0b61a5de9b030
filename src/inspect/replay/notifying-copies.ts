/**
 * Copies by a warp's own lanes that notify an mbarrier when they have arrived (`cp.async.mbarrier.arrive`). To a
 * waiting warp they are like copies by the engine: bytes that are announced with the arrival, and then land.
 */
import type { WarpAction, WarpEvent } from '../../ptx/events/warp-event.ts';

type Copy = Extract<WarpAction, { kind: 'copy' }>;
type Told = Extract<WarpAction, { kind: 'copiesArrive' }>;

/** Rewrites the events of one warp or role. */
export function notifyingCopies<Event extends WarpEvent>(events: readonly Event[]): readonly Event[] {
  if (!events.some(({ action }) => action.kind === 'copiesArrive')) return events;
  const written: Event[] = [];
  let open: number[] = [];
  for (const event of events) {
    const { action } = event;
    if (action.kind === 'copy') open.push(written.length);
    if (action.kind !== 'copiesArrive') {
      written.push(event);
      continue;
    }
    for (const at of open) written[at] = withBarrier(written[at], action);
    const bytes = open.reduce((sum, at) => sum + (written[at].action as { readonly bytes: number }).bytes, 0);
    const { barrier, rank, phase, count } = action;
    written.push({ ...event, action: { kind: 'arrive', barrier, rank, phase, count, bytes } });
    open = [];
  }
  return written;
}

function withBarrier<Event extends WarpEvent>(copy: Event, { barrier, rank, phase }: Told): Event {
  const { to, bytes } = copy.action as Copy;
  return { ...copy, action: { kind: 'bulkCopy', barrier, rank, phase, to, bytes } };
}
