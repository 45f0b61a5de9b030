/** Comparisons that give values, and selection by a sign. */
import type { Run } from '../../machine/operation.ts';
import { effect, wideEffect } from '../effect.ts';
import { flush } from '../float-arithmetic.ts';
import type { Form } from '../form.ts';
import { BITS, FLOATS, INTEGERS, type Row, row, SMALL_FLOATS, untyped } from '../row.ts';
import { bindComparison } from './comparison.ts';
import { bindPair, compareAny } from './float-comparison.ts';

const C = 'Comparison and Selection Instructions';

const ONES: Readonly<Record<string, number>> = {
  f32: 0x3f800000,
  f16: 0x3c00,
  bf16: 0x3f80,
  f16x2: 0x3c00,
  bf16x2: 0x3f80,
  u32: -1,
  s32: -1,
  u16: 0xffff,
  s16: 0xffff,
};

/** Which results a comparison of each type may give (manual, set: half precision forms). */
function isSettable(to: string, from: string): boolean {
  if (from.endsWith('x2')) return to === from || to === 'u32' || to === 's32';
  if (to.endsWith('x2')) return false;
  const isHalf = from === 'f16' || from === 'bf16';
  return to.endsWith('16') && isInteger(to) ? isHalf : !(to === 'f32' && isHalf);
}

const isInteger = (type: string): boolean => /^[us]/.test(type);

/** `set.CmpOp.dtype.stype`: all ones, or 1.0, where true. */
function setValues(form: Form): Run {
  const [to, from] = [form.type(0), form.type(1)];
  if (!isSettable(to, from)) form.refuse(`there is no set.${to}.${from}`);
  if (from.endsWith('x2')) return setPairs(form, to, from);
  const { loop, combine } = bindComparison(form, compareAny(form, from));
  form.finish();
  const one = ONES[to];
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
function setPairs(form: Form, to: string, from: string): Run {
  const { low, high, combine } = bindPair(form, from);
  form.finish();
  const one = ONES[to] & 0xffff;
  const o = form.operation;
  o.d = form.destination(form.operand(0), 's32');
  return (warp, operation, mask) => {
    const { r } = warp;
    const [ofLow, ofHigh] = [combine(low(warp, operation, mask), r), combine(high(warp, operation, mask), r)];
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      r[operation.d + l] = ((ofLow >>> l) & 1 ? one : 0) | ((ofHigh >>> l) & 1 ? one << 16 : 0);
    }
    return 0;
  };
}

function selectBySign(form: Form): Run {
  // Flushing c makes -subnormals -0, which is >= 0.
  const ftz = form.type(1) === 'f32' && form.take('ftz');
  form.finish();
  const wide = untyped(form.type()) === 'b64';
  const plain = form.effect(`slct.${wide ? 'b64' : 'b32'}.${form.type(1)}`);
  if (!ftz) return form.compute(plain);
  if (!wide) return form.compute(effect('s32', plain.from, (a, b, c) => (flush(c) >= 0 ? a : b)));
  return form.compute(
    wideEffect(
      plain.from,
      (al, _ah, bl, _bh, c) => (flush(c) >= 0 ? al : bl),
      (_al, ah, _bl, bh, c) => (flush(c) >= 0 ? ah : bh),
    ),
  );
}

export const COMPARED_VALUE_ROWS: readonly Row[] = [
  row('set', {
    types: [
      ['u16', 's16', 'u32', 's32', 'f32', ...SMALL_FLOATS],
      [...BITS, ...INTEGERS, ...FLOATS, ...SMALL_FLOATS],
    ],
    class: 'predicate',
    section: `${C}: set`,
    decode: setValues,
  }),
  row('slct', {
    types: [
      [...BITS, ...INTEGERS, ...FLOATS],
      ['s32', 'f32'],
    ],
    class: 'predicate',
    section: `${C}: slct`,
    decode: selectBySign,
  }),
];
