import type { Operand, PtxFunction } from '../parse/ast.ts';

/** The number that an operand is: a literal, or a register that holds nothing else; null without one. */
export function constantOf({ instructions }: PtxFunction, operand: Operand | undefined): number | null {
  if (operand?.kind === 'integer') return Number(operand.value);
  if (operand?.kind !== 'register') return null;
  const written = instructions.filter(
    ({ operands: [first] }) => first?.kind === 'register' && first.name === operand.name,
  );
  const [{ opcode, operands } = { opcode: '', operands: [] }] = written;
  return written.length === 1 && opcode === 'mov' && operands[1]?.kind === 'integer' ? Number(operands[1].value) : null;
}
