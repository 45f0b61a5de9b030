/** How many threads a CTA must have for the kernel's barriers and matrix instructions. */
import { greatestOf } from '../../base/extremes.ts';
import { LANES, MAX_CTA_THREADS, WARPGROUP_THREADS } from '../../base/hardware.ts';
import type { Instruction, PtxFunction } from '../parse/ast.ts';
import { constantOf } from './constant-operand.ts';

/** Least number of threads, from constants in the code; 1 if there are none. */
export const leastThreads = (functions: readonly PtxFunction[]): number =>
  Math.max(
    1,
    countedThreads(functions) ?? 1,
    greatestOf(functions.flatMap(f => f.instructions.map(instruction => threadsTogether(f, instruction)))),
  );

function threadsTogether(f: PtxFunction, { opcode, modifiers, operands }: Instruction): number {
  // A warpgroup multiplies, or changes its registers, together.
  if (opcode === 'wgmma' || opcode === 'setmaxnreg') return WARPGROUP_THREADS;
  // Arrivals may be those of warps; threads come in whole warps.
  const arrivals = opcode === 'mbarrier' && modifiers.includes('init') ? constantOf(f, operands[1]) : null;
  return arrivals !== null && arrivals % LANES === 0 && arrivals <= MAX_CTA_THREADS ? arrivals : 1;
}

/** Most threads that a barrier counts; null where no constant says so. */
export function countedThreads(functions: readonly PtxFunction[]): number | null {
  const most = greatestOf(functions.flatMap(f => f.instructions.flatMap(instruction => countOf(f, instruction) ?? [])));
  return most >= LANES ? most : null;
}

function countOf(f: PtxFunction, { opcode, modifiers, operands }: Instruction): number | null {
  if (opcode !== 'bar' && !(opcode === 'barrier' && !modifiers.includes('cluster'))) return null;
  // `bar.sync a, b` and `bar.arrive a, b`: b threads meet at barrier a.
  return modifiers.includes('sync') || modifiers.includes('arrive') ? constantOf(f, operands[1]) : null;
}
