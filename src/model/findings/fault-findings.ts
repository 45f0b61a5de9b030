/** Faults as findings: the same sentence, with what usually helps. */
import type { Fault, FaultKind } from '../../trace/fault.ts';
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
    'Initialise the mbarrier once with the arrivals of one phase, keep its 8 bytes for it alone, and arrive as often as it expects.',
  missingFence: 'Put a proxy fence between the write and the asynchronous read of it.',
  missingWait: 'Wait for the asynchronous operation before its result is used.',
};

export function faultFinding(fault: Fault): Finding {
  const { kind, message, place, who, count = 1 } = fault;
  const other = kind === 'race' ? fault.other : null;
  return { kind, severity: 'error', place, message, fix: FIXES[kind] ?? '', cost: null, who, other, count };
}
