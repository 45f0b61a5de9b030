/** Faults as findings: the fault's own sentence, with a remedy that usually helps. */
import type { Fault, FaultKind, Hazard } from '../../trace/fault.ts';
import type { Finding } from '../../trace/finding.ts';

/** Faults that have no general remedy are left out. */
const FIXES: Readonly<Partial<Record<FaultKind, string>>> = {
  outOfBounds:
    "Check the index against the size before the access, or make the memory larger: the buffer, or the launch's dynamic shared bytes.",
  misaligned: "Align the address to the access's width, or use narrower elements.",
  race: 'Put a barrier between the two accesses (__syncthreads, or __syncwarp within one warp), or make both atomic.',
  uninitialisedRead: 'Write the element before it is read; shared memory starts with undefined contents.',
  deadlock:
    'Make sure that every thread that the barrier counts reaches it, and that some thread writes what the others wait for.',
  barrier: 'Move the barrier out of the branch, so that all threads that it counts reach the same one.',
  mbarrier:
    'Initialise the mbarrier once with the number of arrivals of one phase, use its 8 bytes for nothing else, and arrive exactly so often in each phase. A producer that comes back to a stage of its ring must wait until that stage is empty before it arrives again.',
  missingFence:
    'Let each thread that wrote execute fence.proxy.async after its writes, and then pass the barrier at which the thread that starts the asynchronous read waits.',
  missingWait:
    'Wait for the asynchronous operation, at its mbarrier or for its group, before its bytes are used or overwritten.',
  notResident:
    'Let all CTAs of the cluster pass barrier.cluster before one of them accesses the shared memory of another, and again before any of them ends.',
};

/** For an mbarrier that has all its arrivals, but waits for more bytes than its copies bring. */
const EXPECTED_BYTES =
  'Let expect_tx name all bytes that the copies of the phase bring: the whole box, with what lies outside of the tensor. Let each copy name this mbarrier.';

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
