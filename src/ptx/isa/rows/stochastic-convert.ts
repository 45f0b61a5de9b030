/** cvt.rs: conversions of two or four f32 with random bits, of which a register is an operand (sm_100a, sm_103a). */
import { lowestBit32 } from '../../../base/bits.ts';
import type { Run } from '../../machine/operation.ts';
import {
  FOUR_FLOATS,
  type FourFloats,
  type RandomLimits,
  stochasticFour,
  stochasticPair,
} from '../effects/stochastic.ts';
import type { Form } from '../form.ts';
import { computeConversion } from './convert.ts';

const isFour = (to: string): to is FourFloats => FOUR_FLOATS.some(name => name === to);

/** `.rs` is taken already. */
export function convertAtRandom(form: Form, to: string, from: string): Run {
  const four = isFour(to) ? to : null;
  if (from !== 'f32' || (four === null && to !== 'f16x2' && to !== 'bf16x2')) {
    form.refuse(`.rs makes no .${to} of .${from}`);
  }
  const satfinite = four === null ? form.take('satfinite') : form.oneOf(['satfinite']) !== null;
  const limits = { relu: form.take('relu'), satfinite };
  form.finish();
  if (form.operand(form.operandCount - 1).kind !== 'register') form.refuse('the random bits must be in a register');
  if (four !== null) return fourFloats(form, four, limits);
  return computeConversion(form, stochasticPair(to as 'f16x2' | 'bf16x2', limits), 32);
}

/** `d, {a, b, e, f}, random`. */
function fourFloats(form: Form, to: FourFloats, limits: RandomLimits): Run {
  const values = form.operand(1);
  if (values.kind !== 'vector' || values.elements.length !== 4) return form.refuse('needs a vector of four .f32');
  const [a, b, e, f] = values.elements.map(value => form.source(value, 'f32'));
  const random = form.source(form.operand(2), 's32');
  const bits = to === 'e2m1x4' ? 16 : 32;
  form.requireWidth(form.operand(0), to, bits);
  form.operation.d = form.destination(form.operand(0), bits === 16 ? 'u16' : 's32');
  const convert = stochasticFour(to, limits);
  return (warp, { d }, mask) => {
    const { r, f: floats } = warp;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      const four = [floats[a + lane], floats[b + lane], floats[e + lane], floats[f + lane]] as const;
      r[d + lane] = convert(four, r[random + lane]);
    }
    return 0;
  };
}
