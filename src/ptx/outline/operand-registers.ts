import type { Operand } from '../parse/ast.ts';

/** Names of the registers of an operand, in order. */
export function registersOf(operand: Operand | null | undefined): string[] {
  if (operand?.kind === 'register') return [operand.name];
  return operand?.kind === 'vector' ? operand.elements.flatMap(registersOf) : [];
}
