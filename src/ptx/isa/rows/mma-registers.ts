/** Registers of the fragments of a matrix product. */
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import type { MatrixElementType } from '../fragments/matrix-elements.ts';

/** Slots of the registers in braces, which must be `count`. */
export function registersOf(
  form: Form,
  operand: Operand,
  count: number,
  type: MatrixElementType,
  writes: boolean,
): number[] {
  const kind = type === 'f64' ? 'b64' : 's32';
  const registers = operand.kind === 'vector' ? operand.elements : form.refuse('needs registers in braces');
  if (registers.length !== count) form.refuse(`needs ${count} registers`);
  return registers.map(register => (writes ? form.destination(register, kind) : form.source(register, kind)));
}
