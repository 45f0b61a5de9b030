import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { numberedByte } from '../../base/numbered-words.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { byteAddressOf, cellAt } from '../../model/layout/tile-layout.ts';
import { fillBytes, OUTSIDE, walkBox } from '../../model/tma/box.ts';
import { committedOutcome } from '../../pages/exhibit/fixtures/committed-outcome.ts';
import type { TensorMapParam } from '../../trace/launch.ts';
import { tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { cases } from './cases.ts';
import { kernel } from './index.ts';
import { launchOf } from './launch.ts';
import { predict } from './model.ts';
import { elementBytesOf, type SwizzleParams, schema } from './params.ts';
import { referenceOf } from './reference.ts';
import { tileLayout, windowBytes } from './tile.ts';
import { type SwizzleVariant, variants } from './variants.ts';

const read = (params: Partial<SwizzleParams>): SwizzleParams => schema.parse(params);

/** More by hand: SWIZZLE_RUNS=2000. */
const RUNS = Number(process.env.SWIZZLE_RUNS ?? draws(40));

const valuesOf = (name: string) => {
  const { control } = kernel.fields.find(field => field.name === name)!;
  if (control.kind === 'choice') return fc.constantFrom(...control.options.map(({ value }) => value));
  if (control.kind !== 'range') throw new Error(`${name} is chosen or ranges`);
  const { min, max, step } = control;
  return fc.integer({ min: 0, max: (max - min) / step }).map(i => min + i * step);
};

/** Any parameters that the schema lets through; boxes are small or tall, and lie around the tensor's edges. */
const anyParams: fc.Arbitrary<SwizzleParams> = fc
  .record({
    ...Object.fromEntries(
      ['mode', 'type', 'base', 'rowBytes', 'pad', 'outside', 'fill'].map(name => [name, valuesOf(name)]),
    ),
    rows: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(64, 128, 255, 256)),
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 200 }),
    startChunk: fc.integer({ min: -8, max: 16 }),
    startRow: fc.integer({ min: -40, max: 100 }),
  })
  .filter(params => schema.check(params).ok)
  .map(params => schema.parse(params));

const mapOf = (p: SwizzleParams): TensorMapParam =>
  launchOf('tma-tile', p).params.find((param): param is TensorMapParam => param.kind === 'tensorMap')!;

test('the reference is what the box walk says, for any parameters that a copy takes', () => {
  const dump = (p: SwizzleParams): Uint8Array => {
    const elementBytes = elementBytesOf(p);
    const map = mapOf(p);
    const walk = walkBox(map, [(p.startChunk * 16) / elementBytes, p.startRow], p.base);
    if (!walk.ok) throw new Error(walk.error.message);
    const { tensorBytes, sharedAddresses } = walk.value;
    const window = new Uint8Array(windowBytes(p)).fill(0xee);
    const fill = fillBytes(map);
    tensorBytes.forEach((from, i) => {
      for (let b = 0; b < elementBytes; b++)
        window[sharedAddresses[i] + b] = from === OUTSIDE ? fill[b] : numberedByte(from + b);
    });
    return window;
  };
  fc.assert(
    fc.property(
      anyParams.filter(p => kernel.refusal('tma-tile', p) === null),
      p => {
        expect([...tensorMapBreaches(mapOf(p))]).toEqual([]);
        expect(Buffer.compare(dump(p), referenceOf('tma-tile', p).get('out')!)).toBe(0);
      },
    ),
    { numRuns: 10 * RUNS },
  );
});

test('the layout is the walk’s, and leads back', () => {
  fc.assert(
    fc.property(anyParams, p => {
      const layout = tileLayout(p);
      const seen = new Set<number>();
      for (let row = 0; row < layout.rows; row += 7)
        for (let column = 0; column < layout.columns; column++) {
          const address = byteAddressOf(layout, row, column);
          expect(cellAt(layout, address)).toEqual({ row, column });
          seen.add(address);
        }
      expect(seen.size).toBe(Math.ceil(layout.rows / 7) * layout.columns);
      expect(Math.max(...seen)).toBeLessThan(windowBytes(p));
    }),
    { numRuns: RUNS },
  );
});

