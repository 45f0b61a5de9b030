/** Predicates are words with one bit per lane: logic on them is one operation for the whole warp. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';

/** Lanes of `mask` take their bit from `bits`; the others keep theirs. */
export function setPredicate(r: Int32Array, slot: number, bits: number, mask: number): void {
  r[slot] = (r[slot] & ~mask) | (bits & mask);
}

type Logic = (a: number, b: number) => number;
const LOGIC: Readonly<Record<string, Logic>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  not: a => ~a,
  mov: a => a,
};

/** `and.pred` and its like. */
export function predicateLogic(form: Form, name: string): Run {
  form.finish();
  const logic = LOGIC[name] ?? form.refuse(`${name}.pred is not implemented`);
  const o = form.operation;
  o.d = form.destination(form.operand(0), 'pred');
  o.a = form.predicate(form.operand(1));
  o.b = form.operandCount > 2 ? form.predicate(form.operand(2)) : o.a;
  return ({ r }, { d, a, b }, mask) => {
    setPredicate(r, d, logic(r[a], r[b]), mask);
    return 0;
  };
}

/** The boolean operators of `setp` and `set`. */
export const BOOLEAN: Readonly<Record<'and' | 'or' | 'xor', Logic>> = { and: LOGIC.and, or: LOGIC.or, xor: LOGIC.xor };
