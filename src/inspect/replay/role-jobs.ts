/** Finds what each role does for the others: it brings what they work on, or works on what they bring. */
import { CHUNK_BYTES, MBARRIER_BYTES } from '../../base/hardware.ts';
import type { Stretch, WarpEvent } from '../../ptx/events/warp-event.ts';
import { united } from './stretches.ts';

/** Null: both, or neither. */
export type Job = 'producer' | 'consumer' | null;

/**
 * A role that copies and does not multiply is a producer, unless it alone reads what it copied; one that multiplies and
 * does not copy is a consumer. For a role that does neither, shared memory decides: a producer writes what others read, a
 * consumer reads what others wrote or copied. If all only meet at barriers of the CTA, none of them is either.
 *
 * @param roles the events of each role.
 * @param mbarriers their offsets in shared memory: accesses to them do not count.
 */
export function jobsOf(roles: readonly (readonly WarpEvent[])[], mbarriers: Iterable<number>): Job[] {
  const known = roles.map(jobOf);
  const aside = new Chunks([...mbarriers].map(from => ({ from, to: from + MBARRIER_BYTES })));
  const written = roles.map(events => new Chunks(united(events.flatMap(writtenBy)), aside));
  const read = roles.map(events => new Chunks(united(events.flatMap(readBy)), aside));
  const handsOn = roles.some(events => events.some(isHandedOn));
  return known.map((job, role) => {
    const others = roles.map((_, other) => other).filter(other => other !== role);
    // What it has copied, only it reads: it works for itself.
    if (
      job === 'producer' &&
      !others.some(other => written[role].meets(read[other])) &&
      written[role].meets(read[role])
    )
      return null;
    if (job !== 'unknown') return job;
    if (!handsOn) return null;
    const feeds = others.some(other => written[role].meets(read[other]));
    const eats = others.some(other => read[role].meets(written[other]));
    return feeds === eats ? null : feeds ? 'producer' : 'consumer';
  });
}

function jobOf(events: readonly WarpEvent[]): Job | 'unknown' {
  const [copies, multiplies] = [events.some(brings), events.some(({ action }) => action.kind === 'product')];
  if (copies) return multiplies ? null : 'producer';
  return multiplies ? 'consumer' : 'unknown';
}

/** At an mbarrier, or at a barrier of the CTA where some do not wait, one role hands work to another. */
const isHandedOn = ({ action }: WarpEvent): boolean =>
  action.kind === 'wait' || (action.kind === 'barrier' && !action.waits);

/** Copies, or announces bytes that others of the cluster copy. */
export const brings = ({ action }: WarpEvent): boolean =>
  action.kind === 'copy' || action.kind === 'bulkCopy' || (action.kind === 'arrive' && action.bytes > 0);

const writtenBy = ({ action, writes }: WarpEvent): readonly Stretch[] =>
  action.kind === 'copy' || action.kind === 'bulkCopy' ? [...action.to, ...writes] : writes;

const readBy = ({ action, reads }: WarpEvent): readonly Stretch[] =>
  action.kind === 'product' ? [...action.reads, ...reads] : reads;

/** Chunks of 16 bytes of shared memory. */
class Chunks {
  readonly #touched = new Set<number>();

  constructor(stretches: readonly Stretch[], aside?: Chunks) {
    for (const { from, to } of stretches)
      for (let chunk = Math.floor(from / CHUNK_BYTES); chunk * CHUNK_BYTES < to; chunk++)
        if (aside === undefined || !aside.#touched.has(chunk)) this.#touched.add(chunk);
  }

  meets(other: Chunks): boolean {
    return [...this.#touched].some(chunk => other.#touched.has(chunk));
  }
}
