import type { Operand } from '../parse/ast.ts';

/** Names of the registers of an operand, in order. */
export function registersOf(operand: Operand | null | undefined): string[] {
  if (operand?.kind === 'register') return [operand.name];
  return operand?.kind === 'vector' ? operand.elements.flatMap(registersOf) : [];
}

/** First operand: not a destination. */
export const NO_RESULT = new Set([
  ...['st', 'red', 'bra', 'brx', 'ret', 'exit', 'trap', 'brkpt', 'bar', 'barrier', 'membar', 'fence', 'cp'],
  ...['prefetch', 'prefetchu', 'nanosleep', 'setmaxnreg', 'griddepcontrol', 'stmatrix', 'discard', 'applypriority'],
  ...['sust', 'sured'],
]);
