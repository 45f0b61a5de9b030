/** The comparison of integers that `setp` and `set` share: its name, and the predicate that its result is combined with. */
import type { Effect, ValueKind } from '../effect.ts';
import type { Loop } from '../effect-set.ts';
import type { Form } from '../form.ts';
import { untyped } from '../row.ts';
import { BOOLEAN } from './predicates.ts';

export const COMPARISONS = [
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'lo', 'ls', 'hi', 'hs'],
  ...['equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'],
] as const;
/** The names of unsigned comparisons in older PTX. */
const UNSIGNED: Readonly<Record<string, string>> = { lo: 'lt', ls: 'le', hi: 'gt', hs: 'ge' };

export function compareIntegers(form: Form, type: string): Effect {
  const name = form.oneOf(COMPARISONS);
  const isOld = name in UNSIGNED;
  if (isOld && !type.startsWith('u')) form.refuse(`.${name} compares unsigned integers`);
  const isSignless = name === 'eq' || name === 'ne';
  return form.effect(`${UNSIGNED[name] ?? name}.${isSignless ? untyped(type) : type}`);
}

export type CombineBits = (bits: number, r: Int32Array) => number;

/** Binds the compared operands and predicate c; `combine` makes the result of a comparison's bits. */
export function bindOperands(form: Form, kind: ValueKind): CombineBits {
  const operator = (['and', 'or', 'xor'] as const).find(name => form.take(name));
  const o = form.operation;
  o.a = form.source(form.operand(1), kind);
  o.b = form.source(form.operand(2), kind);
  if (!operator) return bits => bits;
  o.c = form.predicate(form.operand(3));
  const logic = BOOLEAN[operator];
  return (bits, r) => logic(bits, r[o.c]);
}

export const bindComparison = (form: Form, test: Effect): { readonly loop: Loop; readonly combine: CombineBits } => ({
  loop: form.loopOf(test),
  combine: bindOperands(form, test.from[0]),
});
