import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ELEMENT_BYTES, ELEMENT_TYPES, SWIZZLE_MODES, type TensorMap } from './launch.ts';
import type { TensorMapBreach } from './tensor-map-breach.ts';
import { SPAN_BYTES, tensorBytes, tensorMapBreaches } from './tensor-map-rules.ts';

const map: TensorMap = {
  type: 'bf16',
  dims: [64, 128, 3],
  stridesBytes: [128, 16384],
  box: [64, 8, 1],
  elementStrides: [1, 1, 1],
  interleave: 'none',
  swizzle: '128B',
  oobFill: 'zero',
};

const breachesOf = (change: Partial<TensorMap>, address = 0) =>
  [...tensorMapBreaches({ ...map, ...change }, address)].map(({ path, remedy }) => [path.join('.'), remedy]);

const value = (value: number | string) => ({ value });
const length = (length: number) => ({ length });

test('a map that the driver takes breaks no rule', () => {
  expect(breachesOf({})).toEqual([]);
  expect(breachesOf({ dims: [2 ** 32, 1, 1], stridesBytes: [2 ** 40 - 16, 0] })).toEqual([]);
  expect(breachesOf({ box: [8, 256, 256], elementStrides: [8, 8, 1], oobFill: 'nan' }, 16)).toEqual([]);
  expect(breachesOf({ type: 'u8', box: [16, 228, 64] })).toEqual([]);
  expect(breachesOf({ type: 'u8', box: [256, 1, 1], swizzle: 'none' })).toEqual([]);
  expect(breachesOf({ interleave: '16B', box: [256, 1, 1] })).toEqual([]);
  expect(breachesOf({ interleave: '32B', box: [256, 1, 1], swizzle: '32B' }, 32)).toEqual([]);
});

describe('each rule names its field and what would do', () => {
  test.each<[string, Partial<TensorMap>, [string, object][]]>([
    ['no dimension', { dims: [], stridesBytes: [], box: [64], elementStrides: [1] }, [['dims', length(1)]]],
    [
      'six dimensions',
      { dims: Array(6).fill(8) },
      [
        ['dims', length(5)],
        ['stridesBytes', length(4)],
        ['box', length(5)],
        ['elementStrides', length(5)],
      ],
    ],
    ['a stride too many', { stridesBytes: [128, 256, 512] }, [['stridesBytes', length(2)]]],
    ['interleave of rank 2', { interleave: '16B', dims: [64, 128], stridesBytes: [128, 256] }, [['dims', length(3)]]],
    ['an empty dimension', { dims: [64, 0, 3] }, [['dims.1', value(1)]]],
    ['a dimension too long', { dims: [64, 2 ** 32 + 1, 3] }, [['dims.1', value(2 ** 32)]]],
    ['half an element', { dims: [64, 1.5, 3] }, [['dims.1', value(2)]]],
    ['no number', { dims: [Number.NaN, 128, 3] }, [['dims.0', value(1)]]],
    ['an odd stride', { stridesBytes: [130, 16384] }, [['stridesBytes.0', value(144)]]],
    ['a negative stride', { stridesBytes: [-128, 16384] }, [['stridesBytes.0', value(0)]]],
    ['a stride of 2^40', { stridesBytes: [128, 2 ** 40] }, [['stridesBytes.1', value(2 ** 40 - 16)]]],
    ['a box of 257 rows', { box: [64, 257, 1] }, [['box.1', value(256)]]],
    [
      'an empty box',
      { box: [0, 0, 1] },
      [
        ['box.0', value(8)],
        ['box.1', value(1)],
      ],
    ],
    ['half a chunk', { box: [12, 8, 1] }, [['box.0', value(16)]]],
    ['a box wider than the swizzle', { box: [72, 8, 1] }, [['box.0', value(64)]]],
    ['wider than 64 bytes', { box: [64, 8, 1], swizzle: '64B' }, [['box.0', value(32)]]],
    ['wider than 32 bytes', { box: [24, 8, 1], swizzle: '32B' }, [['box.0', value(16)]]],
    ['wider than 256 elements', { box: [264, 8, 1], swizzle: 'none' }, [['box.0', value(256)]]],
    ['half a chunk, interleaved', { interleave: '16B', box: [12, 8, 1] }, [['box.0', value(16)]]],
    ['a box of 228 KiB and a row', { type: 'u8', box: [16, 105, 139] }, [['box.2', value(138)]]],
    [
      'every second of 256 rows',
      { type: 'u8', box: [128, 256, 256], elementStrides: [1, 1, 2] },
      [['box.2', value(14)]],
    ],
    [
      'a box of which one dimension is too much',
      { type: 'f64', box: [256, 256, 256], swizzle: 'none' },
      [
        ['box.2', value(1)],
        ['box.1', value(114)],
      ],
    ],
    [
      'an element stride of 9',
      { elementStrides: [1, 9, 0] },
      [
        ['elementStrides.1', value(8)],
        ['elementStrides.2', value(1)],
      ],
    ],
    ['32-byte interleave without its swizzle', { interleave: '32B' }, [['swizzle', value('32B')]]],
    [
      '32-byte interleave of 16-byte strides',
      { interleave: '32B', swizzle: '32B', stridesBytes: [144, 16384] },
      [['stridesBytes.0', value(160)]],
    ],
    ['NaN among integers', { type: 'u16', oobFill: 'nan' }, [['oobFill', value('zero')]]],
    ['f16 rounded to tf32', { type: 'f16', roundsTo: 'tf32' }, [['roundsTo', value('none')]]],
    ['NaN among bytes', { type: 'e4m3', oobFill: 'nan' }, [['oobFill', value('zero')]]],
  ])('%s', (_, change, expected) => {
    expect(breachesOf(change)).toEqual(expected);
  });

  test('the address', () => {
    expect(breachesOf({}, 8)).toEqual([['globalAddress', value(16)]]);
    expect(breachesOf({ interleave: '32B', swizzle: '32B' }, 48)).toEqual([['globalAddress', value(64)]]);
  });

  test('in words', () => {
    const [inner] = tensorMapBreaches({ ...map, box: [72, 8, 1] });
    expect(inner.message).toBe(
      '72: must be a multiple of 8 from 8 to 64 elements (16-byte chunks of bf16, the 128 bytes of swizzle 128B); 64 would do',
    );
    const [stride] = tensorMapBreaches({ ...map, stridesBytes: [130, 0] });
    expect(stride.message).toBe('130: must be a multiple of 16 from 0 to 1099511627760 bytes; 144 would do');
  });
});

