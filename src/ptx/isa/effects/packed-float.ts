/** One operation, on numbers or on patterns, made an effect of each float type: of one element or of two. */
import { BF16, decodeFloat, encodeFloat, F16, type FloatFormat } from '../../../base/float-formats.ts';
import { type Effect, effect, type ValueKind } from '../effect.ts';
import { bitsOfNumber, floatOfBits } from '../float.ts';

export type PackedRun = (a: number, b: number, c: number) => number;
export type SmallFloat = 'f16' | 'f16x2' | 'bf16' | 'bf16x2';
/** Types whose values are one or two of f16, bf16 or f32. */
export type Packable = SmallFloat | 'f32' | 'f32x2';

export const elementOf = (type: string): string => type.replace('x2', '');
export const formatOf = (type: SmallFloat): FloatFormat => (type.startsWith('b') ? BF16 : F16);

/** Effect on patterns of the format; bits above it are ignored. */
const onPatterns =
  (format: FloatFormat, run: PackedRun): PackedRun =>
  (a, b, c) =>
    encodeFloat(format, run(decodeFloat(format, a), decodeFloat(format, b), decodeFloat(format, c)));

const onWords =
  (run: PackedRun): PackedRun =>
  (a, b, c) =>
    bitsOfNumber(run(floatOfBits(a), floatOfBits(b), floatOfBits(c)));

/** `run` on patterns of the type's elements. */
export const patternsOf = (type: SmallFloat | 'f32', run: PackedRun): PackedRun =>
  type === 'f32' ? onWords(run) : onPatterns(formatOf(type), run);

const fill = (kind: ValueKind, count: number): ValueKind[] => Array.from({ length: count }, () => kind);

/** The same on both halves of a word. */
const onHalves =
  (run: PackedRun): PackedRun =>
  (a, b, c) =>
    run(a & 0xffff, b & 0xffff, c & 0xffff) | (run(a >>> 16, b >>> 16, c >>> 16) << 16);

/** An operation on patterns of the type's elements, as an effect of the whole type. */
export function onElements(type: SmallFloat | 'f32', sources: number, run: PackedRun): Effect {
  if (type === 'f32') return effect('s32', fill('s32', sources), run);
  return type.endsWith('x2')
    ? effect('s32', fill('s32', sources), onHalves(run))
    : effect('u16', fill('u16', sources), run);
}

/** An operation on numbers, exact or rounded to odd, as an effect of the type. */
export const onNumbers = (type: Packable | 'f64', sources: number, run: PackedRun): Effect =>
  effect(type, fill(type, sources), run);
