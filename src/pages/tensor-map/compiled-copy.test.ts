/**
 * Compares the results of the compiled kernel with the model, byte for byte: shared memory after loads, tensors after
 * stores.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernel } from '../../kernels/tensor-copy/index.ts';
import type { TensorCopyVariant } from '../../kernels/tensor-copy/variants.ts';
import { gridSlices } from '../../services/emulator/jobs.ts';
import { ELEMENT_BYTES, SWIZZLE_MODES } from '../../trace/launch.ts';
import { SPAN_BYTES } from '../../trace/tensor-map-rules.ts';
import { type CopyOfState, copyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { verdictOf } from '../kit/tile/verdict.ts';
import { DIRECTIONS, type TensorMapState, tensorMapLink } from '../links/tensor-map.ts';
import { copyProgram, differingChunks, foundIn, predictedOutput } from './compiled-copy.ts';
import { PRESETS } from './presets.ts';
import { measuredWords, WORDS } from './source-words.ts';

const PTX = join(import.meta.dirname, '../../../public/ptx');

async function outputOf(shown: CopyOfState, variant: TensorCopyVariant = 'in-order'): Promise<Uint8Array> {
  const program = copyProgram(variant, shown);
  if (!program.ok) throw new Error(program.error);
  const { launch, params, arch, output } = program.value;
  const ptx = readFileSync(join(PTX, kernel.ptxPath(variant, params, arch)), 'utf8');
  const slices = gridSlices({ ptx, launch, output });
  for (;;) {
    const slice = await slices.next();
    if (!slice.done) continue;
    if (!slice.value.ok) throw new Error(slice.value.error.message);
    expect(slice.value.value.faults).toEqual([]);
    return slice.value.value.output;
  }
}

async function differingIn(shown: CopyOfState, variant?: TensorCopyVariant): Promise<number[]> {
  return differingChunks(await outputOf(shown, variant), predictedOutput(shown));
}

describe.each(PRESETS)('$title', ({ state }) => {
  test.each(DIRECTIONS)('%s', async direction => {
    const shown = copyOfState({ ...state, direction });
    expect(await differingIn(shown)).toEqual([]);
    expect(shown.copy.direction).toBe(direction);
  });
});

/** Matrices of any type and mode, with boxes at and beyond every edge. */
const matrices: fc.Arbitrary<TensorMapState> = fc
  .record({
    type: fc.constantFrom('u8', 'bf16', 'f16', 'u32', 'f32', 'f64'),
    swizzle: fc.constantFrom(...SWIZZLE_MODES),
    fill: fc.constantFrom('zero', 'nan'),
    direction: fc.constantFrom(...DIRECTIONS),
  })
  .chain(({ type, swizzle, fill, direction }) => {
    const elements = 16 / ELEMENT_BYTES[type];
    const chunks = swizzle === 'none' ? 10 : SPAN_BYTES[swizzle] / 16;
    return fc
      .record({
        box: fc.tuple(
          fc.integer({ min: 1, max: chunks }).map(n => n * elements),
          fc.integer({ min: 1, max: 40 }),
        ),
        dims: fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 60 })),
        gap: fc.nat(3),
        elementStrides: fc.tuple(fc.constant(1), fc.integer({ min: 1, max: 3 })),
        start: fc.tuple(
          fc.integer({ min: -4, max: 12 }).map(n => n * elements),
          fc.integer({ min: -40, max: 60 }),
        ),
        base: fc.nat(20).map(n => n * 128),
      })
      .map(({ gap, ...lists }): TensorMapState => {
        const stride = Math.ceil((lists.dims[0] * ELEMENT_BYTES[type]) / 16) * 16 + gap * 16;
        const isFloat = type.startsWith('f') || type === 'bf16';
        return {
          ...tensorMapLink.defaults,
          ...lists,
          direction,
          type,
          swizzle,
          fill: isFloat ? fill : 'zero',
          strides: [stride],
        };
      });
  });

test('every copy of a matrix, by all modes, types, edges, element strides and bases, in both directions', async () => {
  let outside = 0;
  await fc.assert(
    fc.asyncProperty(matrices, async state => {
      const shown = copyOfState(state);
      expect(state.direction === 'store' || shown.breaches.length === 0).toBe(true);
      expect(await differingIn(shown)).toEqual([]);
      if (shown.bytes.outsideBytes > 0) outside++;
    }),
    { seed: 11, numRuns: 80 },
  );
  expect(outside).toBeGreaterThan(20);
});

