/**
 * CTAs that draw their numbers: one thread adds 1 to a counter, and all find the number in a shared variable. It says which tile
 * is theirs, as `%ctaid` does in other kernels.
 */
import type { Operand, PtxFunction } from '../parse/ast.ts';

/** Names of those shared variables; none in a kernel that asks for `%ctaid`, too. */
export function ticketVariables(functions: readonly PtxFunction[]): ReadonlySet<string> {
  const all = functions.flatMap(f => f.instructions);
  const asks = (operand: Operand): boolean => operand.kind === 'special' && operand.name.startsWith('%ctaid');
  if (all.some(({ operands }) => operands.some(asks))) return new Set();
  return new Set(functions.flatMap(ticketsOf));
}

function ticketsOf({ instructions }: PtxFunction): string[] {
  const drawn = new Set(
    instructions.flatMap(({ opcode, modifiers, operands: [result] }) => {
      const counts = opcode === 'atom' && (modifiers.includes('add') || modifiers.includes('inc'));
      const isShared = modifiers.some(modifier => modifier.startsWith('shared'));
      return counts && !isShared && result?.kind === 'register' ? [result.name] : [];
    }),
  );
  return instructions.flatMap(({ opcode, modifiers, operands: [address, value] }) => {
    const isKept =
      opcode === 'st' && modifiers.includes('shared') && value?.kind === 'register' && drawn.has(value.name);
    return isKept && address?.kind === 'address' && address.base?.kind === 'symbol' ? [address.base.name] : [];
  });
}
