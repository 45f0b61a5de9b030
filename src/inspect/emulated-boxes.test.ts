/** Two accounts of the tensor copy engine, written apart: the emulator's pieces of a box, and the model's walk over it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxShape, OUTSIDE, walkBox } from '../model/tma/box.ts';
import { boxPieces, boxSizes } from '../ptx/machine/tensor-box.ts';
import { ELEMENT_BYTES, SWIZZLE_MODES, type TensorMap } from '../trace/launch.ts';
import { SPAN_BYTES, tensorMapBreaches } from '../trace/tensor-map-rules.ts';

interface Copy {
  readonly map: TensorMap;
  readonly start: readonly number[];
  /** Offset in shared memory. */
  readonly base: number;
}

const TYPES = ['u8', 'bf16', 'f32', 'f64'] as const;
/** Starts of the tensor and of the shared window. They are not 0, so that both computations must use them. */
const TENSOR_OFFSET = 4096;
const SHARED_BASE = 1024;

const shapes = fc.record({
  type: fc.constantFrom(...TYPES),
  swizzle: fc.constantFrom(...SWIZZLE_MODES),
  interleave: fc.constantFrom('none', 'none', '16B', '32B'),
  rank: fc.integer({ min: 1, max: 5 }),
});

const copies: fc.Arbitrary<Copy> = shapes
  .map(({ interleave, rank, swizzle, ...rest }) => ({
    ...rest,
    interleave,
    swizzle: interleave === '32B' ? ('32B' as const) : swizzle,
    rank: interleave === 'none' ? rank : Math.max(rank, 3),
  }))
  .chain(({ type, swizzle, interleave, rank }) => {
    const unit = interleave === 'none' ? ELEMENT_BYTES[type] : interleave === '16B' ? 16 : 32;
    const perChunk = Math.max(1, 16 / ELEMENT_BYTES[type]);
    const chunks = (interleave === 'none' && swizzle !== 'none' ? SPAN_BYTES[swizzle] : 128) / 16;
    const outer = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: rank - 1, maxLength: rank - 1 });
    const align = interleave === '32B' ? 32 : 16;
    return fc.record({
      map: fc.record({
        type: fc.constant(type),
        swizzle: fc.constant(swizzle),
        interleave: fc.constant(interleave),
        oobFill: fc.constant('zero' as const),
        dims: fc.tuple(fc.integer({ min: 1, max: 90 }), outer(fc.integer({ min: 1, max: 9 }))).map(list => list.flat()),
        stridesBytes: outer(fc.integer({ min: 0, max: 40 }).map(n => n * align)),
        box: fc
          .tuple(fc.integer({ min: 1, max: chunks }), outer(fc.integer({ min: 1, max: 6 })))
          .map(([inner, others]) => [inner * perChunk, ...others]),
        elementStrides: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: rank, maxLength: rank }),
      }),
      start: fc
        .tuple(fc.integer({ min: -6, max: 12 }), outer(fc.integer({ min: -4, max: 10 })))
        .map(([inner, others]) => [unit < 16 ? inner * (16 / unit) : inner, ...others]),
      base: fc.integer({ min: 0, max: 20 }).map(n => n * 128),
    });
  })
  .filter(({ map }) => tensorMapBreaches(map).next().done === true && boxShape(map).sharedBytes < 100_000);

/**
 * For each byte of shared memory from the window's base on: the byte of the tensor that is copied there, or `OUTSIDE`.
 */
type Bytes = Map<number, number>;

function emulated({ map, start, base }: Copy): Bytes {
  const placed = { map, pixels: null, byteOffset: TENSOR_OFFSET, buffer: 'tensor' };
  const { shared, other, insideBytes, sizeBytes } = boxPieces(placed, start, SHARED_BASE + base, SHARED_BASE, []);
  const bytes: Bytes = new Map();
  shared.forEach((at, i) => {
    for (let b = 0; b < sizeBytes; b++) {
      bytes.set(at + b, b < insideBytes[i] ? other[i] + b - TENSOR_OFFSET : OUTSIDE);
    }
  });
  return bytes;
}

function predicted({ map, start, base }: Copy): Bytes {
  const walk = walkBox(map, start, SHARED_BASE + base);
  if (!walk.ok) throw new Error(walk.error.message);
  const { tensorBytes, sharedAddresses } = walk.value;
  const bytes: Bytes = new Map();
  sharedAddresses.forEach((address, i) => {
    for (let b = 0; b < ELEMENT_BYTES[map.type]; b++) {
      const from = tensorBytes[i];
      bytes.set(address - SHARED_BASE + b, from === OUTSIDE ? OUTSIDE : from + b);
    }
  });
  return bytes;
}

const sorted = (bytes: Bytes): [number, number][] => [...bytes].sort(([a], [b]) => a - b);

test('of any box they say the same, byte by byte', () => {
  fc.assert(
    fc.property(copies, copy => {
      expect(sorted(emulated(copy))).toEqual(sorted(predicted(copy)));
    }),
    { numRuns: 300 },
  );
});

test('and of its sizes', () => {
  fc.assert(
    fc.property(copies, ({ map }) => {
      const { rows: _, ...shape } = boxShape(map);
      expect(boxSizes(map)).toMatchObject(shape);
    }),
    { numRuns: 300 },
  );
});

test('a box that is moved by a line is told apart under a swizzle', () => {
  const map: TensorMap = {
    ...{ type: 'f32', dims: [32, 16], stridesBytes: [128], box: [32, 16], elementStrides: [1, 1] },
    ...{ interleave: 'none', swizzle: '128B', oobFill: 'zero' },
  };
  const [at, moved] = [0, 128].map(base => sorted(emulated({ map, start: [0, 0], base })).map(([, from]) => from));
  expect(at).not.toEqual(moved);
});
