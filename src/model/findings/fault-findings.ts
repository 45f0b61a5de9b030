/** Faults as findings: the same sentence, with what usually helps. */
import type { Fault, FaultKind, Hazard } from '../../trace/fault.ts';
import type { Finding } from '../../trace/finding.ts';

/** Where nothing general helps, nothing is said. */
const FIXES: Readonly<Partial<Record<FaultKind, string>>> = {
  outOfBounds:
    "Guard the access by the size of what it goes into, or make that larger: the buffer, or the launch's dynamic shared bytes.",
  misaligned: "Align the address to the access's width, or use narrower elements.",
  race: 'Put a barrier between the two accesses (__syncthreads, or __syncwarp within one warp), or make both atomic.',
  uninitialisedRead: 'Write the element before it is read; shared memory starts with undefined contents.',
  deadlock: 'Let every thread that a barrier counts reach it, and let somebody write what others wait for.',
  barrier: 'Move the barrier out of the branch, so that all threads that it counts reach the same one.',
  mbarrier:
    'Initialise the mbarrier once with the arrivals of one phase, keep its 8 bytes for it alone, and arrive as often as it expects; a producer that comes round its ring waits until its stage is empty before it arrives again.',
  missingFence:
    'Let each thread that wrote pass fence.proxy.async behind its writes, and then the barrier that the issuer of the asynchronous read waits at.',
  missingWait:
    'Wait for the asynchronous operation before its bytes are used or its place is written again: at its mbarrier, or for its group.',
  notResident:
    'Let all CTAs of the cluster pass barrier.cluster before the first access of each other, and again before any of them ends.',
};

/** An mbarrier has its arrivals, and waits for copies that are fewer or smaller than it was told. */
const EXPECTED_BYTES =
  'Let expect_tx name the bytes that the copies of the phase bring: all of a box, also what lies outside of the tensor; and let each copy name this mbarrier.';

const fixOf = (fault: Fault): string =>
  fault.kind === 'deadlock' &&
  fault.waiters.some(({ waitsFor }) => /bytes (are still|more have come than were) expected/.test(waitsFor))
    ? EXPECTED_BYTES
    : (FIXES[fault.kind] ?? '');

export function faultFinding(fault: Fault): Finding {
  const { kind, message, place, who, count = 1 } = fault;
  const other = kind === 'race' ? fault.other : null;
  return { kind, rank: 'fault', place, message, fix: fixOf(fault), cost: null, who, other, seen: '', count };
}

export const hazardFinding = (hazard: Hazard): Finding => ({
  ...faultFinding(hazard),
  rank: 'hazard',
  seen: hazard.seen,
});
