/**
 * Tests replays of the GEMM ladder: what its compiled kernels wait for, copy and multiply, and whether their presets do
 * the same. Kernels that are not committed are compiled in the long tier only.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { firstDifference } from '../src/inspect/replay/first-difference.ts';
import { startReplay } from '../src/inspect/replay/index.ts';
import { ELEMENT_BYTES, type GemmBuild, TILE_K } from '../src/kernels/gemm/build.ts';
import { BUILDS } from '../src/kernels/gemm/builds.ts';
import { type GemmSize, launchOf } from '../src/kernels/gemm/launch.ts';
import { PRESETS } from '../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../src/model/pipeline/presets/preset.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import type { Scenario } from '../src/trace/scenario.ts';
import { isWhole } from './fixtures/sweep.ts';
import { assembleBuild } from './gemm-resources.ts';

const [nvcc] = nvccCandidates();
const PATIENCE_MS = 30_000;
const STEPS = 8;
const K = STEPS * TILE_K;
/** Offset of a CTA's own shared memory on sm_90. */
const SHARED_BASE_BYTES = 1024;

const buildOf = (version: GemmBuild['version'], tileM: number, tileN: number): GemmBuild => {
  const build = BUILDS.find(
    each => each.version === version && each.tileM === tileM && each.tileN === tileN && each.elementType === 'bf16',
  );
  if (build === undefined) throw new Error(`no build of ${version} with ${tileM} x ${tileN}`);
  return build;
};

const committedPtx = ({ version, tileM, tileN }: GemmBuild): string =>
  readFileSync(new URL(`../public/ptx/gemm/${version}/tile-${tileM}x${tileN}.sm_90a.ptx`, import.meta.url), 'utf8');

function presetOf({ version, tileM, tileN, stages }: GemmBuild, more = {}): Scenario {
  const preset = PRESETS.find(({ id }) => id === version);
  const made = preset && presetScenario(preset, { tileM, tileN, stages, steps: STEPS, ...more });
  if (!made?.ok) throw new Error(`no scenario of ${version}: ${made?.error.message}`);
  return made.value;
}

/** @param residentCtas for the persistent version; with fewer, each CTA has more tiles. */
function replayOf(build: GemmBuild, size: GemmSize, residentCtas = 132, ptx = committedPtx(build)) {
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(module.error.message);
  const operand = (seed: number) => ({ kind: 'random', seed, low: -1 }) as const;
  const launch = launchOf(build, size, { a: operand(1), b: operand(2) }, residentCtas);
  const { resources } = presetOf(buildOf('v3-wgmma', 128, 256));
  const started = startReplay(fullyLoaded(module.value), launch, {
    cta: 0,
    sharedBaseBytes: SHARED_BASE_BYTES,
  });
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  const logged = started.value.finish();
  if (!logged.ok) throw new Error(logged.error.message);
  const played = logged.value.play(resources);
  if (!played.ok) throw new Error(played.error.message);
  return { ...played.value, faults: logged.value.faults };
}

/** A problem with as many tiles as the cluster has CTAs, `times` times. */
const tiles = ({ tileM, tileN, clusterM, clusterN }: GemmBuild, times = 1): GemmSize => ({
  m: tileM * clusterM,
  n: tileN * clusterN * times,
  k: K,
});

const rungs: readonly (readonly [GemmBuild['version'], number, number])[] = [
  ['v0-cp-async', 128, 128],
  ['v1-tma', 128, 128],
  ['v2-warp-specialized', 128, 128],
  ['v3-wgmma', 128, 256],
  ['v4-persistent', 128, 256],
];

