/** How a person would name lines of a kernel. */
import type { SourcePlaces } from '../../ptx/isa/source-places.ts';
import type { Instruction } from '../../ptx/parse/ast.ts';

/** "line 7", "lines 7 and 10", "lines 7, 8 and 10". */
export function plural(noun: string, numbers: readonly number[]): string {
  if (numbers.length === 1) return `${noun} ${numbers[0]}`;
  return `${noun}s ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}

/** "the ld of line 7", "line 7" of a branch; of the PTX where no other is known. */
export function lineWords({ location, ptxLine, opcode }: Instruction, places: SourcePlaces): string {
  const { line } = places.of(location);
  return line > 0 ? `${opcode === 'bra' ? '' : `the ${opcode} of `}line ${line}` : `line ${ptxLine} of the PTX`;
}
