/**
 * Tests loads that are overtaken by a copy engine: what an H200 did to GEMM's version 2 without its fence, and that the
 * emulator finds the cause.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILDS } from '../../src/kernels/gemm/builds.ts';
import { launchOf } from '../../src/kernels/gemm/launch.ts';
import { INTEGERS } from '../../src/kernels/gemm/reference.ts';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { overtakenLoadEvidence, overtakenReadEvidence } from './evidence.ts';

const FENCE = /^\s*fence\.proxy\.async\.shared::cta;$/m;
/** More steps than there are stages, so the last ones use stages that were read before. */
const K = 512;
const SM_COUNT = 132;

const build = BUILDS.find(({ version, tileM }) => version === 'v2-warp-specialized' && tileM === 128)!;
const ptx = readFileSync(
  new URL('../../public/ptx/gemm/v2-warp-specialized/tile-128x128.sm_90a.ptx', import.meta.url),
  'utf8',
);

function faultsOf(text: string) {
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const result = emulate(module.value, launchOf(build, { m: 128, n: 128, k: K }, INTEGERS, SM_COUNT));
  if (!result.ok) throw new Error(result.error.message);
  return result.value.faults;
}

test('with the fence there is no fault', () => {
  expect(faultsOf(ptx)).toEqual([]);
});

test('without it the emulator names the load and the copy', () => {
  expect(ptx.match(FENCE)).not.toBeNull();
  const [{ kind, message }] = faultsOf(ptx.replace(FENCE, ''));
  expect(kind).toBe('missingFence');
  expect(message).toMatch(
    /'cp\.async\.bulk\.tensor.*' overwrites .* behind 'ldmatrix.*, which may still be reading it/,
  );
});

test('on a GPU it is what makes C wrong, where all SMs are at work, in the rows of the last ldmatrix', () => {
  const results = overtakenLoadEvidence();
  const full = results.filter(({ size }) => size >= 2048);
  const without = full.filter(({ kernel }) => kernel.endsWith('without its fence'));
  expect(without).toHaveLength(3);
  for (const { launches, wrongLaunches, wrongRowsOfEach64 } of without) {
    expect(wrongLaunches).toBe(launches);
    expect(wrongRowsOfEach64).toEqual({ first: 48, last: 63 });
  }
  for (const { wrongElements } of results.filter(each => !without.includes(each))) expect(wrongElements).toBe(0);
});

test('of loads that take long, those are right whose value a thread had before it arrived', () => {
  const slow = overtakenReadEvidence().filter(({ ways }) => ways > 1);
  const wrong = slow.filter(({ launches, wrongLaunches }) => wrongLaunches === launches);
  expect(wrong.map(({ between }) => between).sort()).toEqual([
    'nothing, sums behind the arrival',
    'redux',
    'sums',
    'vote',
  ]);
  const right = slow.filter(({ wrongLaunches }) => wrongLaunches === 0);
  expect(right.length + wrong.length).toBe(slow.length);
  const unfenced = right.filter(({ fence }) => !fence).map(({ between }) => between);
  expect(unfenced.sort()).toEqual(['branch', 'shfl', 'st.global', 'st.shared', 'wgmma.wait_group']);
});
