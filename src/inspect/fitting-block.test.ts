/** Blocks that are tried in place of a guess: whole warps, within what the kernel allows, a single warp last. */
import { expect, test } from 'vitest';
import { guessLaunch } from '../ptx/outline/guess.ts';
import { outlineOf } from '../ptx/outline/outline.ts';
import { parseModule } from '../ptx/parse/module.ts';
import { blocksToTry, fittingBlock, withBlock } from './fitting-block.ts';

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
  const blocks = blocksToTry(entry, { ...guess.launch, block: [256, 1, 1] });
  expect(blocks.map(([x]) => x)).toEqual([1024, 512, 128, 64, 32]);
});

test('no more threads than the kernel was compiled for', () => {
  const { entry, guess } = guessed('%ctaid.x', '.maxntid 200, 1, 1');
  expect(blocksToTry(entry, guess.launch).map(([x]) => x)).toEqual([128, 64, 32]);
});

test('rows of a warp where threads have two indices', () => {
  const { entry, guess } = guessed('%tid.y', '.maxntid 256, 1, 1');
  const blocks = blocksToTry(entry, { ...guess.launch, block: [16, 16, 1] });
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

test('the first without a fault, unless the trials end', async () => {
  const blocks = [128, 64, 32].map(x => [x, 1, 1] as const);
  expect(await fittingBlock(blocks, async ([x]) => (x > 64 ? 3 : 0))).toEqual([64, 1, 1]);
  expect(await fittingBlock(blocks, async () => 1)).toBeNull();
  expect(await fittingBlock(blocks, async ([x]) => (x > 64 ? null : 0))).toBeNull();
});
