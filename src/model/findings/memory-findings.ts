/** Findings about other memories: arrays in local memory, constants indexed by lane, atomics on one address. */
import { popcount32 } from '../../base/bits.ts';
import { accessName, type CostFinding, counted } from './finding-words.ts';
import type { AccessTotals } from './line-summary.ts';

/** Finding about all local accesses of a line, loads and stores together. */
export function localMemoryFinding(accesses: readonly AccessTotals[]): CostFinding | null {
  if (accesses.length === 0) return null;
  const sum = (of: (totals: AccessTotals) => number): number => accesses.reduce((n, totals) => n + of(totals), 0);
  const kinds = accesses.map(({ kind, requests }) => counted(requests, kind)).join(' and ');
  const [sectors, ideal] = [sum(({ parts }) => parts), sum(totals => totals.ideal)];
  const apart = sectors > ideal ? `, ${ideal} if the lanes used the same index` : '';
  return {
    kind: 'localMemory',
    rank: 'cost',
    message: `${kinds} of local memory, ${counted(sectors, 'sector')}${apart}: a variable that is not kept in registers`,
    fix: 'Make every index into a local array a compile-time constant (unroll its loop), and do not take the address of a local variable. Put an array that must be indexed into shared memory.',
    cost: { unit: 'sectors', actual: sectors, ideal: 0 },
  };
}

/** Constant memory serves one address at a time (CUDA C++ Programming Guide, "Constant Memory"). */
export function constantFinding(totals: AccessTotals): CostFinding | null {
  if (totals.over === 0) return null;
  const { most, requests, parts, ideal } = totals;
  const all =
    requests === 1 ? '' : `; ${counted(requests, 'request')}, ${parts} addresses in all where ${ideal} would do`;
  return {
    kind: 'constantAddresses',
    rank: 'cost',
    message: `constant load at ${most} different addresses, served one after the other where 1 would do${all}`,
    fix: 'Let all lanes of a warp read the same constant at a time. If each lane needs its own entry of a table, keep the table in shared or global memory.',
    cost: { unit: 'addresses', actual: parts, ideal },
  };
}

/** Lanes that update one address take turns. */
export function atomicFinding(totals: AccessTotals): CostFinding | null {
  const { kind, requests, turns, mostTurns, lanes, space } = totals;
  if (kind !== 'atomic' || mostTurns <= 1) return null;
  const isOneAddress = turns === lanes;
  const most = mostTurns === popcount32(totals.worst.activeMask) ? `all ${mostTurns}` : `up to ${mostTurns}`;
  const all =
    requests === 1 ? '' : `; ${counted(requests, 'request')}, ${turns} turns in all where ${requests} would do`;
  return {
    kind: 'atomicContention',
    rank: 'cost',
    message: `${accessName(totals)}, ${most} lanes on one address: ${mostTurns} turns where 1 would do${all}`,
    fix: isOneAddress ? AGGREGATE : space === 'global' ? PRIVATISE : COPIES,
    cost: { unit: 'turns', actual: turns, ideal: requests },
  };
}

const AGGREGATE =
  'Combine the values within the warp first (__reduce_add_sync or shuffles), or within the block in shared memory, and let one lane update.';
const PRIVATISE =
  'Collect in shared memory first, one copy for each block, and add the copy to global memory once at the end.';
const COPIES =
  'Give each warp a copy of its own and add the copies at the end, or combine equal addresses within the warp first (__match_any_sync).';
