/**
 * Writes a linear map of address bits in words and in C, with one shift for each distance between a bit and the bit that
 * flips it.
 */
import type { BitMatrix } from '../layout/bit-matrix.ts';

const hex = (n: number): string => `0x${n.toString(16)}`;

/**
 * 'x ^ ((x & 0x380) >> 3)': one term for each distance; the largest shift to the right comes first. A bit that does not
 * keep its own value is removed by a term without a shift: `x ^ (x & 0x10)`.
 */
export function matrixCode(matrix: BitMatrix, name = 'x'): string {
  const masks = new Map<number, number>();
  matrix.forEach((row, bit) => {
    const flips = row.includes(bit) ? row.filter(input => input !== bit) : [...row, bit];
    for (const input of flips) masks.set(input - bit, (masks.get(input - bit) ?? 0) + 2 ** input);
  });
  const terms = [...masks].sort(([a], [b]) => b - a).map(([distance, mask]) => termOf(name, distance, mask));
  return [name, ...terms].join(' ^ ');
}

function termOf(name: string, distance: number, mask: number): string {
  const chosen = `(${name} & ${hex(mask)})`;
  if (distance === 0) return chosen;
  return `(${chosen} ${distance > 0 ? '>>' : '<<'} ${Math.abs(distance)})`;
}

/** 'b4 = b4 ⊕ b7, b5 = b5 ⊕ b8': only the bits that change. */
export function matrixText(matrix: BitMatrix): string {
  const changed = matrix.flatMap((row, bit) =>
    row.length === 1 && row[0] === bit ? [] : [`b${bit} = ${row.map(input => `b${input}`).join(' ⊕ ') || '0'}`],
  );
  return changed.length === 0 ? 'every bit stays' : changed.join(', ');
}
