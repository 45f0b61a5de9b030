/** The words of races, missing waits and uninitialised reads. */
import type { Fault, FaultPlace, Hazard, RacingThreads, Who } from '../../trace/fault.ts';
import type { Cta } from '../machine/cta.ts';
import { briefly, hex, placeOf, whereWords } from '../machine/faults.ts';
import { nameOfShared } from '../machine/shared-names.ts';
import type { VainWait } from './mbarrier-waits.ts';

/** "shared byte 0x40 (tile[16])": by elements as wide as those that the instruction loads or stores. */
function sharedByte({ grid }: Cta, accesses: readonly FaultPlace[], address: number): string {
  const elementBytes = accesses.map(({ instruction }) => accessElementBytes(instruction)).find(bytes => bytes !== null);
  const name = nameOfShared(grid.program, address - grid.sharedBaseBytes, elementBytes ?? null);
  return `shared byte ${hex(address)}${name === null ? '' : ` (${name})`}`;
}

/** Width of the elements that an instruction loads or stores; null where it names none. */
export function accessElementBytes(instruction: string): number | null {
  const bits = /^(?:@\S+ )?(?:ld|st|atom|red)\b.*?\.[bsuf](8|16|32|64)\b/.exec(instruction)?.[1];
  return bits === undefined ? null : Number(bits) / 8;
}

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

/** `a`, `b`: warps, numbered through the cluster. */
export function racingThreads({ cluster }: Cta, a: number, b: number): RacingThreads {
  if (a === b) return 'lanes';
  return ctaOf(cluster, a) === ctaOf(cluster, b) ? 'warps' : 'ctas';
}

/** The means that could have ordered two threads' accesses. */
const MISSING: Readonly<Record<RacingThreads, string>> = {
  lanes: '__syncwarp',
  warps: 'barrier',
  ctas: 'barrier of the cluster',
};

export function raceFault(
  cta: Cta,
  later: ThreadAt,
  earlier: ThreadAt,
  address: number,
): Fault & { readonly kind: 'race' } {
  const { place, who } = at(cta, later);
  const other = at(cta, earlier);
  const between = racingThreads(cta, later.warp, earlier.warp);
  const { interval } = ctaOf(cta.cluster, later.warp).warps[who.warp];
  const message =
    later.pc === earlier.pc && later.warp === earlier.warp
      ? `${whereWords(place, who)}: '${briefly(place.instruction)}' writes another value than lane ${earlier.lane} to ${sharedByte(cta, [place, other.place], address)}.`
      : `${whereWords(place, who)}: '${briefly(place.instruction)}' and '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}) both touch ${sharedByte(cta, [place, other.place], address)}, with no ${MISSING[between]} between them (barrier interval ${interval}).`;
  return { kind: 'race', message, place, who, address, interval, other, between };
}

/** The fault with a remark about the wait that ended at once, if there was one. */
export const behind = (
  wait: VainWait | null,
  fault: Fault & { kind: 'race' | 'missingWait' | 'uninitialisedRead' },
): Fault => (wait === null ? fault : { ...fault, message: `${fault.message} ${wait.words}`, vainWait: wait.place });

const SAME_VALUE =
  'Both store the same value, so the result is the same whichever comes last: kernels that ship do this, and GPUs were seen to do it right.';

