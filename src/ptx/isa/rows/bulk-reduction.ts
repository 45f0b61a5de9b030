/** cp.reduce.async.bulk: what a copy leaves of the bytes that are there and of those that come, element by element. */
import { ELEMENT_BYTES, type ElementType } from '../../../trace/launch.ts';
import type { Combine } from '../../machine/bulk-copy.ts';
import { flushingAdd, REDUCTIONS, UPDATES, type Update, WIDE_UPDATES, type WideUpdate } from '../effects/atomic.ts';
import { widthOf } from '../row.ts';

export { REDUCTIONS };
export type Reduction = (typeof REDUCTIONS)[number];
export type ReducedType = ElementType | 'b32' | 'b64';

type Types = Readonly<Record<Reduction, RegExp>>;

/** What there is for each reduction (manual, cp.reduce.async.bulk: table of operations), by the space of the destination. */
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

/** Of a tensor map's elements, which have no untyped bits. */
const bitsOf = (reduction: Reduction, type: ReducedType): ReducedType =>
  /^(and|or|xor)$/.test(reduction) && /^[us](32|64)$/.test(type) ? (`b${widthOf(type)}` as 'b32' | 'b64') : type;

/** Null where there is no such reduction. The elements of tensor maps are typed, and a bitwise reduction takes their bits. */
export function combineOf(reduction: Reduction, given: ReducedType, to: 'global' | 'shared'): Combine | null {
  const type = bitsOf(reduction, given);
  if (!TYPES[to][reduction].test(type)) return null;
  const isSigned = /^(min|max|inc|dec)$/.test(reduction) || /f/.test(type);
  const key = isSigned ? `${reduction}.${type}` : `${reduction}.b${widthOf(type)}`;
  if (widthOf(type) === 64) return wide(WIDE_UPDATES[key]);
  // Like an atomic addition there, one in device memory flushes subnormals.
  return narrow(key === 'add.f32' && to === 'global' ? flushingAdd : UPDATES[key], widthOf(type) === 16 ? 2 : 4);
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

/** Bytes of what a reduction takes at a time. */
export const reducedBytes = (type: ReducedType): number =>
  type === 'b32' || type === 'b64' ? widthOf(type) / 8 : ELEMENT_BYTES[type];
