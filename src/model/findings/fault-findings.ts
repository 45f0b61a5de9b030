/** Faults as findings: the fault's own sentence, with a remedy that usually helps. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import type { Fault, FaultKind, FenceRemedy, Hazard, Party, RaceRemedy, RacingThreads } from '../../trace/fault.ts';
import type { Finding } from '../../trace/finding.ts';

/** Faults that have no general remedy are left out. */
const FIXES: Readonly<Partial<Record<FaultKind, string>>> = {
  outOfBounds:
    "Check the index against the size before the access, or make the memory larger: the buffer, or the launch's dynamic shared bytes.",
  notRecorded:
    'Capture the launch again with a larger --max-bytes, or with --exact, which gives each tensor an allocation of its own.',
  misaligned: "Align the address to the access's width, or use narrower elements.",
  uninitialisedRead:
    'Write the element before it is read; shared memory and local arrays start with undefined contents.',
  uninitialisedRegister:
    'Give the variable a value on every path before it is read; an operand of inline assembly that is read and written is "+r", not "=r".',
  deadlock:
    'Make sure that every thread that the barrier counts reaches it, and that some thread writes what the others wait for.',
  barrier: 'Move the barrier out of the branch, so that all threads that it counts reach the same one.',
  memberMask:
    'Let the mask name exactly the lanes that execute the instruction, the same in all of them: __ballot_sync before the branch gives it. Read only from lanes that it names.',
  divisionByZero: 'Test the divisor before the division; CUDA leaves the result open.',
  mbarrier:
    'Initialise the mbarrier once with the number of arrivals of one phase, use its 8 bytes for nothing else, and arrive exactly so often in each phase. A producer that comes back to a stage of its ring must wait until that stage is empty before it arrives again.',
  tensorMemory:
    'Let one warp allocate a power of two of columns from 32 on, and give the same address and number back when nobody uses them any more, before the CTA ends. Warp w of a warpgroup loads and stores lanes 32 w to 32 w + 31 only, with the lane in the upper half of the address.',
  missingWait:
    'Wait for the asynchronous operation, at its mbarrier or for its group, before its bytes are used or overwritten.',
  badOperand:
    'The message says what the instruction takes; what else its operands may be is in its section of the PTX manual.',
  readOnlyLoad:
    'Load it without __ldg, and take const or __restrict__ from its pointer: the read-only cache may hold what was there before.',
  notResident:
    'Let all CTAs of the cluster pass barrier.cluster before one of them accesses the shared memory of another, and again before any of them ends.',
};

const UNWRITTEN =
  'Write the element before it is read, in the kernel or before the launch (cudaMemset, a copy); if it holds something there, let the launch say so in place of poison.';

const NULL_POINTER = 'Pass a buffer for the pointer, or test it before it is used.';
const NO_POINTER =
  'Look where the pointer comes from: a variable that nobody set, an address of the host, a struct whose fields lie elsewhere, or an index that overflowed 32 bits.';
const OVERFLOWED =
  'Compute the index in 64 bits, as size_t or long long: so far away, it has most likely overflowed 32 bits.';
const BELOW_ZERO =
  'The index is below 0: leave the access out for it, or let the array begin so many elements earlier.';
const OTHER_VARIABLE =
  'Check the index against the size before the access, or make the array larger: what follows is another variable.';

/** Fix for an address that is out of bounds; what it is, its message says. */
function boundsFix({ message }: Fault): string {
  if (message.includes('a null pointer')) return NULL_POINTER;
  if (message.includes('no address of device memory')) return NO_POINTER;
  if (/: \d{10,} bytes (?:before|past) /.test(message)) return OVERFLOWED;
  if (/ begins \d+ bytes before it/.test(message)) return BELOW_ZERO;
  return / touches \d+ bytes (behind the|\d+ bytes before) /.test(message) ? OTHER_VARIABLE : FIXES.outOfBounds!;
}

const FENCES: Readonly<Record<FenceRemedy, string>> = {
  init: 'Let the thread that initialised it execute fence.mbarrier_init.release.cluster (cuda::ptx::fence_mbarrier_init, cutlass::arch::fence_barrier_init) or fence.proxy.async behind mbarrier.init, before the barrier that the others wait at.',
  copy: 'Let each thread execute fence.proxy.async behind cp.async.wait_group, and then pass the barrier in front of wgmma.',
  write:
    'Let each thread that wrote execute fence.proxy.async after its writes, and then pass the barrier at which the thread that starts the asynchronous read waits.',
  read: 'Let each thread that read pass a barrier of the CTA, or execute fence.proxy.async and arrive at an mbarrier, before the thread that starts the copy goes on.',
  tensor:
    'Execute tcgen05.fence::before_thread_sync behind the tcgen05.wait of a load or store, before the barrier; and tcgen05.fence::after_thread_sync behind the barrier, or behind the wait at the mbarrier of tcgen05.commit, before the next tcgen05 instruction.',
  registers:
    'Execute wgmma.fence.sync.aligned before the first product, and again whenever threads have written registers of its sums or of A.',
};