const numbers = (count: number) =>
  fc.array(fc.oneof(fc.integer({ min: -3, max: 300 }), fc.integer(), fc.double({ noDefaultInfinity: true })), {
    maxLength: count,
  });
const anyMap: fc.Arbitrary<TensorMap> = fc.record({
  type: fc.constantFrom(...ELEMENT_TYPES),
  dims: numbers(7),
  stridesBytes: numbers(6),
  box: numbers(7),
  elementStrides: numbers(7),
  interleave: fc.constantFrom('none', '16B', '32B'),
  swizzle: fc.constantFrom(...SWIZZLE_MODES),
  oobFill: fc.constantFrom('zero', 'nan'),
});

/** The map with one remedy applied; lists are lengthened with ones. */
function mended(broken: TensorMap, { path: [field, index], remedy }: TensorMapBreach): TensorMap {
  const old = broken[field as keyof TensorMap] as readonly number[];
  if ('length' in remedy) return { ...broken, [field]: Array.from({ length: remedy.length }, (_, i) => old[i] ?? 1) };
  return { ...broken, [field]: index === undefined ? remedy.value : old.with(index, remedy.value as number) };
}

test('following every remedy leads to a map without a breach', () => {
  fc.assert(
    fc.property(anyMap, broken => {
      let now = broken;
      for (let step = 0; step < 40; step++) {
        const breach = tensorMapBreaches(now).next();
        if (breach.done) return true;
        now = mended(now, breach.value);
      }
      return false;
    }),
  );
});

/** The requirements once more, as the header words them and the driver has them: the rules must draw the same line. */
function isTaken({ type, dims, stridesBytes, box, elementStrides, interleave, swizzle, oobFill }: TensorMap): boolean {
  const rank = dims.length;
  const inner = box[0] * ELEMENT_BYTES[type];
  const whole = [dims, stridesBytes, box, elementStrides].flat().every(Number.isInteger);
  const align = interleave === '32B' ? 32 : 16;
  return (
    whole &&
    rank >= (interleave === 'none' ? 1 : 3) &&
    rank <= 5 &&
    stridesBytes.length === rank - 1 &&
    box.length === rank &&
    elementStrides.length === rank &&
    dims.every(n => n > 0 && n <= 2 ** 32) &&
    stridesBytes.every(n => n >= 0 && n < 2 ** 40 && n % align === 0) &&
    box.every(n => n > 0 && n <= 256) &&
    elementStrides.every(n => n > 0 && n <= 8) &&
    inner % 16 === 0 &&
    box.reduce(
      (product, n, i) => product * (i === 0 && interleave === 'none' ? n : Math.ceil(n / elementStrides[i])),
      ELEMENT_BYTES[type],
    ) <= 233_472 &&
    (interleave !== 'none' || swizzle === 'none' || inner <= SPAN_BYTES[swizzle]) &&
    (interleave !== '32B' || swizzle === '32B') &&
    (oobFill === 'zero' || ['f16', 'bf16', 'f32', 'f64'].includes(type))
  );
}

test('the rules take what is required, and nothing else', () => {
  const nearlyRight = fc.record({
    type: fc.constantFrom(...ELEMENT_TYPES),
    interleave: fc.constantFrom('none' as const, '16B' as const, '32B' as const),
    dims: fc.array(fc.constantFrom(1, 7, 2 ** 32), { minLength: 3, maxLength: 3 }),
    stridesBytes: fc.array(fc.constantFrom(0, 16, 48, 64, 2 ** 40 - 32), { minLength: 2, maxLength: 2 }),
    box: fc.array(fc.constantFrom(2, 4, 8, 16, 32, 64, 256), { minLength: 3, maxLength: 3 }),
    elementStrides: fc.array(fc.constantFrom(1, 8), { minLength: 3, maxLength: 3 }),
    swizzle: fc.constantFrom(...SWIZZLE_MODES),
    oobFill: fc.constantFrom('zero' as const, 'nan' as const),
  });
  const taken = { true: 0, false: 0 };
  fc.assert(
    fc.property(fc.oneof(nearlyRight, anyMap), each => {
      const expected = isTaken(each);
      taken[`${expected}`]++;
      return tensorMapBreaches(each).next().done === expected;
    }),
    { numRuns: 3000, seed: 5 },
  );
  expect(Math.min(taken.true, taken.false)).toBeGreaterThan(100);
});

test('the tensor ends behind its last element', () => {
  expect(tensorBytes(map)).toBe(2 * 16384 + 127 * 128 + 64 * 2);
  expect(tensorBytes({ ...map, dims: [5], stridesBytes: [] })).toBe(10);
});
