/** cp.reduce.async.bulk: what a copy leaves of the bytes that are there and of those that come, element by element. */
import type { ElementType } from '../../../trace/launch.ts';
import type { Combine } from '../../machine/bulk-copy.ts';
import { REDUCTIONS, UPDATES, type Update, WIDE_UPDATES, type WideUpdate } from '../effects/atomic.ts';
import { widthOf } from '../row.ts';

export { REDUCTIONS };
export type BulkReduction = (typeof REDUCTIONS)[number];
export type ReducedType = ElementType | 'b32' | 'b64';

type Types = Readonly<Record<BulkReduction, RegExp>>;

/** Types of each reduction (manual, cp.reduce.async.bulk: table of operations), by the space of the destination. */
const TYPES: Readonly<Record<'global' | 'shared', Types>> = {
  global: {
    ...{ add: /^([us]32|u64|f32|f64|b?f16)$/, min: /^([us](32|64)|b?f16)$/, max: /^([us](32|64)|b?f16)$/ },
    ...{ inc: /^u32$/, dec: /^u32$/, and: /^b(32|64)$/, or: /^b(32|64)$/, xor: /^b(32|64)$/ },
  },
  shared: {
    ...{ add: /^([us]32|u64)$/, min: /^[us]32$/, max: /^[us]32$/ },
    ...{ inc: /^u32$/, dec: /^u32$/, and: /^b32$/, or: /^b32$/, xor: /^b32$/ },
  },
};

/** Null where there is no such reduction. */
export function combineOf(reduction: BulkReduction, type: ReducedType, to: 'global' | 'shared'): Combine | null {
  if (!TYPES[to][reduction].test(type)) return null;
  const isTyped = /^(min|max|inc|dec)$/.test(reduction) || /f/.test(type);
  const key = isTyped ? `${reduction}.${type}` : `${reduction}.b${widthOf(type)}`;
  if (widthOf(type) === 64) return wide(key === 'add.f64' ? keepingNan : WIDE_UPDATES[key]);
  return narrow(UPDATES[key], widthOf(type) === 16 ? 2 : 4);
}

const EXPONENT = 0x7ffn << 52n;
const isNan = (bits: bigint): boolean => (bits & ((1n << 63n) - 1n)) > EXPONENT;

/** Other than an atomic addition, the engine's leaves a NaN as it is. */
const keepingNan: WideUpdate = (old, b, c) => (isNan(old) ? old : isNan(b) ? b : WIDE_UPDATES['add.f64'](old, b, c));

/**
 * Reduction of a tensor map's elements: a bitwise one takes the bits of integers, but not of s64, which traps on an
 * H200.
 */
export function combineOfElements(reduction: BulkReduction, type: ElementType): Combine | null {
  const isBitwise = /^(and|or|xor)$/.test(reduction) && /^([us]32|u64)$/.test(type);
  return combineOf(reduction, isBitwise ? (`b${widthOf(type)}` as 'b32' | 'b64') : type, 'global');
}

const narrow =
  (update: Update, elementBytes: 2 | 4): Combine =>
  (memory, at, data, from, count) => {
    const [old, next] = elementBytes === 2 ? [halves(memory), halves(data)] : [words(memory), words(data)];
    for (let b = 0; b < count; b += elementBytes) {
      const i = (at + b) / elementBytes;
      old[i] = update(old[i], next[(from + b) / elementBytes], 0);
    }
  };

const wide =
  (update: WideUpdate): Combine =>
  (memory, at, data, from, count) => {
    const [old, next] = [longs(memory), longs(data)];
    for (let b = 0; b < count; b += 8) {
      old[(at + b) / 8] = BigInt.asUintN(64, update(old[(at + b) / 8], next[(from + b) / 8], 0n));
    }
  };

/** Views of whole memories, whose buffers start where they do and are multiples of 8 bytes. */
const halves = ({ buffer }: Uint8Array): Uint16Array => new Uint16Array(buffer, 0, buffer.byteLength >> 1);
const words = ({ buffer }: Uint8Array): Int32Array => new Int32Array(buffer, 0, buffer.byteLength >> 2);
const longs = ({ buffer }: Uint8Array): BigUint64Array => new BigUint64Array(buffer, 0, buffer.byteLength >> 3);