const PARITY =
  'Wait with the parity of the phase that brings the data: 0 on a fresh mbarrier, then 1, then 0, the other one in each round. Parity 1 passes a fresh mbarrier at once, which only a producer wants, whose stage is still empty.';

/** Fix for an mbarrier that has all its arrivals but waits for more bytes than its copies bring. */
const EXPECTED_BYTES =
  'Let expect_tx name all bytes that the copies of the phase bring: the whole box, with what lies outside of the tensor. Let each copy name this mbarrier.';

/** Lanes of one store. */
const isOneInstruction = ({ place, between, other }: Fault & { kind: 'race' }): boolean =>
  between === 'lanes' && place.ptxLine === other.place.ptxLine;
const ONE_WRITER =
  'Let one lane write, or use an atomic: which lane of a store comes last is open. Between the rounds of a loop, put __syncwarp.';

const RACE_FIXES: Readonly<Record<RacingThreads, string>> = {
  lanes: 'Put __syncwarp between the two accesses, or make both atomic.',
  warps: 'Put __syncthreads, or another barrier of all warps concerned, between the two accesses, or make both atomic.',
  ctas: 'Put a barrier of the cluster between the two accesses, or make both atomic.',
};

/** Fixes for races that something other than a barrier of the threads would order. */
const REMEDIES: Readonly<Record<RaceRemedy, string>> = {
  flag: 'Put __threadfence() between the access and the flag, counter or unlock that tells of it, and another one behind the read of that flag or the lock; or use cuda::atomic_ref with release and acquire. Where nothing tells of it, make the access atomic.',
  acquire: 'Put __threadfence() behind the read of the flag or counter, or read it with memory_order_acquire.',
  scope: 'Use a scope that reaches both CTAs: cuda::thread_scope_device, or atomicAdd in place of atomicAdd_block.',
  atomic: 'Use atomicAdd or another atomic operation, or let each CTA write an element of its own.',
  step: 'Put __syncwarp() between the two accesses, or hand the value on by __shfl_sync.',
  grid: 'CTAs run in no order: write to another buffer than the one that others read, let each CTA write places of its own, make the accesses atomic, put grid.sync() of a cooperative launch between them, or use two kernels.',
};

function fixOf(fault: Fault): string {
  if ('vainWait' in fault) return PARITY;
  if (fault.kind === 'race') {
    if (isOneInstruction(fault)) return ONE_WRITER;
    if (fault.between === 'ctas' && fault.other.place.instruction.startsWith('mbarrier.init')) return FENCES.init;
    return fault.remedy ? REMEDIES[fault.remedy] : RACE_FIXES[fault.between];
  }
  if (fault.kind === 'missingFence') return FENCES[fault.remedy];
  if (fault.kind === 'outOfBounds') return boundsFix(fault);
  if (fault.kind === 'uninitialisedRead' && fault.address >= DEVICE_ARENA_BASE) return UNWRITTEN;
  const isShortOfBytes =
    fault.kind === 'deadlock' &&
    fault.waiters.some(({ waitsFor }) => /bytes (are still|more have come than were) expected/.test(waitsFor));
  return isShortOfBytes ? EXPECTED_BYTES : (FIXES[fault.kind] ?? '');
}

function earlierAccess(fault: Fault): Party | null {
  if (fault.kind === 'race') return fault.other;
  return fault.kind === 'missingFence' ? (fault.by ?? null) : null;
}

export function faultFinding(fault: Fault): Finding {
  const { kind, message, place, who, count = 1 } = fault;
  return {
    ...{ kind, rank: 'fault', place, message, fix: fixOf(fault), cost: null },
    ...{ who, other: earlierAccess(fault), seen: '', count },
  };
}

const ONE_THREAD = 'Let one thread store it, as in if (threadIdx.x == 0), and all pass a barrier before they read it.';

export const hazardFinding = (hazard: Hazard): Finding => ({
  ...faultFinding(hazard),
  ...(hazard.isOneStore && { fix: ONE_THREAD }),
  rank: 'hazard',
  seen: hazard.seen,
});
