/** What the compiled kernel leaves in shared memory is what the model says, byte for byte, for any copy of a matrix. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridSlices } from '../../app/emulator/jobs.ts';
import { kernel } from '../../kernels/swizzle/index.ts';
import { ELEMENT_BYTES, SWIZZLE_MODES } from '../../trace/launch.ts';
import { SPAN_BYTES } from '../../trace/tensor-map-rules.ts';
import { copyProgram, differingChunks, predictedDump } from './compiled-copy.ts';
import { type CopyOfState, copyOfState } from './copy-of-state.ts';
import { measuredWords, verdictOf } from './source-words.ts';
import { DEFAULTS, type TensorMapState } from './tensor-map-search.ts';

const PTX = join(import.meta.dirname, '../../../public/ptx');

async function dumpOf(shown: CopyOfState) {
  const program = copyProgram(shown);
  if (!program.ok) throw new Error(program.error);
  const { launch, arch } = program.value;
  const ptx = readFileSync(join(PTX, kernel.ptxPath('tma-tile', {}, arch)), 'utf8');
  const slices = gridSlices({ ptx, launch, output: 'out' });
  for (;;) {
    const slice = await slices.next();
    if (!slice.done) continue;
    if (!slice.value.ok) throw new Error(slice.value.error.message);
    expect(slice.value.value.faults).toEqual([]);
    return { dump: slice.value.value.output, program: program.value };
  }
}

async function comparisonOf(change: Partial<TensorMapState>) {
  const shown = copyOfState({ ...DEFAULTS, ...change });
  const { dump, program } = await dumpOf(shown);
  return differingChunks(dump, predictedDump(shown, program));
}

/** Matrices of any type and mode, with boxes at and beyond every edge. */
const matrices: fc.Arbitrary<TensorMapState> = fc
  .record({
    type: fc.constantFrom('u8', 'bf16', 'f16', 'u32', 'f32', 'f64'),
    swizzle: fc.constantFrom(...SWIZZLE_MODES),
    fill: fc.constantFrom('zero', 'nan'),
  })
  .chain(({ type, swizzle, fill }) => {
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
        return { ...DEFAULTS, ...lists, type, swizzle, fill: isFloat ? fill : 'zero', strides: [stride] };
      });
  });

test('every copy of a matrix, by all modes, types, edges, element strides and bases', async () => {
  let outside = 0;
  await fc.assert(
    fc.asyncProperty(matrices, async state => {
      const { breaches, bytes } = copyOfState(state);
      expect(breaches).toEqual([]);
      expect((await comparisonOf(state)).differing).toEqual([]);
      if (bytes.outsideBytes > 0) outside++;
    }),
    { seed: 11, numRuns: 60 },
  );
  expect(outside).toBeGreaterThan(20);
});

describe('a picture that is wrong is noticed', () => {
  test.each<[string, Partial<TensorMapState>]>([
    ['another mode', { swizzle: '64B', box: [32, 64] }],
    ['a start a row off', { start: [64, 97] }],
    ['a stride off', { strides: [528] }],
  ])('%s', async (_, wrong) => {
    const { dump } = await dumpOf(copyOfState({ ...DEFAULTS, ...(wrong.box ? { box: wrong.box } : {}) }));
    const drawn = copyOfState({ ...DEFAULTS, ...wrong });
    const program = copyProgram(drawn);
    if (!program.ok) throw new Error(program.error);
    expect(differingChunks(dump, predictedDump(drawn, program.value)).differing.length).toBeGreaterThan(100);
  });
});

test('says why there is no such copy', () => {
  const why = (change: Partial<TensorMapState>): string | null => {
    const program = copyProgram(copyOfState({ ...DEFAULTS, ...change }));
    return program.ok ? null : program.error;
  };
  expect(why({})).toBeNull();
  expect(why({ direction: 'store' })).toMatch(/two dimensions/);
  expect(why({ dims: [4096, 4096] })).toMatch(/16 MiB/);
  expect(why({ type: 'u8', dims: [128, 256], box: [128, 256], elementStrides: [1, 1], start: [0, 0] })).toBeNull();
});

test('what the other sources say, in words', () => {
  const copy = { differing: 0, chunks: 512, first: null, faults: 0, provenance: '' };
  const tone = (change: Partial<typeof copy>) => verdictOf({ state: 'done', copy: { ...copy, ...change } }).tone;
  expect([tone({}), tone({ faults: 1 }), tone({ differing: 3 })]).toEqual(['agree', 'differ', 'differ']);
  expect(verdictOf({ state: 'running' }).tone).toBe('waiting');
  expect(measuredWords(copyOfState(DEFAULTS))).toMatch(/^As drawn: rows of 128 B at base 0/);
  expect(measuredWords(copyOfState({ ...DEFAULTS, direction: 'store' }))).toMatch(/^This copy was not measured/);
});
