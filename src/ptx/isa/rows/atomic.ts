/** atom and red: lanes take their turn in order, each reads and writes before the next. */

import { BF16, decodeFloat, encodeFloat, F16, type FloatFormat } from '../../../base/float-formats.ts';
import { access, type Move } from '../../machine/locate.ts';
import type { Run } from '../../machine/operation.ts';
import { bitsOfNumber, doubleOfWords, floatOfBits, highWordOfDouble, lowWordOfDouble, oddSum } from '../float.ts';
import type { Form } from '../form.ts';
import { BITS, FLOATS, type Row, row, SMALL_FLOATS, widthOf } from '../row.ts';
import { SINK_SLOT } from '../slots.ts';
import { highWord, lowWord, unsigned64 } from '../wide.ts';
import { addressForm, takeOrdering, takeSpace } from './address.ts';

const P = 'Parallel Synchronization and Communication Instructions';
const OPERATORS = ['add', 'exch', 'cas', 'min', 'max', 'and', 'or', 'xor', 'inc', 'dec'] as const;

/** New value from the old one and the operands; 32-bit patterns. */
type Update = (old: number, b: number, c: number) => number;

const floatAdd: Update = (old, b) => bitsOfNumber(floatOfBits(old) + floatOfBits(b));
const addNarrow =
  (format: FloatFormat): Update =>
  (old, b) =>
    encodeFloat(format, oddSum(decodeFloat(format, old), decodeFloat(format, b)));
const addPair = (format: FloatFormat): Update => {
  const add = addNarrow(format);
  return (old, b, c) => add(old, b, c) | (add(old >>> 16, b >>> 16, c) << 16);
};

const UPDATES: Readonly<Record<string, Update>> = {
  'add.b32': (old, b) => old + b,
  'exch.b32': (_old, b) => b,
  'cas.b32': (old, b, c) => (old === b ? c : old),
  'min.s32': (old, b) => Math.min(old, b),
  'max.s32': (old, b) => Math.max(old, b),
  'min.u32': (old, b) => (old >>> 0 < b >>> 0 ? old : b),
  'max.u32': (old, b) => (old >>> 0 > b >>> 0 ? old : b),
  'and.b32': (old, b) => old & b,
  'or.b32': (old, b) => old | b,
  'xor.b32': (old, b) => old ^ b,
  'inc.u32': (old, b) => (old >>> 0 >= b >>> 0 ? 0 : old + 1),
  'dec.u32': (old, b) => (old === 0 || old >>> 0 > b >>> 0 ? b : old - 1),
  'add.f32': floatAdd,
  'add.f16x2': addPair(F16),
  'add.bf16x2': addPair(BF16),
  'cas.b16': (old, b, c) => (old === b ? c : old),
  'add.f16': addNarrow(F16),
  'add.bf16': addNarrow(BF16),
};

type WideUpdate = (old: bigint, b: bigint, c: bigint) => bigint;
const choose = (first: boolean, a: bigint, b: bigint): bigint => (first ? a : b);
const WIDE_UPDATES: Readonly<Record<string, WideUpdate>> = {
  'add.b64': (old, b) => old + b,
  'exch.b64': (_old, b) => b,
  'cas.b64': (old, b, c) => (old === b ? c : old),
  'min.s64': (old, b) => choose(BigInt.asIntN(64, old) < BigInt.asIntN(64, b), old, b),
  'max.s64': (old, b) => choose(BigInt.asIntN(64, old) > BigInt.asIntN(64, b), old, b),
  'min.u64': (old, b) => choose(old < b, old, b),
  'max.u64': (old, b) => choose(old > b, old, b),
  'and.b64': (old, b) => old & b,
  'or.b64': (old, b) => old | b,
  'xor.b64': (old, b) => old ^ b,
  'add.f64': (old, b) => bigOfDouble(doubleOf(old) + doubleOf(b)),
};

const doubleOf = (bits: bigint): number => doubleOfWords(lowWord(bits), highWord(bits));
const bigOfDouble = (value: number): bigint => unsigned64(lowWordOfDouble(value), highWordOfDouble(value));

