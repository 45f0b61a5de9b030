/** The words of fences and waits that are missing at copy engines and tensor cores. */
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Cta } from '../machine/cta.ts';
import { briefly, partyWords, whereWords } from '../machine/faults.ts';
import { placeAndWho, sharedByte, type ThreadAt } from './race-fault.ts';

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
  const { place, who } = placeAndWho(cta, copy);
  const other = placeAndWho(cta, by);
  const verb = did === 'wrote' ? 'touches' : 'overwrites';
  const ending = did === 'wrote' ? 'which wrote it' : 'which may still be reading it';
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' ${verb} ${sharedByte(cta, [place, other.place], address)} through the async proxy, with no fence.proxy.async behind '${briefly(other.place.instruction)}' (${partyWords(other, place)}), ${ending}.`;
  return { kind: 'missingFence', message, place, who, remedy: did === 'wrote' ? 'write' : 'read', by: other };
}

const UNFENCED_INIT =
  'An H200 ran 4,000,000 CTAs of such a kernel right; a kernel that shipped so (FlashKDA, 2026) hung now and then.';

/** `init`: the mbarrier.init that no fence is behind. */
export function unfencedMbarrierHazard(cta: Cta, copy: ThreadAt, init: ThreadAt, mbarrier: string): Hazard {
  const { place, who } = placeAndWho(cta, copy);
  const other = placeAndWho(cta, init);
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' will tell mbarrier ${mbarrier} through the async proxy, with no fence.mbarrier_init or fence.proxy.async behind '${briefly(other.place.instruction)}' (${partyWords(other, place)}).`;
  return { kind: 'missingFence', message, place, who, remedy: 'init', by: other, seen: UNFENCED_INIT };
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
  const { place, who } = placeAndWho(cta, thread);
  const other = placeAndWho(cta, product);
  const waiting = other.place.instruction.includes('tcgen05')
    ? 'a wait at an mbarrier of tcgen05.commit has told the end of'
    : 'wgmma.wait_group has waited for';
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' writes ${sharedByte(cta, [place, other.place], address)} before ${waiting} '${briefly(other.place.instruction)}' (${partyWords(other, place)}), which may still be reading it.`;
  return { kind: 'missingWait', message, place, who };
}
