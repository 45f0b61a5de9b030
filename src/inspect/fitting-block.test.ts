/** Blocks that are tried in place of a guess: whole warps, within what the kernel allows, a single warp last. */
import { expect, test } from 'vitest';
import { guessLaunch } from '../ptx/outline/guess.ts';
import { outlineOf } from '../ptx/outline/outline.ts';
import { parseModule } from '../ptx/parse/module.ts';
import type { Fault } from '../trace/fault.ts';
import { type BlockTrial, blocksToTry, blockTrial, fittingBlock, fittingWords, withBlock } from './fitting-block.ts';

const faultOf = (kind: Fault['kind']): Fault => ({ kind }) as Fault;
const OUTSIDE = { ...faultOf('outOfBounds'), space: 'shared' } as Fault;

function guessed(id: string, limits = '') {
  const module = parseModule(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p_0) ${limits} {
  .reg .b32 %r<9>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [p_0]; mov.u32 %r1, %tid.x; mov.u32 %r2, ${id}; mad.lo.s32 %r3, %r2, 64, %r1;
  mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r3; ret;
}`);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const [entry] = outline.entries;
  return { outline, entry, guess: guessLaunch(outline, entry) };
}

test('a row of threads: powers of two, the largest first', () => {
  const { entry, guess } = guessed('%ctaid.x');
  const blocks = blocksToTry(entry, { ...guess.launch, block: [256, 1, 1] }, [OUTSIDE]);
  expect(blocks.map(([x]) => x)).toEqual([1024, 512, 128, 64, 32]);
});

test('no more threads than the kernel was compiled for', () => {
  const { entry, guess } = guessed('%ctaid.x', '.maxntid 200, 1, 1');
  expect(blocksToTry(entry, guess.launch, [OUTSIDE]).map(([x]) => x)).toEqual([128, 64, 32]);
});

test('rows of a warp where threads have two indices', () => {
  const { entry, guess } = guessed('%tid.y', '.maxntid 256, 1, 1');
  const blocks = blocksToTry(entry, { ...guess.launch, block: [16, 16, 1] }, [OUTSIDE]);
  expect(blocks).toEqual([
    [32, 8, 1],
    [32, 4, 1],
    [32, 2, 1],
    [32, 1, 1],
  ]);
});

test('what else is guessed follows the block', () => {
  const { outline, entry, guess } = guessed('%ctaid.x');
  const next = withBlock(outline, entry, guess, [64, 1, 1]);
  expect(next.launch.block).toEqual([64, 1, 1]);
  expect(next.guessed).not.toContain('block');
  expect(next.guessed).toContain('buffers[0].length');
});

test('no single warp where nothing but races was found: it has none to race with', () => {
  const { entry, guess } = guessed('%ctaid.x');
  const of = (...kinds: readonly Fault['kind'][]) =>
    blocksToTry(entry, { ...guess.launch, block: [128, 1, 1] }, kinds.map(faultOf)).map(([x]) => x);
  expect(of('race', 'race').at(-1)).toBe(64);
  expect(of('race', 'deadlock').at(-1)).toBe(32);
});

test('none for races where the code counts in such blocks', () => {
  const { entry, guess } = guessed('%ctaid.x');
  const { launch } = guess;
  expect(launch.block).toEqual([64, 1, 1]);
  expect(blocksToTry(entry, launch, [faultOf('race')])).toEqual([]);
  expect(blocksToTry(entry, launch, [OUTSIDE])).not.toEqual([]);
});

const BLOCKS = [128, 64, 32].map(x => [x, 1, 1] as const);
const trial = (faults: number, leavesShared = false): BlockTrial => ({ faults, leavesShared });
const found = (before: BlockTrial, of: Readonly<Record<number, BlockTrial | null>>) =>
  fittingBlock(BLOCKS, before, async ([x]) => of[x]);

test('the first without a fault, unless the trials end', async () => {
  expect(await found(trial(3), { 128: trial(3), 64: trial(0), 32: trial(0) })).toEqual({
    block: [64, 1, 1],
    faults: 0,
  });
  expect(await found(trial(3), { 128: trial(1), 64: trial(1), 32: trial(1) })).toBeNull();
  expect(await found(trial(3), { 128: null, 64: trial(0), 32: trial(0) })).toBeNull();
});

test('where threads left shared memory: the first that stays inside, with the faults that are left', async () => {
  const before = trial(6, true);
  expect(await found(before, { 128: trial(1), 64: trial(1), 32: trial(0) })).toEqual({ block: [128, 1, 1], faults: 1 });
  expect(await found(before, { 128: trial(1, true), 64: trial(2), 32: trial(3) })).toMatchObject({ faults: 2 });
  expect(await found(before, { 128: trial(1), 64: trial(0), 32: trial(0) })).toMatchObject({ faults: 0 });
  expect(await found(before, { 128: trial(6), 64: trial(7), 32: trial(6) })).toBeNull();
  expect(fittingWords({ block: [128, 1, 1], faults: 1 })).toBe(
    'With blocks of 128 x 1 x 1 threads all accesses stay in shared memory, and 1 fault is left.',
  );
});

test('only what is outside of shared memory is a sign of too many threads', () => {
  expect(blockTrial([OUTSIDE, faultOf('race')])).toEqual(trial(2, true));
  expect(blockTrial([{ ...OUTSIDE, space: 'global' } as Fault])).toEqual(trial(1));
});
