/** The instruction descriptor of `tcgen05.mma` (PTX ISA, "tcgen05: Instruction descriptor"; CUTLASS, cute/arch/mma_sm100_desc.hpp). */

import { refuse } from '../refusal.ts';
import { TENSOR_ELEMENTS, type TensorElement, type TensorKind } from './tensor-elements.ts';
import type { SumType } from './warpgroup-sums.ts';

export interface Factor {
  readonly element: TensorElement;
  readonly isMnMajor: boolean;
  readonly isNegative: boolean;
  /** Byte of a word of scale factors with which this product begins. */
  readonly scaleByte: number;
}

export interface TensorInstruction {
  /** Rows of D, in both CTAs together. */
  readonly rows: number;
  readonly columns: number;
  readonly a: Factor;
  readonly b: Factor;
  readonly sums: SumType;
  readonly saturates: boolean;
  readonly scaleType: 'ue4m3' | 'ue8m0';
}

export const isScaled = (kind: TensorKind): boolean => kind.startsWith('mx');

/** Types of D, by bits 4 and 5. */
const SUMS: readonly (SumType | undefined)[] = ['f16', 'f32', 's32'];

const field = (word: number, first: number, bits: number): number => (word >>> first) & (2 ** bits - 1);
const bit = (word: number, at: number): boolean => field(word, at, 1) === 1;

/** A string says what is wrong; what is not implemented is refused. */
export function readInstruction(kind: TensorKind, word: number): TensorInstruction | string {
  const scaled = isScaled(kind);
  if (bit(word, 2)) refuse('the instruction descriptor asks for a sparse A, which is not implemented');
  const elements: Readonly<Record<number, TensorElement>> = TENSOR_ELEMENTS[kind];
  const [a, b] = [elements[field(word, 7, 3)], elements[field(word, 10, scaled && kind !== 'mxf8f6f4' ? 2 : 3)]];
  if (!a || !b) return `.kind::${kind} has no type ${a ? field(word, 10, 3) : field(word, 7, 3)}`;
  const sums = scaled ? 'f32' : SUMS[field(word, 4, 2)];
  if (!sums || !isSumOf(kind, sums) || (sums === 'f16' && (a.name === 'bf16' || b.name === 'bf16')))
    return `there are no sums of type ${field(word, 4, 2)} for .kind::${kind}`;
  if (scaled && bit(word, 31))
    refuse('the instruction descriptor asks for a depth of 96 elements, which is not implemented');
  if (!scaled && field(word, 30, 2) !== 0)
    refuse('the instruction descriptor asks for a shift of B, which is not implemented');
  const factor = (element: TensorElement, negative: number, major: number, scaleByte: number): Factor => ({
    element,
    isNegative: bit(word, negative),
    isMnMajor: bit(word, major),
    scaleByte: scaled ? field(word, scaleByte, 2) : 0,
  });
  const factors = { a: factor(a, 13, 15, 29), b: factor(b, 14, 16, 4) };
  for (const { element, isMnMajor } of [factors.a, factors.b])
    if (isMnMajor && element.bits < 8) return `${element.name} is K-major only`;
  return {
    ...factors,
    rows: field(word, 24, 5) << 4,
    columns: field(word, 17, 6) << 3,
    sums,
    saturates: !scaled && bit(word, 3),
    scaleType: bit(word, 23) ? 'ue8m0' : 'ue4m3',
  };
}

const isSumOf = (kind: TensorKind, sums: SumType): boolean =>
  kind === 'i8' ? sums === 's32' : sums === 'f32' || (sums === 'f16' && kind !== 'tf32');

/** Error of the shape for this number of CTAs; null if it is one of the manual's. `isStationary`: for `.ws`. */
export function badShape({ rows, columns }: TensorInstruction, kind: TensorKind, ctas: 1 | 2, isStationary: boolean) {
  const shape = `${rows} rows and ${columns} columns`;
  const isFitting = isStationary
    ? [32, 64, 128].includes(rows) && [64, 128, 256].includes(columns)
    : ctas === 2
      ? (rows === 128 || rows === 256) && isMultiple(columns, isScaled(kind) ? 16 : 32)
      : isScaled(kind)
        ? rows === 128 && isMultiple(columns, 8)
        : isShapeOfOne(rows, columns, kind);
  return isFitting
    ? null
    : `there is no product of ${shape}${isStationary ? ' of .ws' : ''} in ${ctas} CTA${ctas === 1 ? '' : 's'}`;
}

const isMultiple = (columns: number, of: number): boolean => columns >= of && columns <= 256 && columns % of === 0;

function isShapeOfOne(rows: number, columns: number, kind: TensorKind): boolean {
  if (kind === 'i8') return (rows === 64 || rows === 128) && ([8, 24].includes(columns) || isMultiple(columns, 16));
  return rows === 64 ? isMultiple(columns, 8) : rows === 128 && isMultiple(columns, 16);
}
