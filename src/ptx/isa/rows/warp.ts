/** Exchange between the lanes of a warp. All lanes of the member mask must meet at the instruction. */
import { popcount32 } from '../../../base/bits.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import { NO_SLOT } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import { maximum, minimum } from '../effects/float.ts';
import { bitsOfNumber, floatOfBits } from '../float.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { setPredicate } from './predicates.ts';

const P = 'Parallel Synchronization and Communication Instructions';
const D = 'Data Movement and Conversion Instructions';

const firstLane = (mask: number): number => 31 - Math.clz32(mask & -mask);

type Exchange = (warp: Warp, operation: Operation, mask: number) => void;

/** Runs `exchange` once all members are there. `members` is the slot of the member mask. */
function collective(members: number, exchange: Exchange): Run {
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    if (!warp.gathered(operation, mask, warp.r[members + firstLane(mask)])) return 0;
    exchange(warp, operation, mask);
    return 0;
  };
}

const SOURCE_LANE: Readonly<
  Record<'up' | 'down' | 'bfly' | 'idx', (lane: number, b: number, least: number, clampTo: number) => number>
> = {
  up: (lane, b) => lane - b,
  down: (lane, b) => lane + b,
  bfly: (lane, b) => lane ^ b,
  idx: (_lane, b, least, clampTo) => least | (b & ~clampTo & 31),
};

const before = new Int32Array(32);

/** `shfl.sync.mode d|p, a, b, c, members`; c holds the clamp in bits 0-4 and the segment mask in bits 8-12. */
function shuffle(form: Form): Run {
  form.oneOf(['sync']);
  const mode = form.oneOf(['up', 'down', 'bfly', 'idx']);
  form.finish();
  const target = form.operand(0);
  const o = form.operation;
  o.d = form.destination(target.kind === 'pair' ? target.first : target, 's32');
  const inRange =
    target.kind === 'pair' && target.second.kind === 'register' ? form.destination(target.second, 'pred') : NO_SLOT;
  o.a = form.source(form.operand(1), 's32');
  o.b = form.source(form.operand(2), 's32');
  o.c = form.source(form.operand(3), 's32');
  const source = SOURCE_LANE[mode];
  return collective(form.source(form.operand(4), 's32'), ({ r }, { d, a, b, c }, mask) => {
    let inside = 0;
    before.set(r.subarray(a, a + 32));
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = firstLane(m);
      const control = r[c + lane];
      const segment = (control >>> 8) & 31;
      const least = lane & segment;
      const last = (lane & segment) | (control & 31 & ~segment);
      const from = source(lane, r[b + lane] & 31, least, segment);
      const fits = mode === 'up' ? from >= last : from <= last;
      if (fits) inside |= 1 << lane;
      r[d + lane] = before[fits ? from : lane];
    }
    if (inRange !== NO_SLOT) setPredicate(r, inRange, inside, mask);
  });
}

function vote(form: Form): Run {
  form.oneOf(['sync']);
  const mode = form.oneOf(['all', 'any', 'uni', 'ballot']);
  form.finish();
  const ballot = mode === 'ballot';
  form.operation.d = form.destination(form.operand(0), ballot ? 's32' : 'pred');
  const predicate = form.predicate(form.operand(1));
  return collective(form.source(form.operand(2), 's32'), ({ r }, { d }, mask) => {
    const bits = r[predicate] & mask;
    if (ballot) for (let m = mask; m !== 0; m &= m - 1) r[d + firstLane(m)] = bits;
    else {
      const truth = mode === 'any' ? bits !== 0 : mode === 'all' ? bits === mask : bits === 0 || bits === mask;
      setPredicate(r, d, truth ? -1 : 0, mask);
    }
  });
}

/** `match.any d, a, members`: the lanes that hold the same value; `match.all d|p`: the members, if all do. */
function match(form: Form): Run {
  const mode = form.oneOf(['any', 'all']);
  form.oneOf(['sync']);
  form.finish();
  const target = form.operand(0);
  if (mode === 'any' && target.kind === 'pair') form.refuse('match.any sets no predicate');
  const wide = form.type() === 'b64';
  const o = form.operation;
  o.d = form.destination(target.kind === 'pair' ? target.first : target, 's32');
  const allEqual =
    target.kind === 'pair' && target.second.kind === 'register' ? form.destination(target.second, 'pred') : NO_SLOT;
  o.a = form.source(form.operand(1), wide ? 'b64' : 's32');
  return collective(form.source(form.operand(2), 's32'), ({ r }, { d, a }, mask) => {
    const equals = (x: number, y: number) => r[a + x] === r[a + y] && (!wide || r[a + 32 + x] === r[a + 32 + y]);
    const results = new Int32Array(32);
    for (let m = mask; m !== 0; m &= m - 1) results[firstLane(m)] = lanesLike(firstLane(m), mask, equals);
    const uniform = results[firstLane(mask)] === mask;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = firstLane(m);
      r[d + lane] = mode === 'any' ? results[lane] : uniform ? mask : 0;
    }
    if (allEqual !== NO_SLOT) setPredicate(r, allEqual, uniform ? -1 : 0, mask);
  });
}