/** Only these tell floats and signs apart. */
const keyOf = (operator: string, type: string): string =>
  /^(min|max|inc|dec)$/.test(operator) || /f/.test(type) ? `${operator}.${type}` : `${operator}.b${widthOf(type)}`;

interface Operands {
  readonly d: number;
  readonly b: number;
  readonly c: number;
}

/** Reads, updates and writes 16- or 32-bit words lane by lane. */
function narrowMove(update: Update, bytes: 2 | 4, { d, b, c }: Operands): Move {
  return (warp, _operation, memory, mask) => {
    const { r, at } = warp;
    const words = bytes === 4 ? memory.i32 : memory.u16;
    const shift = bytes === 4 ? 2 : 1;
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      const index = at[l] >> shift;
      const old = words[index];
      words[index] = update(old, r[b + l], r[c + l]);
      if (words[index] !== old) warp.cta.grid.events++;
      r[d + l] = old;
    }
  };
}

function wideMove(update: WideUpdate, { d, b, c }: Operands): Move {
  return (warp, _operation, { i32 }, mask) => {
    const { r, at } = warp;
    const read = (slot: number, l: number): bigint => unsigned64(r[slot + l], r[slot + 32 + l]);
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      const index = at[l] >> 2;
      const [low, high] = [i32[index], i32[index + 1]];
      const next = update(unsigned64(low, high), read(b, l), read(c, l));
      i32[index] = lowWord(next);
      i32[index + 1] = highWord(next);
      if (i32[index] !== low || i32[index + 1] !== high) warp.cta.grid.events++;
      r[d + l] = low;
      r[d + 32 + l] = high;
    }
  };
}

const bytesOf = (type: string): 2 | 4 | 8 =>
  widthOf(type) === 64 ? 8 : widthOf(type) === 32 || type.endsWith('x2') ? 4 : 2;

/** `d, [a], b{, c}`, or without d. */
function operandsOf(form: Form, operator: string, bytes: 2 | 4 | 8, returns: boolean): Operands {
  const kind = bytes === 8 ? 'b64' : bytes === 4 ? 's32' : 'u16';
  const first = returns ? 2 : 1;
  const b = form.source(form.operand(first), kind);
  const c = operator === 'cas' ? form.source(form.operand(first + 1), kind) : b;
  return { d: returns ? form.destination(form.operand(0), kind) : SINK_SLOT, b, c };
}

const atomic =
  (returns: boolean) =>
  (form: Form): Run => {
    const space = takeSpace(form);
    takeOrdering(form);
    form.ignore(/^noftz$/);
    const operator = form.oneOf(OPERATORS);
    form.finish();
    const bytes = bytesOf(form.type());
    const move = moveOf(form, keyOf(operator, form.type()), bytes, operandsOf(form, operator, bytes, returns));
    const shape = { kind: 'atomic', widthBytes: bytes, values: [], elementBytes: bytes } as const;
    const place = addressForm(form, form.operand(returns ? 1 : 0), space, shape);
    return (warp, operation, mask) => {
      access(warp, operation, place, mask, move);
      warp.poll();
      return 0;
    };
  };

function moveOf(form: Form, key: string, bytes: 2 | 4 | 8, operands: Operands): Move {
  if (bytes === 8) {
    return wideMove(WIDE_UPDATES[key] ?? form.refuse(`'${key}' is not implemented`), operands);
  }
  return narrowMove(UPDATES[key] ?? form.refuse(`'${key}' is not implemented`), bytes, operands);
}

const ATOMIC_TYPES = [...BITS, 'b128', 'u32', 's32', 'u64', 's64', ...FLOATS, ...SMALL_FLOATS];

export const ATOMIC_ROWS: readonly Row[] = [
  row('atom', [ATOMIC_TYPES], `${P}: atom`, atomic(true)),
  row('red', [ATOMIC_TYPES], `${P}: red`, atomic(false)),
];
