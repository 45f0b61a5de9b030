/** Comparisons of floats, and of the halves of a register. */
import { BF16, decodeFloat, F16 } from '../../../base/float-formats.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import { type Effect, effect, type ValueKind } from '../effect.ts';
import type { Loop } from '../effect-set.ts';
import { floatComparison } from '../effects/float-comparison.ts';
import type { Form } from '../form.ts';
import { FLOATS, isFloat, type Row, row, SMALL_FLOATS } from '../row.ts';
import { setPredicates } from './compare.ts';
import { bindOperands, COMPARISONS, type CombineBits, compareIntegers } from './comparison.ts';
import { setPredicate } from './predicates.ts';

/** How a packed or scalar float type is compared: its values, and the smallest normal one, below which `.ftz` flushes. */
const LEAST_NORMAL: Readonly<Record<string, number>> = { f32: 2 ** -126, f16: 2 ** -14, f16x2: 2 ** -14 };

export const compareAny = (form: Form, type: string): Effect =>
  isFloat(type) ? compareFloats(form, type) : compareIntegers(form, type);

function compareFloats(form: Form, type: string): Effect {
  const name = form.oneOf(COMPARISONS);
  const least = LEAST_NORMAL[type];
  const ftz = least !== undefined && form.take('ftz');
  if (!ftz && type === 'f32' && TABLE_COMPARISONS.has(name)) return form.effect(`${name}.f32`);
  const prepare = ftz ? (v: number) => (Math.abs(v) < least ? 0 : v) : (v: number) => v;
  const kind = type.replace('x2', '') as ValueKind;
  return floatComparison(name, kind, prepare) ?? form.refuse(`'${name}' compares no floats`);
}

/** Comparisons with a generated loop. */
const TABLE_COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);

/** The comparison of the lower halves and that of the upper ones. */
export function bindPair(
  form: Form,
  type: string,
): { readonly low: Loop; readonly high: Loop; readonly combine: CombineBits } {
  const { run } = compareFloats(form, type);
  const format = type === 'f16x2' ? F16 : BF16;
  const half = (shift: 0 | 16): Loop =>
    form.loopOf(
      effect('pred', ['s32', 's32'], (a, b) => run(decodeFloat(format, a >>> shift), decodeFloat(format, b >>> shift))),
    );
  return { low: half(0), high: half(16), combine: bindOperands(form, 's32') };
}

/** `setp.f16x2 p|q`: p of the lower halves, q of the upper ones. */
function setTwo(form: Form, p: Operand, q: Operand): Run {
  const { low, high, combine } = bindPair(form, form.type());
  form.finish();
  const o = form.operation;
  o.d = form.destination(p, 'pred');
  o.e = form.destination(q, 'pred');
  return (warp, operation, mask) => {
    const { r } = warp;
    const [ofLow, ofHigh] = [combine(low(warp, operation, mask), r), combine(high(warp, operation, mask), r)];
    setPredicate(r, operation.d, ofLow, mask);
    setPredicate(r, operation.e, ofHigh, mask);
    return 0;
  };
}

function setOfFloats(form: Form): Run {
  const type = form.type();
  if (!type.endsWith('x2')) return setPredicates(form, compareFloats(form, type));
  const target = form.operand(0);
  return target.kind === 'pair' ? setTwo(form, target.first, target.second) : form.refuse('a pair sets p|q');
}

export const FLOAT_COMPARE_ROWS: readonly Row[] = [
  row('setp', {
    types: [[...FLOATS, ...SMALL_FLOATS]],
    class: 'predicate',
    section: 'Comparison and Selection Instructions: setp',
    decode: setOfFloats,
  }),
];
