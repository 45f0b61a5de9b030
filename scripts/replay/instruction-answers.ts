/** The answer of an instruction: a hash, or its distance from the exact result. */
import { decode, type FloatName } from '../../src/ptx/isa/reference/exact-float.ts';
import type { InstructionCase } from '../../src/ptx/isa/reference/instruction-case.ts';
import { sha256 } from './compare.ts';
import { instructionRows } from './instruction-launches.ts';

/** Half a sha256 is enough to tell answers apart. */
const HASH_DIGITS = 32;

export const hashOfWords = (words: BigUint64Array): string =>
  sha256(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).slice(0, HASH_DIGITS);

/** Changes when the case has other operands, since answers to the old operands then mean nothing. */
export const operandsHash = (item: InstructionCase): string =>
  hashOfWords(BigUint64Array.from(instructionRows(item).flat()));

const numberOf = (type: FloatName, pattern: bigint): number => {
  const value = decode(type, pattern);
  if (value.kind !== 'finite') return value.kind === 'nan' ? Number.NaN : value.sign * Number.POSITIVE_INFINITY;
  return Number(value.integer) * 2 ** value.exponent;
};

export const isApproximate = ({ ptx }: InstructionCase): boolean => /\.(approx|full)\b/.test(ptx);

const LEAST_NORMAL = { f16: 2 ** -14, bf16: 2 ** -126, f32: 2 ** -126, f64: 2 ** -1022 } as const;

/** The manual bounds sin and cos only near zero, and relative errors only of normal results. */
function isBounded({ ptx, to }: InstructionCase, [x]: readonly bigint[], result: number): boolean {
  if (/^(sin|cos)/.test(ptx)) return Math.abs(numberOf('f32', x)) <= Math.PI;
  return result === 0 || Math.abs(result) >= LEAST_NORMAL[to as FloatName];
}

/** Rows of an approximation whose answer lies outside the manual's bound, which the case states. */
export function beyondBound(item: InstructionCase, words: BigUint64Array): number {
  const { to, tolerance } = item;
  if (!tolerance) return 0;
  return instructionRows(item).filter((row, i) => {
    const expected = item.expected(...row);
    if (expected === null || words[i] === expected) return false;
    const [x, y] = [numberOf(to as FloatName, words[i]), numberOf(to as FloatName, expected)];
    if ((Number.isNaN(x) && Number.isNaN(y)) || !isBounded(item, row, y)) return false;
    return !(Math.abs(x - y) <= Math.max(Math.abs(y) * tolerance.relative, tolerance.absolute));
  }).length;
}
