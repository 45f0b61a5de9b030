/** The comparison that `setp` and `set` share: its name, `.ftz`, and the predicate that its result is combined with. */
import { BF16, decodeFloat, F16 } from '../../../base/float-formats.ts';
import { type Effect, effect, type ValueKind } from '../effect.ts';
import type { Loop } from '../effect-set.ts';
import { floatComparison } from '../effects/float-comparison.ts';
import type { Form } from '../form.ts';
import { isFloat, untyped } from '../row.ts';
import { BOOLEAN } from './predicates.ts';

const COMPARISONS = [
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'lo', 'ls', 'hi', 'hs'],
  ...['equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'],
] as const;
/** The names of unsigned comparisons in older PTX. */
const UNSIGNED: Readonly<Record<string, string>> = { lo: 'lt', ls: 'le', hi: 'gt', hs: 'ge' };

/** How a packed or scalar float type is compared: its values, and the smallest normal one, below which `.ftz` flushes. */
const LEAST_NORMAL: Readonly<Record<string, number>> = { f32: 2 ** -126, f16: 2 ** -14, f16x2: 2 ** -14 };

function comparison(form: Form, type: string): Effect {
  const name = form.oneOf(COMPARISONS);
  if (isFloat(type)) return compareFloats(form, name, type);
  const isOld = name in UNSIGNED;
  if (isOld && !type.startsWith('u')) form.refuse(`.${name} compares unsigned integers`);
  const isSignless = name === 'eq' || name === 'ne';
  return form.effect(`${UNSIGNED[name] ?? name}.${isSignless ? untyped(type) : type}`);
}

function compareFloats(form: Form, name: string, type: string): Effect {
  const least = LEAST_NORMAL[type];
  const ftz = least !== undefined && form.take('ftz');
  if (!ftz && type === 'f32' && TABLE_COMPARISONS.has(name)) return form.effect(`${name}.f32`);
  const prepare = ftz ? (v: number) => (Math.abs(v) < least ? 0 : v) : (v: number) => v;
  const kind = type.replace('x2', '') as ValueKind;
  return floatComparison(name, kind, prepare) ?? form.refuse(`'${name}' compares no floats`);
}

/** Comparisons with a generated loop. */
const TABLE_COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);

type Combine = (bits: number, r: Int32Array) => number;

/** Binds the compared operands and predicate c; `combine` makes the result of a comparison's bits. */
function bindOperands(form: Form, kind: ValueKind): Combine {
  const operator = (['and', 'or', 'xor'] as const).find(name => form.take(name));
  const o = form.operation;
  o.a = form.source(form.operand(1), kind);
  o.b = form.source(form.operand(2), kind);
  if (!operator) return bits => bits;
  o.c = form.predicate(form.operand(3));
  const logic = BOOLEAN[operator];
  return (bits, r) => logic(bits, r[o.c]);
}

export function bindComparison(form: Form, type: string): { readonly loop: Loop; readonly combine: Combine } {
  const test = comparison(form, type);
  return { loop: form.loopOf(test), combine: bindOperands(form, test.from[0]) };
}

/** The comparison of the lower halves and that of the upper ones. */
export function bindPair(
  form: Form,
  type: string,
): { readonly low: Loop; readonly high: Loop; readonly combine: Combine } {
  const { run } = comparison(form, type);
  const format = type === 'f16x2' ? F16 : BF16;
  const half = (shift: 0 | 16): Loop =>
    form.loopOf(
      effect('pred', ['s32', 's32'], (a, b) => run(decodeFloat(format, a >>> shift), decodeFloat(format, b >>> shift))),
    );
  return { low: half(0), high: half(16), combine: bindOperands(form, 's32') };
}
