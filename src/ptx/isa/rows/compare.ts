/** Comparison and selection. */

import { BF16, decodeFloat, F16 } from '../../../base/float-formats.ts';
import { NO_SLOT, type Run } from '../../machine/operation.ts';
import { type Effect, effect, type Kind } from '../effect.ts';
import { floatComparison } from '../effects/compare.ts';
import { flush } from '../float.ts';
import type { Form } from '../form.ts';
import { type Loop, loopOf } from '../loops.ts';
import { BITS, FLOATS, INTEGERS, isFloat, type Row, row, SMALL_FLOATS, untyped } from '../row.ts';
import { SINK_SLOT } from '../slots.ts';
import { BOOLEAN, setPredicate } from './predicates.ts';

const C = 'Comparison and Selection Instructions';
const COMPARISONS = [
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'lo', 'ls', 'hi', 'hs'],
  ...['equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'],
] as const;
/** The names of unsigned comparisons in older PTX. */
const UNSIGNED: Readonly<Record<string, string>> = { lo: 'lt', ls: 'le', hi: 'gt', hs: 'ge' };

function comparison(form: Form, type: string): Effect {
  const name = form.oneOf(COMPARISONS);
  if (isFloat(type)) {
    const ftz = form.take('ftz');
    const plain = ftz ? null : tableComparison(form, name, type);
    const prepare = ftz && type === 'f32' ? flush : (v: number) => v;
    return plain ?? floatComparison(name, type as Kind, prepare) ?? form.refuse(`'${name}' compares no floats`);
  }
  const plain = UNSIGNED[name] ?? name;
  const signless = plain === 'eq' || plain === 'ne';
  return form.effect(`${plain}.${signless ? untyped(type) : type.replace('b', 'u')}`);
}

/** The generated comparison, where the table has it. */
const tableComparison = (form: Form, name: string, type: string): Effect | null =>
  type === 'f32' && ['eq', 'ne', 'lt', 'le', 'gt', 'ge'].includes(name) ? form.effect(`${name}.f32`) : null;

/** Binds a comparison and the combination with predicate c; the loop gives the bits of p, `inverse` those of q. */
function bindComparison(form: Form, type: string): { readonly loop: Loop; readonly combine: Combine } {
  const test = comparison(form, type);
  const operator = (['and', 'or', 'xor'] as const).find(name => form.take(name));
  const o = form.operation;
  o.a = form.source(form.operand(1), test.from[0]);
  o.b = form.source(form.operand(2), test.from[1]);
  if (!operator) return { loop: loopOf(test), combine: bits => bits };
  o.c = form.predicate(form.operand(3));
  const logic = BOOLEAN[operator];
  return { loop: loopOf(test), combine: (bits, r) => logic(bits, r[o.c]) };
}
type Combine = (bits: number, r: Int32Array) => number;

function setPredicates(form: Form): Run {
  const target = form.operand(0);
  const [first, second] = target.kind === 'pair' ? [target.first, target.second] : [target, null];
  const { loop, combine } = bindComparison(form, form.type());
  form.finish();
  const o = form.operation;
  o.d = form.destination(first, 'pred');
  o.e = second ? form.destination(second, 'pred') : NO_SLOT;
  // The sink is a plane of scratch words, so writing the first of them does no harm.
  if (o.e === NO_SLOT && o.c === NO_SLOT) {
    return (warp, operation, mask) => {
      setPredicate(warp.r, operation.d, loop(warp, operation, mask), mask);
      return 0;
    };
  }
  const inverse = o.e === NO_SLOT ? SINK_SLOT : o.e;
  return (warp, operation, mask) => {
    const bits = loop(warp, operation, mask);
    const [p, q] = [combine(bits, warp.r), combine(~bits, warp.r)];
    setPredicate(warp.r, operation.d, p, mask);
    setPredicate(warp.r, inverse, q, mask);
    return 0;
  };
}

const ONES: Readonly<Record<string, number>> = {
  f32: 0x3f800000,
  f16: 0x3c00,
  bf16: 0x3f80,
  u32: -1,
  s32: -1,
  u16: 0xffff,
  s16: 0xffff,
};

/** `set.CmpOp.dtype.stype`: all ones, or 1.0, where true. */
function setValues(form: Form): Run {
  const [to, from] = [form.type(0), form.type(1)];
  if (from.endsWith('x2')) return setPairs(form, from === 'f16x2' ? 'f16' : 'bf16', to);
  const { loop, combine } = bindComparison(form, from);
  form.finish();
  const one = ONES[to] ?? form.refuse(`set to .${to} is not implemented`);
  const o = form.operation;
  o.d = form.destination(form.operand(0), 's32');
  return (warp, operation, mask) => {
    const { r } = warp;
    const bits = combine(loop(warp, operation, mask), r);
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      r[operation.d + l] = (bits >>> l) & 1 ? one : 0;
    }
    return 0;
  };
}

/** Packed halves are compared each on its own; a 32-bit result has 16 ones for each. */
function setPairs(form: Form, from: 'f16' | 'bf16', to: string): Run {
  const name = form.oneOf(COMPARISONS);
  form.finish();
  const test = floatComparison(name, from, v => v)?.run ?? form.refuse(`'${name}' compares no floats`);
  const format = from === 'f16' ? F16 : BF16;
  const one = to.endsWith('x2') ? ONES[from] : 0xffff;
  const half = (a: number, b: number): number => (test(decodeFloat(format, a), decodeFloat(format, b)) === 1 ? one : 0);
  return form.compute(effect('s32', ['s32', 's32'], (a, b) => half(a, b) | (half(a >>> 16, b >>> 16) << 16)));
}

function select(form: Form): Run {
  form.finish();
  const wide = untyped(form.type()) === 'b64';
  return form.compute(form.effect(wide ? 'selp.b64' : 'selp.b32'));
}

function selectBySign(form: Form): Run {
  const ftz = form.take('ftz');
  form.finish();
  const wide = untyped(form.type()) === 'b64';
  const plain = form.effect(`slct.${wide ? 'b64' : 'b32'}.${form.type(1)}`);
  // Flushing changes no sign but that of -subnormals, which become -0 and compare as >= 0.
  if (ftz && !wide) return form.compute(effect('s32', plain.from, (a, b, c) => (flush(c) >= 0 ? a : b)));
  if (ftz) form.refuse('slct.ftz of 64 bits is not implemented');
  return form.compute(plain);
}

export const COMPARE_ROWS: readonly Row[] = [
  row('setp', [[...BITS, ...INTEGERS, ...FLOATS, ...SMALL_FLOATS]], `${C}: setp`, setPredicates),
  row(
    'set',
    [
      ['u16', 's16', 'u32', 's32', 'f32', ...SMALL_FLOATS],
      [...BITS, ...INTEGERS, ...FLOATS, ...SMALL_FLOATS],
    ],
    `${C}: set`,
    setValues,
  ),
  row('selp', [[...BITS, ...INTEGERS, ...FLOATS]], `${C}: selp`, select),
  row(
    'slct',
    [
      [...BITS, ...INTEGERS, ...FLOATS],
      ['s32', 'f32'],
    ],
    `${C}: slct`,
    selectBySign,
  ),
];
