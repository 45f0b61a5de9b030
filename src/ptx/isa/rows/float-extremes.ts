/** `min`, `max`, `abs` and `neg` of floats, with all their modifiers. */
import type { Run } from '../../machine/operation.ts';
import { maximum, minimum } from '../effects/float.ts';
import { flusher } from '../effects/float-rounding.ts';
import { elementOf, onElements, onNumbers, patternsOf, type SmallFloat } from '../effects/packed-float.ts';
import type { Form } from '../form.ts';

/** Types that have modifiers. */
type Bounded = SmallFloat | 'f32';
type Extreme = (a: number, b: number) => number;
const ORDERED: Readonly<Record<'min' | 'max', Extreme>> = { min: minimum, max: maximum };
/** `.NaN`: one NaN makes the result NaN. */
const PROPAGATING: Readonly<Record<'min' | 'max', Extreme>> = {
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
};

const hasFlushing = (type: string): boolean => type.startsWith('f16') || type === 'f32';

export function computeExtreme(form: Form, name: 'min' | 'max'): Run {
  const type = form.type();
  if (type === 'f64') return computePlain(form, `${name}.f64`);
  const ftz = hasFlushing(type) && form.take('ftz');
  const pick = (form.take('NaN') ? PROPAGATING : ORDERED)[name];
  if (type === 'f32' && form.operandCount === 4) return ofThree(form, pick, ftz);
  const xorsign = form.take('xorsign');
  if (xorsign) form.oneOf(['abs']);
  form.finish();
  if (!xorsign && !ftz && pick === ORDERED[name]) return form.compute(form.effect(`${name}.${type}`));
  const flushed = flushing(type as Bounded, pick, ftz);
  const run = xorsign ? signsCombined(type as Bounded, flushed) : null;
  return form.compute(run ? onElements(type as Bounded, 2, run) : onNumbers(type as Bounded, 2, flushed));
}

function computePlain(form: Form, name: string): Run {
  form.finish();
  return form.compute(form.effect(name));
}

function flushing(type: Bounded, pick: Extreme, ftz: boolean): Extreme {
  if (!ftz) return pick;
  const flush = flusher(type);
  return (a, b) => pick(flush(a), flush(b));
}

/** `.xorsign.abs`: the magnitudes are compared, the signs multiplied, those of NaN too. A NaN result keeps its pattern. */
function signsCombined(type: Bounded, pick: Extreme): Extreme {
  const sign = elementOf(type) === 'f32' ? -0x80000000 : 0x8000;
  const magnitudes = patternsOf(type, (a, b) => pick(Math.abs(a), Math.abs(b)));
  const nan = patternsOf(type, () => Number.NaN)(0, 0, 0);
  return (a, b) => {
    const magnitude = magnitudes(a, b, 0);
    return magnitude === nan ? nan : magnitude | ((a ^ b) & sign);
  };
}

function ofThree(form: Form, pick: Extreme, ftz: boolean): Run {
  const size = form.take('abs') ? Math.abs : (v: number) => v;
  form.finish();
  const flush = ftz ? flusher('f32') : (v: number) => v;
  const of = (v: number): number => size(flush(v));
  return form.compute(onNumbers('f32', 3, (a, b, c) => pick(pick(of(a), of(b)), of(c))));
}

/** The sign bit changes; NaN becomes the canonical one, of f64 it is only made quiet. */
export function computeSign(form: Form, name: 'neg' | 'abs'): Run {
  const type = form.type();
  const ftz = hasFlushing(type) && form.take('ftz');
  if (!ftz) return computePlain(form, `${name}.${type}`);
  form.finish();
  const flush = flusher(type as Bounded);
  return form.compute(onNumbers(type as Bounded, 1, name === 'neg' ? a => -flush(a) : a => Math.abs(flush(a))));
}
