/** Instructions on values of a warp's lanes together: match and redux. */
import { lowestBit32 } from '../../../base/bits.ts';
import { NO_SLOT, type Run } from '../../machine/operation.ts';
import { maximum, minimum } from '../effects/float.ts';
import { bitsOfNumber, floatOfBits } from '../float.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { bindTarget, collective } from './collective.ts';
import { setPredicate } from './predicates.ts';

const P = 'Parallel Synchronization and Communication Instructions';

/** What lanes bring: one word, or two. */
const brought = new Int32Array(64);

/** `match.any d, a, members`: the lanes that hold the same value; `match.all d|p`: the members, if all do. */
function match(form: Form): Run {
  const mode = form.oneOf(['any', 'all']);
  form.oneOf(['sync']);
  form.finish();
  if (mode === 'any' && form.operand(0).kind === 'pair') form.refuse('match.any sets no predicate');
  const wide = form.type() === 'b64';
  const allEqual = bindTarget(form);
  const o = form.operation;
  o.a = form.source(form.operand(1), wide ? 'b64' : 's32');
  const equals = (x: number, y: number) => brought[x] === brought[y] && (!wide || brought[32 + x] === brought[32 + y]);
  return collective(form, 2, {
    offer: ({ r }, { a }, mask) => {
      for (let m = mask; m !== 0; m &= m - 1) bring(r, a, lowestBit32(m), wide);
    },
    take: ({ r }, { d }, mask, all) => {
      const uniform = lanesLike(lowestBit32(all), all, equals) === all;
      for (let m = mask; m !== 0; m &= m - 1) {
        const lane = lowestBit32(m);
        r[d + lane] = mode === 'any' ? lanesLike(lane, all, equals) : uniform ? all : 0;
      }
      if (allEqual !== NO_SLOT) setPredicate(r, allEqual, uniform ? -1 : 0, mask);
    },
  });
}

function bring(r: Int32Array, a: number, lane: number, wide: boolean): void {
  brought[lane] = r[a + lane];
  if (wide) brought[32 + lane] = r[a + 32 + lane];
}

function lanesLike(lane: number, mask: number, equals: (x: number, y: number) => boolean): number {
  let like = 0;
  for (let m = mask; m !== 0; m &= m - 1) if (equals(lane, lowestBit32(m))) like |= 1 << lowestBit32(m);
  return like;
}

type Fold = (x: number, y: number) => number;
const FOLDS: Readonly<Record<string, Fold>> = {
  'add.s32': (x, y) => (x + y) | 0,
  'add.u32': (x, y) => (x + y) | 0,
  'min.s32': (x, y) => Math.min(x, y),
  'max.s32': (x, y) => Math.max(x, y),
  'min.u32': (x, y) => (x >>> 0 < y >>> 0 ? x : y),
  'max.u32': (x, y) => (x >>> 0 > y >>> 0 ? x : y),
  'and.b32': (x, y) => x & y,
  'or.b32': (x, y) => x | y,
  'xor.b32': (x, y) => x ^ y,
};

/** Values of a reduction: how they come out of a register and go into one. */
export interface Reduction {
  readonly read: (bits: number) => number;
  readonly fold: Fold;
  readonly write: (value: number) => number;
}

const asIs = (bits: number): number => bits;

function reductionOfFloats(form: Form): Reduction {
  const name = form.oneOf(['min', 'max']);
  const read = form.take('abs') ? (bits: number) => Math.abs(floatOfBits(bits)) : floatOfBits;
  const fold = form.take('NaN') ? Math[name] : name === 'min' ? minimum : maximum;
  return { read, fold, write: bitsOfNumber };
}

function reductionOfIntegers(form: Form, operators: readonly string[]): Reduction {
  const operator = form.oneOf(operators);
  const fold = FOLDS[`${operator}.${form.type()}`] ?? form.refuse(`there is no ${operator} of .${form.type()}`);
  return { read: asIs, fold, write: asIs };
}

/** `operators`: of integers; floats have `min` and `max`. */
export const reductionOf = (form: Form, operators: readonly string[]): Reduction =>
  form.type() === 'f32' ? reductionOfFloats(form) : reductionOfIntegers(form, operators);

function reduce(form: Form): Run {
  form.oneOf(['sync']);
  const { read, fold, write } = reductionOf(form, ['add', 'min', 'max', 'and', 'or', 'xor']);
  form.finish();
  form.operation.d = form.destination(form.operand(0), 's32');
  form.operation.a = form.source(form.operand(1), 's32');
  return collective(form, 2, {
    offer: ({ r }, { a }, mask) => {
      for (let m = mask; m !== 0; m &= m - 1) bring(r, a, lowestBit32(m), false);
    },
    take: ({ r }, { d }, mask, all) => {
      let result = read(brought[lowestBit32(all)]);
      for (let m = all & (all - 1); m !== 0; m &= m - 1) result = fold(result, read(brought[lowestBit32(m)]));
      const bits = write(result);
      for (let m = mask; m !== 0; m &= m - 1) r[d + lowestBit32(m)] = bits;
    },
  });
}

export const REDUCTION_ROWS: readonly Row[] = [
  row('match', { types: [['b32', 'b64']], class: 'warp', section: `${P}: match.sync`, decode: match }),
  row('redux', { types: [['b32', 'u32', 's32', 'f32']], class: 'warp', section: `${P}: redux.sync`, decode: reduce }),
];