/** Emulated from the committed PTX, against reference and prediction: 'agrees', or what is wrong. */
const outcomeOf = (variant: SwizzleVariant, p: SwizzleParams, arch: string): string =>
  committedOutcome(kernel, variant, p, arch);

const SOUND = variants.map(({ id }) => id).filter(id => id !== 'wrong-mask');

test.each(SOUND)('%s: bytes and addresses are the predicted ones, for any parameters', variant => {
  const any = fc
    .record({ p: anyParams, arch: fc.constantFrom(...kernel.archs) })
    .filter(({ p, arch }) => kernel.refusal(variant, p) === null && kernel.shortfall(variant, p, arch) === null);
  fc.assert(
    fc.property(any, ({ p, arch }) => {
      expect(outcomeOf(variant, p, arch)).toBe('agrees');
    }),
    { numRuns: RUNS },
  );
});

test('a mask without its lowest bit is caught wherever an odd line holds data', () => {
  expect(outcomeOf('wrong-mask', read({ mode: '32B', rowBytes: 32, rows: 8 }), 'sm_90a')).toContain('wrongAnswer');
  expect(outcomeOf('wrong-mask', read({ mode: '32B', rowBytes: 32, rows: 4 }), 'sm_90a')).toBe('agrees');
});

// Columns of 4-byte elements, 32 lanes; a matrix has 8 rows of 16 bytes.
test.each([
  ['none', 128, 0, 32, 8],
  ['32B', 32, 0, 4, 1],
  ['64B', 64, 0, 4, 1],
  ['128B', 128, 0, 4, 1],
  ['128B_ATOM_32B', 128, 0, 8, 2],
  ['128B_ATOM_64B', 128, 0, 16, 4],
  ['none', 128, 16, 4, 1],
] as const)(
  '%s, rows of %i bytes and %i more: columns take %i wavefronts, matrices %i each',
  (mode, rowBytes, pad, column, matrix) => {
    const p = read({ mode, rowBytes, pad, type: 'f32', rows: 32, fill: 'cp-async' });
    const { load } = summaryOf(predict('column-read', p, 0).trace).shared;
    expect(load.wavefronts / load.requests).toBe(column);
    const matrices = summaryOf(predict('ldmatrix-read', p, 0).trace).shared.ldmatrix;
    expect(matrices.wavefronts / matrices.requests).toBe(4 * matrix);
  },
);

test('modes of later chips are not for Hopper, and the engine not for Ampere', () => {
  const atom = read({ mode: '128B_ATOM_64B' });
  expect(kernel.shortfall('tma-tile', atom, 'sm_90a')).toContain('128B_ATOM_64B');
  expect(kernel.shortfall('tma-tile', atom, 'sm_100a')).toBeNull();
  expect(kernel.shortfall('cp-async-xor', atom, 'sm_90a')).toBeNull();
  expect(kernel.shortfall('column-read', read({}), 'sm_80')).toContain('sm_80');
  expect(kernel.shortfall('column-read', read({ fill: 'cp-async' }), 'sm_80')).toBeNull();
});

test.each([
  [{ mode: '64B', rowBytes: 80 }, 'rowBytes'],
  [{ mode: '128B', pad: 16 }, 'pad'],
  [{ type: 'u32', outside: 'nan' }, 'outside'],
  [{ mode: '96B' }, 'mode'],
  [{ base: 64 }, 'base'],
  [{ rows: 257 }, 'rows'],
] as const)('%j is refused', (params, field) => {
  expect(kernel.schema.check(params)).toMatchObject({ ok: false, error: { field } });
});

test('every case that a variant refuses is told why', () => {
  const refused = cases.flatMap(({ id, params }) =>
    SOUND.flatMap(variant => {
      const why = kernel.refusal(variant, params);
      return why === null ? [] : [{ id, variant, why }];
    }),
  );
  expect(refused.map(({ id, variant }) => `${variant} ${id}`)).toContain('cp-async-xor element-f16-nan');
  expect(refused.every(({ why }) => why.endsWith('.'))).toBe(true);
});
