/** The words of races, missing waits and uninitialised reads. */
import { MBARRIER_BYTES } from '../../base/hardware.ts';
import type { Fault, FaultPlace, Hazard, RacingThreads, Who } from '../../trace/fault.ts';
import type { Cta } from '../machine/cta.ts';
import { briefly, hex, partyWords, placeOf, whereWords } from '../machine/faults.ts';
import { nameOfShared } from '../machine/shared-names.ts';
import type { VainWait } from './mbarrier-waits.ts';

/** "shared byte 0x40 (tile[16])": by elements as wide as those that the instruction loads or stores. */
export function sharedByte({ grid }: Cta, accesses: readonly FaultPlace[], address: number): string {
  const elementBytes = accesses.map(({ instruction }) => accessElementBytes(instruction)).find(bytes => bytes !== null);
  const name = nameOfShared(grid.program, address - grid.sharedBaseBytes, elementBytes ?? null);
  return `shared byte ${hex(address)}${name === null ? '' : ` (${name})`}`;
}

/** Width of the elements that an instruction loads or stores, or of its mbarrier; null where it names none. */
export function accessElementBytes(instruction: string): number | null {
  if (/^(?:@\S+ )?mbarrier\b/.test(instruction)) return MBARRIER_BYTES;
  const bits = /^(?:@\S+ )?(?:ld|st|atom|red)\b.*?\.[bsuf](8|16|32|64)\b/.exec(instruction)?.[1];
  return bits === undefined ? null : Number(bits) / 8;
}

export interface ThreadAt {
  /** Numbered through the cluster. */
  readonly warp: number;
  /** -1: several lanes of the warp. */
  readonly lane: number;
  readonly pc: number;
  /** Whether the store that it races with is the same one, of another lane. */
  readonly isSameStore?: true;
}

export const placeAndWho = (
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
  const { place, who } = placeAndWho(cta, later);
  const other = placeAndWho(cta, earlier);
  const between = racingThreads(cta, later.warp, earlier.warp);
  const { interval } = ctaOf(cta.cluster, later.warp).warps[who.warp];
  const message =
    earlier.isSameStore === true
      ? `${whereWords(place, who)}: '${briefly(place.instruction)}' writes another value than lane ${earlier.lane} to ${sharedByte(cta, [place, other.place], address)}.`
      : `${whereWords(place, who)}: '${briefly(place.instruction)}' and '${briefly(other.place.instruction)}' (${partyWords(other, place)}) both touch ${sharedByte(cta, [place, other.place], address)}, with no ${MISSING[between]} between them (barrier interval ${interval}).`;
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
  ...(later.pc === earlier.pc && { isOneStore: true }),
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
  "All lanes came to a shuffle or vote between the two, so that the first is over in practice, though the manual lets no shuffle order memory: the scans of cooperative groups above 32 threads do this, and RAFT's selection by warps.";

/** A lane writes what another lane of its warp has read, or written, before both exchanged values. */
export const behindExchangeHazard = (cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Hazard => ({
  ...raceFault(cta, later, earlier, address),
  seen: BEHIND_EXCHANGE,
});

const inStep = (order: string): string =>
  `Nothing but the lanes running in step puts ${order}: volatile orders no lanes, and from sm_70 on those of a warp may run apart. Here they ran in step, and GPUs were seen to do it right.`;

/** A lane loads what another one has stored, both by strong accesses, with nothing that orders them. */
export const inStepHazard = (cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Hazard => ({
  ...raceFault(cta, later, earlier, address),
  remedy: 'step',
  seen: inStep('the store before the load'),
});

/** The same of a lane that stores over what another one has loaded. */
export const storeInStepHazard = (cta: Cta, later: ThreadAt, earlier: ThreadAt, address: number): Hazard => ({
  ...inStepHazard(cta, later, earlier, address),
  seen: inStep('the load before the store'),
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
  const { place, who } = placeAndWho(cta, thread);
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
  const { place, who } = placeAndWho(cta, thread);
  const other = placeAndWho(cta, copy);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' touches ${sharedByte(cta, [place, other.place], address)} before '${briefly(other.place.instruction)}' (${partyWords(other, place)}), which ${does} it asynchronously, was waited for ${waiting}.`;
  return { kind: 'missingWait', message, place, who };
}

/** `mbarrier`: where it would be waited for. */
export function neverWaitedFault(cta: Cta, copy: ThreadAt, mbarrier: string): Fault & { readonly kind: 'missingWait' } {
  const { place, who } = placeAndWho(cta, copy);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' may write shared memory after CTA ${cta.number} has ended: nobody has waited for it at ${mbarrier}.`;
  return { kind: 'missingWait', message, place, who };
}
