/**
 * Atomics whose threads learn nothing of what others have done there: `red`, and `atom` with a result that nothing reads. A thread
 * that reads the result has seen all earlier atomics, as the last one to arrive at a counter has.
 */
import { registersRead, registersWritten } from '../isa/register-uses.ts';
import type { Program } from '../machine/program.ts';
import type { Instruction } from '../parse/ast.ts';

/** Their pcs. */
export function blindAtomics({ functions }: Program): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { fn, firstPc } of functions) {
    if (!fn.instructions.some(isAtomic)) continue;
    const read = new Set(fn.instructions.flatMap(registersRead));
    fn.instructions.forEach((instruction, i) => {
      if (isAtomic(instruction) && !resultsOf(instruction).some(name => read.has(name))) found.add(firstPc + i);
    });
  }
  return found;
}

const isAtomic = ({ opcode }: Instruction): boolean => opcode === 'atom' || opcode === 'red';

const resultsOf = (instruction: Instruction): string[] =>
  instruction.opcode === 'red' ? [] : registersWritten(instruction);
