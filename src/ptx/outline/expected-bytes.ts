/** How many bytes of asynchronous copies a kernel's mbarriers expect in a phase. */
import type { PtxFunction } from '../parse/ast.ts';
import { constantOf } from './constant-operand.ts';

/** The first constant that an `expect_tx` names, itself or by a register that holds nothing else; null without one. */
export function expectedBytes(functions: readonly PtxFunction[]): number | null {
  for (const f of functions) {
    for (const { opcode, modifiers, operands } of f.instructions) {
      if (opcode !== 'mbarrier' || !modifiers.includes('expect_tx')) continue;
      const bytes = constantOf(f, operands.at(-1));
      if (bytes !== null) return bytes;
    }
  }
  return null;
}
