/** The words of races, missing waits and uninitialised reads. */
import type { Fault, FaultPlace, Who } from '../../trace/fault.ts';
import type { Cta } from '../machine/cta.ts';
import { briefly, hex, placeOf, whereWords } from '../machine/faults.ts';

export interface ThreadAt {
  /** Numbered through the cluster. */
  readonly warp: number;
  /** -1: several lanes of the warp. */
  readonly lane: number;
  readonly pc: number;
}

const at = (
  { cluster, grid }: Cta,
  { warp, lane, pc }: ThreadAt,
): { readonly place: FaultPlace; readonly who: Who } => ({
  place: placeOf(grid.files, grid.program.operations[pc]),
  who: { cta: ctaOf(cluster, warp).number, warp: warp % grid.warpsPerCta, lane },
});

const ctaOf = (cluster: readonly Cta[], warp: number): Cta => cluster[Math.floor(warp / cluster[0].grid.warpsPerCta)];

/** What could have ordered two threads' accesses. */
function missingBetween({ cluster }: Cta, a: ThreadAt, b: ThreadAt): string {
  if (ctaOf(cluster, a.warp) !== ctaOf(cluster, b.warp)) return 'barrier of the cluster';
  return a.warp === b.warp ? '__syncwarp' : 'barrier';
}

export function raceFault(cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Fault {
  const { place, who } = at(cta, later);
  const other = at(cta, earlier);
  const { interval } = ctaOf(cta.cluster, later.warp).warps[who.warp];
  const message =
    later.pc === earlier.pc && later.warp === earlier.warp
      ? `${whereWords(place, who)}: '${briefly(place.instruction)}' writes another value than lane ${earlier.lane} to shared byte ${hex(address)}.`
      : `${whereWords(place, who)}: '${briefly(place.instruction)}' and '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}) both touch shared byte ${hex(address)}, with no ${missingBetween(cta, later, earlier)} between them (barrier interval ${interval}).`;
  return { kind: 'race', message, place, who, address, interval, other };
}

export function uninitialisedFault(cta: Cta, thread: ThreadAt, address: number): Fault {
  const { place, who } = at(cta, thread);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' reads shared byte ${hex(address)}, which nothing has written.`;
  return { kind: 'uninitialisedRead', message, place, who, address };
}

/** `waiting`: how it would be waited for. */
export function missingWaitFault(
  cta: Cta,
  thread: ThreadAt,
  copy: ThreadAt,
  address: number,
  does: 'reads' | 'writes',
  waiting: string,
): Fault {
  const { place, who } = at(cta, thread);
  const other = at(cta, copy);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' touches shared byte ${hex(address)} before '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}), which ${does} it asynchronously, was waited for ${waiting}.`;
  return { kind: 'missingWait', message, place, who };
}

/** `mbarrier`: where it would be waited for. */
export function neverWaitedFault(cta: Cta, copy: ThreadAt, mbarrier: string): Fault {
  const { place, who } = at(cta, copy);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' may write shared memory after CTA ${cta.number} has ended: nobody has waited for it at ${mbarrier}.`;
  return { kind: 'missingWait', message, place, who };
}

/** `copy`: the instruction that lets an engine read or write the byte. */
/** What a generic instruction has done to a byte; a read that is not over may read what an engine writes later. */
export type Deed = 'wrote' | 'read';

export function missingFenceFault(cta: Cta, copy: ThreadAt, by: ThreadAt, address: number, did: Deed): Fault {
  const { place, who } = at(cta, copy);
  const other = at(cta, by);
  const verb = did === 'wrote' ? 'touches' : 'overwrites';
  const ending = did === 'wrote' ? 'which wrote it' : 'which may still be reading it';
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' ${verb} shared byte ${hex(address)} through the async proxy, with no fence.proxy.async behind '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}), ${ending}.`;
  return { kind: 'missingFence', message, place, who };
}

export function missingProductWaitFault(cta: Cta, thread: ThreadAt, product: ThreadAt, address: number): Fault {
  const { place, who } = at(cta, thread);
  const other = at(cta, product);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' writes shared byte ${hex(address)} before wgmma.wait_group has waited for '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}), which may still be reading it.`;
  return { kind: 'missingWait', message, place, who };
}