/** A race of two stores of one value. */
export const sameValueHazard = (cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Hazard => ({
  ...raceFault(cta, later, earlier, address),
  seen: SAME_VALUE,
});

export const LEFT_AS_IT_WAS =
  'The store leaves the value as it is, so the result is the same whichever comes last: kernels that ship do this, and GPUs were seen to do it right.';

/** A race of a load with a store of what was there already. */
export const leftAsItWasHazard = (cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Hazard => ({
  ...raceFault(cta, later, earlier, address),
  seen: LEFT_AS_IT_WAS,
});

const BEHIND_EXCHANGE =
  'All lanes came to a shuffle or vote between the two, so that the read is over in practice, though the manual lets no shuffle order memory: the scans of cooperative groups above 32 threads do this.';

/** A lane writes what another lane of its warp has read before both exchanged values. */
export const behindExchangeHazard = (cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Hazard => ({
  ...raceFault(cta, later, earlier, address),
  seen: BEHIND_EXCHANGE,
});

const ROUNDING =
  'The values differ by rounding only: with the results of all sums and products moved by one unit in their last place, they moved about as far. Lanes that reduce the same numbers in another order store this, as in reductions that Triton compiles, and whichever comes last is as right as the others.';

/** Lanes of one store whose floats are the same up to rounding. */
export const roundingHazard = (cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Hazard => ({
  ...raceFault(cta, later, earlier, address),
  seen: ROUNDING,
});

export function uninitialisedFault(
  cta: Cta,
  thread: ThreadAt,
  address: number,
): Fault & { readonly kind: 'uninitialisedRead' } {
  const { place, who } = at(cta, thread);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' reads ${sharedByte(cta, [place], address)}, which nothing has written.`;
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
): Fault & { readonly kind: 'missingWait' } {
  const { place, who } = at(cta, thread);
  const other = at(cta, copy);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' touches ${sharedByte(cta, [place, other.place], address)} before '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}), which ${does} it asynchronously, was waited for ${waiting}.`;
  return { kind: 'missingWait', message, place, who };
}

/** `mbarrier`: where it would be waited for. */
export function neverWaitedFault(cta: Cta, copy: ThreadAt, mbarrier: string): Fault & { readonly kind: 'missingWait' } {
  const { place, who } = at(cta, copy);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' may write shared memory after CTA ${cta.number} has ended: nobody has waited for it at ${mbarrier}.`;
  return { kind: 'missingWait', message, place, who };
}

/** Access of a generic instruction to a byte; a read that is not over may read what an engine writes later. */
export type Deed = 'wrote' | 'read';

/** `copy`: the instruction that lets an engine read or write the byte. */
export function missingFenceFault(
  cta: Cta,
  copy: ThreadAt,
  by: ThreadAt,
  address: number,
  did: Deed,
): Fault & { readonly kind: 'missingFence' } {
  const { place, who } = at(cta, copy);
  const other = at(cta, by);
  const verb = did === 'wrote' ? 'touches' : 'overwrites';
  const ending = did === 'wrote' ? 'which wrote it' : 'which may still be reading it';
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' ${verb} ${sharedByte(cta, [place, other.place], address)} through the async proxy, with no fence.proxy.async behind '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}), ${ending}.`;
  return { kind: 'missingFence', message, place, who, remedy: did === 'wrote' ? 'write' : 'read', by: other.place };
}

const UNFENCED_INIT =
  'An H200 ran 4,000,000 CTAs of such a kernel right; a kernel that shipped so (FlashKDA, 2026) hung now and then.';

/** `init`: the mbarrier.init that no fence is behind. */
export function unfencedMbarrierHazard(cta: Cta, copy: ThreadAt, init: ThreadAt, mbarrier: string): Hazard {
  const { place, who } = at(cta, copy);
  const other = at(cta, init);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' will tell mbarrier ${mbarrier} through the async proxy, with no fence.mbarrier_init or fence.proxy.async behind '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}).`;
  return { kind: 'missingFence', message, place, who, remedy: 'init', by: other.place, seen: UNFENCED_INIT };
}

const COPIED_FOR_PRODUCT =
  'Triton compiles such loops (cp.async, wait, barrier, wgmma) without the fence, and an H200 computed them right.';

/** The writer is `cp.async`, which its threads waited for, and the reader a product of a warpgroup. */
export const copiedForProductHazard = (cta: Cta, product: ThreadAt, by: ThreadAt, address: number): Hazard => ({
  ...missingFenceFault(cta, product, by, address, 'wrote'),
  remedy: 'copy',
  seen: COPIED_FOR_PRODUCT,
});

const AWAITED =
  'Each thread had what it read before it arrived, since it stores it, exchanges it or branches on it. An H200 ran 100 launches of 1,024 such CTAs right, where the copy came too early for 98 % of the words once only sums stood behind the reads.';

/** The reader had the value before it handed the place on. */
export const awaitedReadHazard = (cta: Cta, copy: ThreadAt, by: ThreadAt, address: number): Hazard => ({
  ...missingFenceFault(cta, copy, by, address, 'read'),
  seen: AWAITED,
});

const OVER_ALLOCATED =
  'Triton compiles this for Blackwell: once all have read the address of tensor memory, a copy takes its place, without the fence. It has not been run on such a GPU here.';

/** The writer is `tcgen05.alloc`, and the copy overwrites the address that it left. */
export const overAllocatedHazard = (cta: Cta, copy: ThreadAt, by: ThreadAt, address: number): Hazard => ({
  ...missingFenceFault(cta, copy, by, address, 'wrote'),
  seen: OVER_ALLOCATED,
});

export function missingProductWaitFault(cta: Cta, thread: ThreadAt, product: ThreadAt, address: number): Fault {
  const { place, who } = at(cta, thread);
  const other = at(cta, product);
  const waiting = other.place.instruction.includes('tcgen05')
    ? 'a wait at an mbarrier of tcgen05.commit has told the end of'
    : 'wgmma.wait_group has waited for';
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' writes ${sharedByte(cta, [place, other.place], address)} before ${waiting} '${briefly(other.place.instruction)}' (${whereWords(other.place, other.who)}), which may still be reading it.`;
  return { kind: 'missingWait', message, place, who };
}
