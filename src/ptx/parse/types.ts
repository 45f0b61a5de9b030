/** Sizes of the scalar types, and the table that tells a type from other dotted words. */
import type { ScalarType } from './ast.ts';

/** Predicates take no memory. */
export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  pred: 0,
  b8: 1,
  u8: 1,
  s8: 1,
  b16: 2,
  u16: 2,
  s16: 2,
  f16: 2,
  bf16: 2,
  b32: 4,
  u32: 4,
  s32: 4,
  f32: 4,
  f16x2: 4,
  bf16x2: 4,
  b64: 8,
  u64: 8,
  s64: 8,
  f64: 8,
  b128: 16,
};

const TYPE_OF_WORD = new Map<string, ScalarType>(
  (Object.keys(SCALAR_BYTES) as ScalarType[]).map(type => [`.${type}`, type]),
);

/** `.f32` -> 'f32'. */
export const scalarTypeOf = (directive: string): ScalarType | undefined => TYPE_OF_WORD.get(directive);
