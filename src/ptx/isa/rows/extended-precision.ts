/**
 * Arithmetic with the condition code's carry flag, which is a hidden predicate of each lane (PTX ISA, "Extended-Precision
 * Integer Arithmetic Instructions"). A subtraction clears the flag where it borrows: what the manual says only of subtractions among
 * themselves holds on an H100 for a mixture, too, and nvcc's 128-bit division needs it.
 */
import { NO_SLOT, type Operation, type Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import { type Effect, planesOf } from '../effect.ts';
import type { Form } from '../form.ts';
import { untyped } from '../row.ts';
import { setPredicate } from './predicates.ts';

/** d = a ± b ± carry in; the carry out is kept when `out`. */
export function computeWithCarry(form: Form, name: 'add' | 'sub', carryIn: boolean, out: boolean): Run {
  form.finish();
  const type = untyped(form.type());
  const [d, a, b] = [0, 1, 2].map(i => form.operand(i));
  const sum = form.effect(`${name}c.${type}`);
  const o = form.operation;
  o.d = form.destination(d, sum.to);
  o.a = form.source(a, sum.from[0]);
  o.b = form.source(b, sum.from[1]);
  return bindCarry(form, sum, form.effect(`${name}c.${type}.carry`), carryIn ? null : name === 'sub', out);
}

/** `fixed` is the carry in; null for the flag. */
function bindCarry(form: Form, sum: Effect, carry: Effect, fixed: boolean | null, out: boolean): Run {
  const o = form.operation;
  const flag = form.link.carryFlag;
  o.c = fixed === null ? flag : form.link.constantPredicate(fixed);
  const [add, carryOut] = [form.loopOf(sum), form.loopOf(carry)];
  return (warp, operation, mask) => {
    // First, for the destination may be one of the sources.
    const bits = out ? carryOut(warp, operation, mask) : 0;
    add(warp, operation, mask);
    if (out) setPredicate(warp.r, flag, bits, mask);
    return 0;
  };
}

/** d = half of a * b, + c + carry in. */
export function multiplyAddWithCarry(form: Form, part: 'lo' | 'hi', carryIn: boolean, out: boolean): Run {
  form.finish();
  const type = form.type();
  const sum = form.effect(`addc.${untyped(type)}`);
  const product = form.effect(`mul.${part}.${part === 'lo' ? untyped(type) : type}`);
  const multiply = form.loopOf(product);
  const half = form.link.slots.planes(planesOf(sum.to));
  const factors = {
    d: half,
    a: form.source(form.operand(1), product.from[0]),
    b: form.source(form.operand(2), product.from[1]),
    c: NO_SLOT,
    e: NO_SLOT,
  };
  const o = form.operation;
  o.d = form.destination(form.operand(0), sum.to);
  o.a = half;
  o.b = form.source(form.operand(3), sum.from[1]);
  const addUp = bindCarry(form, sum, form.effect(`addc.${untyped(type)}.carry`), carryIn ? null : false, out);
  return (warp: Warp, operation: Operation, mask: number) => {
    multiply(warp, factors, mask);
    return addUp(warp, operation, mask);
  };
}
