/** How many threads a CTA must have for the kernel's barriers and matrix instructions. */
import { greatestOf } from '../../base/extremes.ts';
import { WARPGROUP_THREADS } from '../../base/hardware.ts';
import type { Instruction, PtxFunction } from '../parse/ast.ts';

/** Least number of threads, from constants in the code; 1 if there are none. */
export const leastThreads = (functions: readonly PtxFunction[]): number =>
  Math.max(1, greatestOf(functions.flatMap(({ instructions }) => instructions.map(threadsOf))));

function threadsOf({ opcode, modifiers, operands }: Instruction): number {
  // A warpgroup multiplies, or changes its registers, together.
  if (opcode === 'wgmma' || opcode === 'setmaxnreg') return WARPGROUP_THREADS;
  if (opcode !== 'bar' && !(opcode === 'barrier' && !modifiers.includes('cluster'))) return 1;
  // `bar.sync a, b` and `bar.arrive a, b`: b threads meet at barrier a.
  const meeting = operands[1];
  return (modifiers.includes('sync') || modifiers.includes('arrive')) && meeting?.kind === 'integer'
    ? Number(meeting.value)
    : 1;
}
