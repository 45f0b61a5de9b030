/** tcgen05.mma: what it names. The product itself is in `tcgen05-multiply.ts`. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { blocksOf, vectorsOf } from '../fragments/scale-factors.ts';
import { TENSOR_ELEMENTS, type TensorKind } from '../fragments/tensor-elements.ts';
import { isScaled } from '../fragments/tensor-instruction.ts';
import { refusingAtRun } from '../refused-run.ts';
import { eachLane } from './bulk-operands.ts';
import { immediate } from './copy-issue.ts';
import { multiply } from './tcgen05-multiply.ts';
import { type TensorMultiplication, takeGroup, tensorAddress } from './tcgen05-operands.ts';

const KINDS = (Object.keys(TENSOR_ELEMENTS) as TensorKind[]).map(kind => `kind::${kind}` as const);
/** Operand that stays in the tensor core, for speed. */
const COLLECTOR = /^collector::(a|b[0-3])::(fill|use|lastuse|discard)$/;
const MOST_SHIFT = 15;

export function multiplyInTensorMemory(form: Form): Run {
  const multiplication = multiplicationOf(form);
  return refusingAtRun(eachLane(issuer => multiply(issuer, multiplication)));
}

function multiplicationOf(form: Form): TensorMultiplication {
  for (const [word, what] of REFUSED) if (form.take(word)) form.refuse(`${what} are not implemented`);
  const isStationary = form.take('ws');
  const group = takeGroup(form);
  const kind = form.oneOf(KINDS).slice('kind::'.length) as TensorKind;
  if (isStationary && (isScaled(kind) || group === 2))
    form.refuse('.ws multiplies in one CTA and without scale factors');
  const scales = isScaled(kind) ? scalesOf(form, kind) : null;
  form.takeHints(COLLECTOR);
  form.finish();
  const [a, disabled] = [form.operand(1), disabledOf(form, group)];
  let next = 4 + (scales ? 2 : 0) + (disabled.length > 0 ? 1 : 0);
  const adds = form.predicate(form.operand(next++));
  const scale = form.operandCount > next && !isStationary ? scaleOfD(form, kind, next++) : 1;
  const zeros = isStationary && form.operandCount > next ? form.source(form.operand(next++), 'b64') : null;
  if (form.operandCount > next) form.refuse('has too many operands');
  return {
    ...{ kind, group, isStationary, scales, disabled, adds, scale, zeros },
    d: tensorAddress(form, form.operand(0)),
    a: a.kind === 'address' ? tensorAddress(form, a) : form.source(a, 'b64'),
    b: form.source(form.operand(2), 'b64'),
    instruction: form.source(form.operand(3), 'u32'),
  };
}

const REFUSED = [
  ['sp', 'sparse products, whose metadata in tensor memory the manual has as figures only,'],
  ['ashift', 'products that shift the rows of A, of which the manual leaves open which way they move,'],
] as const;

function scalesOf(form: Form, kind: TensorKind): TensorMultiplication['scales'] {
  form.oneOf(['block_scale']);
  const vectors = vectorsOf(kind);
  const vector = kind === 'mxf4nvf4' ? form.oneOf(vectors) : form.oneOf(vectors, vectors[0]);
  const [a, b] = [4, 5].map(i => tensorAddress(form, form.operand(i)));
  return { a, b, blocks: blocksOf(kind, vector) };
}

function disabledOf(form: Form, group: 1 | 2): number[] {
  const operand = form.operand(4);
  if (operand.kind !== 'vector') return [];
  if (operand.elements.length !== 4 * group) form.refuse(`names lanes to leave out by ${4 * group} registers`);
  return operand.elements.map(element => form.source(element, 'u32'));
}

function scaleOfD(form: Form, kind: TensorKind, at: number): number {
  const shift = Number(immediate(form, form.operand(at)));
  if (kind !== 'f16' && kind !== 'tf32') form.refuse(`.kind::${kind} does not scale D`);
  return shift >= 0 && shift <= MOST_SHIFT ? 2 ** -shift : form.refuse(`D is scaled by 2^-0 to 2^-15, not ${shift}`);
}
