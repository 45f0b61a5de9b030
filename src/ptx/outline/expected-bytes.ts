/** How many bytes of asynchronous copies a kernel's mbarriers expect in a phase. */
import type { Operand, PtxFunction } from '../parse/ast.ts';

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

function constantOf({ instructions }: PtxFunction, operand: Operand | undefined): number | null {
  if (operand?.kind === 'integer') return Number(operand.value);
  if (operand?.kind !== 'register') return null;
  const written = instructions.filter(
    ({ operands: [first] }) => first?.kind === 'register' && first.name === operand.name,
  );
  const [{ opcode, operands } = { opcode: '', operands: [] }] = written;
  return written.length === 1 && opcode === 'mov' && operands[1]?.kind === 'integer' ? Number(operands[1].value) : null;
}