describe('a compiled kernel on the clock of the model', () => {
  it.each(rungs)(
    '%s with %i x %i moves the bytes and does the FLOP of its tile, without a fault',
    (version, tileM, tileN) => {
      const build = buildOf(version, tileM, tileN);
      const { run, faults } = replayOf(build, tiles(build));
      expect([faults, run.faults, run.deadlock]).toEqual([[], [], null]);
      expect(run.landedBytes).toBe((tileM + tileN) * K * ELEMENT_BYTES);
      expect(run.flop).toBe(2 * tileM * tileN * K);
      expect(run.storedBytes).toBe(tileM * tileN * ELEMENT_BYTES);
    },
    PATIENCE_MS,
  );

  it(
    'a CTA that stays for three tiles does three times as much',
    () => {
      const build = buildOf('v4-persistent', 128, 128);
      const [one, three] = [1, 3].map(times => replayOf(build, tiles(build, times), 2).run);
      for (const amount of ['landedBytes', 'flop', 'storedBytes'] as const) expect(three[amount]).toBe(3 * one[amount]);
      expect([three.faults, three.deadlock]).toEqual([[], null]);
    },
    PATIENCE_MS,
  );

  it(
    'edges land as zeros, and are not stored',
    () => {
      const build = buildOf('v2-warp-specialized', 128, 128);
      const { run } = replayOf(build, { m: 100, n: 72, k: K });
      expect(run.landedBytes).toBe((build.tileM + build.tileN) * K * ELEMENT_BYTES);
      expect(run.storedBytes).toBe(100 * 72 * ELEMENT_BYTES);
    },
    PATIENCE_MS,
  );

  it(
    'each span has a line of the kernel, whoever inlined the instruction',
    () => {
      const build = buildOf('v2-warp-specialized', 128, 128);
      const { run } = replayOf(build, tiles(build));
      const source = readFileSync(new URL('../cuda/kernels/gemm/v2-warp-specialized.cu', import.meta.url), 'utf8');
      const lines = source.split('\n');
      const textOf = (kind: string) =>
        new Set(run.spans.filter(span => span.kind === kind).map(({ line }) => lines[line! - 1].trim()));
      expect(textOf('copy')).toEqual(new Set(['produce(ring, a, b, tile, steps);']));
      expect(textOf('mma')).toEqual(new Set(['warpTile.multiply(ring.stages[place.stage]);']));
      expect(textOf('wait')).toContain('waitFor(&ring.full[place.stage], place.parity);');
    },
    PATIENCE_MS,
  );

  it(
    'a producer that does not wait is seen to overwrite what is still to be read',
    () => {
      const build = buildOf('missing-empty-wait', 128, 128);
      const { run, faults } = replayOf(build, tiles(build));
      expect(faults.map(({ kind }) => kind)).toContain('mbarrier');
      const overruns = run.faults.filter(({ kind }) => kind === 'overrun').map(({ role }) => role);
      expect(overruns).toEqual(expect.arrayContaining(['producer', 'consumer']));
      expect(faults.map(({ kind }) => kind)).toContain('deadlock');
      expect(run.deadlock?.message).toBe('consumer waits at full[0] for 1 arrival, which nobody will bring');
    },
    PATIENCE_MS,
  );
});

describe('its preset', () => {
  it.each(rungs)(
    'agrees event by event: %s with %i x %i',
    (version, tileM, tileN) => {
      const build = buildOf(version, tileM, tileN);
      const more = version === 'v4-persistent' ? { tiles: 1 } : {};
      expect(firstDifference(replayOf(build, tiles(build)).scenario, presetOf(build, more))).toBeNull();
    },
    PATIENCE_MS,
  );

  it(
    'agrees event by event: v4-persistent, a CTA that stays for three tiles',
    () => {
      const build = buildOf('v4-persistent', 128, 128);
      const { scenario } = replayOf(build, tiles(build, 3), 2);
      expect(firstDifference(scenario, presetOf(build, { tiles: 3 }))).toBeNull();
      expect(firstDifference(scenario, presetOf(build, { tiles: 2 }))).not.toBeNull();
    },
    PATIENCE_MS,
  );

  it.skipIf(nvcc === undefined || !isWhole).each(['v0-cp-async', 'v2-warp-specialized'] as const)(
    'agrees event by event: %s, of two warpgroups',
    version => {
      const build = { ...buildOf(version, 128, 128), tileM: 256 };
      const { scenario } = replayOf(build, tiles(build), 132, assembleBuild(nvcc, build).ptx);
      expect(firstDifference(scenario, presetOf(build))).toBeNull();
    },
    PATIENCE_MS,
  );

  it('differs where the kernel has another number of stages', () => {
    const build = buildOf('v3-wgmma', 128, 256);
    const { scenario } = replayOf(build, tiles(build));
    expect(firstDifference(scenario, presetOf(build, { stages: 3 }))).toMatchObject({
      role: 'producer',
      kernel: 'wait empty[3] parity 1',
      scenario: 'wait empty[0] parity 0',
    });
  });
});