function lanesLike(lane: number, mask: number, equals: (x: number, y: number) => boolean): number {
  let like = 0;
  for (let m = mask; m !== 0; m &= m - 1) if (equals(lane, firstLane(m))) like |= 1 << firstLane(m);
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

/** What a reduction works on, and how that comes out of a register and goes into one. */
interface Reduction {
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

function reductionOfIntegers(form: Form): Reduction {
  const operator = form.oneOf(['add', 'min', 'max', 'and', 'or', 'xor']);
  const fold = FOLDS[`${operator}.${form.type()}`] ?? form.refuse(`there is no ${operator} of .${form.type()}`);
  return { read: asIs, fold, write: asIs };
}

function reduce(form: Form): Run {
  form.oneOf(['sync']);
  const { read, fold, write } = form.type() === 'f32' ? reductionOfFloats(form) : reductionOfIntegers(form);
  form.finish();
  form.operation.d = form.destination(form.operand(0), 's32');
  form.operation.a = form.source(form.operand(1), 's32');
  return collective(form.source(form.operand(2), 's32'), ({ r }, { d, a }, mask) => {
    let result = read(r[a + firstLane(mask)]);
    for (let m = mask & (mask - 1); m !== 0; m &= m - 1) result = fold(result, read(r[a + firstLane(m)]));
    const bits = write(result);
    for (let m = mask; m !== 0; m &= m - 1) r[d + firstLane(m)] = bits;
  });
}

/** `elect.sync d|p, members`. Which lane leads is up to the machine; here the lowest. */
function elect(form: Form): Run {
  form.oneOf(['sync']);
  form.finish();
  const target = form.operand(0);
  if (target.kind !== 'pair') return form.refuse('needs a destination d|p');
  form.operation.d = form.destination(target.first, 's32');
  const leads = form.destination(target.second, 'pred');
  return collective(form.source(form.operand(1), 's32'), ({ r }, { d }, mask) => {
    const leader = firstLane(mask);
    for (let m = mask; m !== 0; m &= m - 1) r[d + firstLane(m)] = leader;
    setPredicate(r, leads, 1 << leader, mask);
  });
}

function activeMask(form: Form): Run {
  form.finish();
  form.operation.d = form.destination(form.operand(0), 's32');
  return ({ r }, { d }, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) r[d + firstLane(m)] = mask;
    return 0;
  };
}

/** fns: the n-th set bit from a base; n > 0 counts upwards, n < 0 downwards, 0 asks for the base itself. */
function findNthSet(form: Form): Run {
  form.finish();
  form.operation.d = form.destination(form.operand(0), 's32');
  const [a, b, c] = [1, 2, 3].map(i => form.source(form.operand(i), 's32'));
  return ({ r }, { d }, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = firstLane(m);
      r[d + lane] = nthSet(r[a + lane], r[b + lane], r[c + lane]);
    }
    return 0;
  };
}

function nthSet(mask: number, base: number, n: number): number {
  if (base < 0 || base > 31) return -1;
  if (n === 0) return (mask >>> base) & 1 ? base : -1;
  const step = n > 0 ? 1 : -1;
  let left = Math.abs(n);
  if (popcount32(mask) < left) return -1;
  for (let i = base; i >= 0 && i < 32; i += step) if ((mask >>> i) & 1 && --left === 0) return i;
  return -1;
}

export const WARP_ROWS: readonly Row[] = [
  row('shfl', [['b32']], `${D}: shfl.sync`, shuffle),
  row('vote', [['pred', 'b32']], `${P}: vote.sync`, vote),
  row('match', [['b32', 'b64']], `${P}: match.sync`, match),
  row('redux', [['b32', 'u32', 's32', 'f32']], `${P}: redux.sync`, reduce),
  row('elect', [], `${P}: elect.sync`, elect),
  row('activemask', [['b32']], `${P}: activemask`, activeMask),
  row('fns', [['b32']], 'Integer Arithmetic Instructions: fns', findNthSet),
];