describe('a picture that is wrong is noticed', () => {
  test.each<[string, Partial<TensorMapState>]>([
    ['another mode', { swizzle: '64B', box: [32, 64] }],
    ['a start a row off', { start: [64, 97] }],
    ['a stride off', { strides: [528] }],
  ])('%s', async (_, wrong) => {
    const output = await outputOf(copyOfState({ ...tensorMapLink.defaults, ...(wrong.box ? { box: wrong.box } : {}) }));
    const drawn = copyOfState({ ...tensorMapLink.defaults, ...wrong });
    expect(differingChunks(output, predictedOutput(drawn)).length).toBeGreaterThan(100);
  });
});

describe('coordinates slowest first', () => {
  const BATCH = tensorMapLink.stateOf({ dims: '64.64.16', box: '32.8.2', start: '8.16.0', swz: '64B' });

  test('bring other chunks, and say from where', async () => {
    const shown = copyOfState(BATCH);
    const output = await outputOf(shown, 'slowest-first');
    const differing = differingChunks(output, predictedOutput(shown));
    expect(differing).toHaveLength(64);
    const found = foundIn(shown, output, differing);
    expect([...found.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, chunk) => chunk));
    // Row 16 of slice 8, in 128 bytes a row and 64 rows a slice.
    expect(found.get(0)).toBe(`byte ${(8 * 64 * 128 + 16 * 128).toLocaleString('en-US')} of the tensor`);
  });

  test('are stored elsewhere: the chunks that lack, and those that are too many', async () => {
    const shown = copyOfState({ ...BATCH, direction: 'store' });
    const output = await outputOf(shown, 'slowest-first');
    const differing = differingChunks(output, predictedOutput(shown));
    expect(differing).toHaveLength(128);
    const found = foundIn(shown, output, differing);
    expect(found.get((16 * 128 + 8 * 2) / 16)).toBe('left as it was');
    expect(found.get((8 * 64 * 128 + 16 * 128) / 16)).toBe('what lay at 0x0000');
  });

  test('are refused where they would trap, or are the same', () => {
    const why = (state: Partial<TensorMapState>): string | null => {
      const program = copyProgram('slowest-first', copyOfState({ ...BATCH, ...state }));
      return program.ok ? null : program.error;
    };
    expect(why({})).toBeNull();
    expect(why({ start: [8, 16, 1] })).toMatch(/within a chunk/);
    expect(why(tensorMapLink.stateOf({ dims: '256', box: '64' }))).toMatch(/one order/);
  });
});

test('says why there is no such copy', () => {
  const why = (change: Partial<TensorMapState>): string | null => {
    const program = copyProgram('in-order', copyOfState({ ...tensorMapLink.defaults, ...change }));
    return program.ok ? null : program.error;
  };
  expect(why({})).toBeNull();
  expect(why({ direction: 'store' })).toBeNull();
  expect(why({ dims: [4096, 4096] })).toMatch(/16 MiB/);
});

test('what the other sources say, in words', () => {
  const found = {
    ...{ differing: 0, chunks: 512, faults: 0, provenance: '' },
    direction: 'load' as const,
    other: { name: 'emulated', holds: new Map<number, string>() },
  };
  const said = (change: Partial<typeof found>) => verdictOf({ state: 'done', found: { ...found, ...change } }, WORDS);
  expect([{}, { faults: 1 }, { differing: 3 }].map(change => said(change).tone)).toEqual(['agree', 'differ', 'differ']);
  expect(said({ differing: 3, faults: 1 }).text).toMatch(/^3 of 512 chunks of shared memory .* 1 fault\.$/);
  expect(verdictOf({ state: 'running' }, WORDS).tone).toBe('waiting');
  expect(measuredWords(copyOfState(tensorMapLink.defaults))).toMatch(
    /^As drawn on an NVIDIA H200.* rows of 128 B at base 0/,
  );
  expect(measuredWords(copyOfState({ ...tensorMapLink.defaults, direction: 'store' }))).toMatch(
    /^This store was not measured, but/,
  );
  const batch = tensorMapLink.stateOf({ dims: '64.64.4' });
  expect(measuredWords(copyOfState(batch))).toMatch(/ 92 others of rank 3 were as the model says/);
  expect(measuredWords(copyOfState({ ...batch, swizzle: '128B_ATOM_64B' }))).toMatch(/^Not measured yet/);
});
