/** The comparisons of PTX by name, on patterns. */
import { compare } from './exact-arithmetic.ts';
import { decode, type FloatName, FORMATS } from './exact-float.ts';

export const ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  eq: o => o === 0,
  ne: o => o !== 0,
  lt: o => o < 0,
  le: o => o <= 0,
  gt: o => o > 0,
  ge: o => o >= 0,
};
export const truth = (v: boolean): bigint => (v ? 1n : 0n);
export const orderOf = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Subnormals count as zeros under `.ftz`. */
export function flushed(type: FloatName, pattern: bigint): bigint {
  const { bits, mantissaBits } = FORMATS[type];
  const size = pattern & ((1n << BigInt(bits - 1)) - 1n);
  return size < 1n << BigInt(mantissaBits) ? pattern - size : pattern;
}

export type Test = (a: bigint, b: bigint) => boolean;

/** All comparisons of a type by name. Ordered: false with a NaN. Unordered (name + u): true with a NaN. */
export function floatTests(type: FloatName, ftz = false): [name: string, test: Test][] {
  const read = (v: bigint) => decode(type, ftz ? flushed(type, v) : v);
  const orders = (a: bigint, b: bigint) => compare(read(a), read(b));
  return [
    ...Object.entries(ORDER).flatMap(([name, test]): [string, Test][] => [
      [
        name,
        (a, b) => {
          const order = orders(a, b);
          return order !== null && test(order);
        },
      ],
      [
        `${name}u`,
        (a, b) => {
          const order = orders(a, b);
          return order === null || test(order);
        },
      ],
    ]),
    ['num', (a, b) => orders(a, b) !== null],
    ['nan', (a, b) => orders(a, b) === null],
  ];
}

export const flushes = (type: string): boolean[] => (/^(f32|f16)/.test(type) ? [false, true] : [false]);
