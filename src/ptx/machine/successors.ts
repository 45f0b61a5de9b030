/** Where lanes may go on behind an instruction of a function. */
import type { Instruction, PtxFunction } from '../parse/ast.ts';

/** The virtual exit is number `instructions.length`. */
export function successorsOf(instructions: readonly Instruction[], fn: PtxFunction, pc: number): number[] {
  const { opcode, operands, guard } = instructions[pc];
  const exit = instructions.length;
  const next = Math.min(pc + 1, exit);
  const labels = operands.flatMap(o => (o.kind === 'label' ? [o.name] : []));
  // A branch to no label is refused when it is reached.
  const indexOf = (label: string): number => fn.labels.get(label) ?? exit;
  if (opcode === 'bra') return unique([indexOf(labels[0]), ...(guard ? [next] : [])]);
  if (opcode === 'brx') {
    const targets = (fn.branchTargets.get(labels[0]) ?? []).map(indexOf);
    // Lanes of other indices come back to the instruction itself.
    return unique([...targets, pc, ...(guard ? [next] : [])]);
  }
  if (opcode === 'ret' || opcode === 'exit' || opcode === 'trap') return guard ? [exit, next] : [exit];
  return [next];
}

const unique = (list: number[]): number[] => [...new Set(list)];
