/** Integer arithmetic, and the integer forms of what exists for floats too. */
import { lowestBit32 } from '../../../base/bits.ts';
import { toldOf } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import { openWord } from '../../machine/undefined-words.ts';
import type { Warp } from '../../machine/warp.ts';
import { effect } from '../effect.ts';
import { minMaxRelu, multiplyHighAdd, packedInteger } from '../effects/integer-variants.ts';
import type { Form } from '../form.ts';
import { isPackedInteger, untyped, widthOf } from '../row.ts';
import { computeWithCarry, multiplyAddWithCarry } from './extended-precision.ts';

/** The effect `${name}.${type}`; 'signless' where all types of one width share it. */
export function computeInteger(form: Form, name: string, sign: 'signed' | 'signless'): Run {
  form.finish();
  return form.compute(form.effect(`${name}.${sign === 'signed' ? form.type() : untyped(form.type())}`));
}

/** Quotient and remainder. */
export function divideIntegers(form: Form, name: 'div' | 'rem'): Run {
  const isLong = widthOf(form.type()) === 64;
  const divide = computeInteger(form, name, 'signed');
  const { b } = form.operation;
  return (warp, operation, mask) => {
    let byZero = 0;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      if (warp.r[b + lane] === 0 && (!isLong || warp.r[b + 32 + lane] === 0)) byZero |= 1 << lane;
    }
    const made = divide(warp, operation, mask);
    if (byZero !== 0) leaveOpen(warp, operation, byZero, isLong);
    return made;
  };
}

/** Leaves the lanes' results undefined: a hazard, if anything depends on them. */
function leaveOpen(warp: Warp, operation: Operation, lanes: number, isLong: boolean): void {
  const { undefinedWords, log } = warp.cta.grid;
  for (let m = lanes; m !== 0 && undefinedWords.inRegisters !== 0; m &= m - 1) {
    const at = operation.d + lowestBit32(m);
    warp.r[at] = openWord(undefinedWords, at);
    if (isLong) warp.r[at + 32] = openWord(undefinedWords, at + 32);
  }
  log.reportDoubtAt('divisionByZero', operation.pc, operation.pc, () => ({
    kind: 'divisionByZero',
    ...toldOf(warp, operation, lowestBit32(lanes), 'divides by zero, and the outcome depends on it'),
    seen: ALL_ONES,
  }));
}

const ALL_ONES = 'PTX leaves the result open; an H200 gives a quotient and a remainder of all ones.';

export function addOrSubIntegers(form: Form, name: 'add' | 'sub'): Run {
  const type = form.type();
  if (isPackedInteger(type)) {
    form.finish();
    return name === 'add' ? form.compute(packedInteger('add', type, false)) : form.refuse(`there is no sub.${type}`);
  }
  const isLong = widthOf(type) > 16;
  if (isLong && form.take('cc')) return computeWithCarry(form, name, false, true);
  if (type === 's32' && form.take('sat')) return computeSaturated(form, name);
  return computeInteger(form, name, 'signless');
}

function computeSaturated(form: Form, name: 'add' | 'sub'): Run {
  form.finish();
  const clamp = (v: number) => Math.max(-0x80000000, Math.min(0x7fffffff, v));
  return form.compute(effect('s32', ['s32', 's32'], name === 'add' ? (a, b) => clamp(a + b) : (a, b) => clamp(a - b)));
}

export function multiplyIntegers(form: Form): Run {
  const type = form.type();
  const part = widthOf(type) === 64 ? form.oneOf(['lo', 'hi']) : form.oneOf(['lo', 'hi', 'wide']);
  form.finish();
  return form.compute(form.effect(`mul.${part}.${part === 'lo' ? untyped(type) : type}`));
}

export function multiplyAddIntegers(form: Form): Run {
  const type = form.type();
  const width = widthOf(type);
  const part = width === 64 ? form.oneOf(['lo', 'hi']) : form.oneOf(['lo', 'hi', 'wide']);
  if (part !== 'wide' && width > 16 && form.take('cc')) return multiplyAddWithCarry(form, part, false, true);
  const sat = part === 'hi' && type === 's32' && form.take('sat');
  form.finish();
  if (part === 'hi' && (sat || width !== 32)) return form.compute(multiplyHighAdd(type, sat));
  return form.compute(form.effect(`mad.${part}.${part === 'lo' ? untyped(type) : type}`));
}

export function minOrMaxOfIntegers(form: Form, name: 'min' | 'max'): Run {
  const type = form.type();
  const relu = (type === 's32' || type === 's16x2') && form.take('relu');
  form.finish();
  if (isPackedInteger(type)) return form.compute(packedInteger(name, type, relu));
  return form.compute(relu ? minMaxRelu(name) : form.effect(`${name}.${type}`));
}
