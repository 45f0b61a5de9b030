/** Tests the GEMM ladder as nvcc compiles it: what ptxas makes of each build, and what the compiled kernels leave in C. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { INCLUDE_FOLDER } from '../server/toolchain/source-tree.ts';
import { type GemmBuild, outputType } from '../src/kernels/gemm/build.ts';
import { BUILDS } from '../src/kernels/gemm/builds.ts';
import { type GemmInputs, type GemmSize, launchOf } from '../src/kernels/gemm/launch.ts';
import { boundedReference, decodeElements, INTEGERS, REALS, roundedReference } from '../src/kernels/gemm/reference.ts';
import type { GemmVersion } from '../src/kernels/gemm/versions.ts';
import { SummaryBuilder } from '../src/model/banks/trace-summary.ts';
import { emulate } from '../src/ptx/index.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import { ARCH, type Assembled, assemble, assembleBuild, RESOURCES_PATH, resourcesOf } from './gemm-resources.ts';
import { projectRoot } from './tree.ts';

const [nvcc] = nvccCandidates();
const SMS = 132;
/** Offset of a CTA's own shared memory on sm_90. */
const SHARED_BASE_BYTES = 1024;
const PATIENCE_MS = 30_000;

const MANY_SMALL_TILES: GemmBuild = {
  version: 'v4-persistent',
  tileM: 64,
  tileN: 64,
  stages: 4,
  clusterM: 1,
  clusterN: 2,
  splits: 1,
  consumers: 1,
  elementType: 'bf16',
};

const known = new Map<GemmBuild, Assembled>();
function assembled(build: GemmBuild): Assembled {
  const made = known.get(build) ?? assembleBuild(nvcc, build);
  known.set(build, made);
  return made;
}

const firstOf = (version: GemmVersion): GemmBuild => {
  const build = BUILDS.find(each => each.version === version);
  if (build === undefined) throw new Error(`no build of ${version}`);
  return build;
};

function run(build: GemmBuild, size: GemmSize, operands: GemmInputs, residentCtas = SMS) {
  const module = parseModule(assembled(build).ptx);
  if (!module.ok) throw new Error(module.error.message);
  const banks = new SummaryBuilder();
  const result = emulate(module.value, launchOf(build, size, operands, residentCtas), {
    sharedBaseBytes: SHARED_BASE_BYTES,
    observe: access => banks.add(access),
  });
  if (!result.ok) throw new Error(result.error.message);
  const { faults, buffers } = result.value;
  const { ldmatrix } = banks.finish().shared;
  return {
    faults: faults.map(fault => fault.kind),
    c: buffers.get('c') ?? new Uint8Array(),
    extraWavefronts: ldmatrix.wavefronts - ldmatrix.ideal,
  };
}

function beyondBound(c: Uint8Array, size: GemmSize, build: GemmBuild): number {
  const { values, bounds } = boundedReference({ ...size, elementType: build.elementType });
  return decodeElements(c, outputType(build)).filter((value, i) => !(Math.abs(value - values[i]) <= bounds[i])).length;
}

/** ptxas executes products one after another: C7510 and similar warnings. */
const COMPLAINT = /warning|\(C75\d\d\)/i;

/** Adds to a sum between two groups of products that use it. */
const TOUCHED_IN_FLIGHT = `
#include "wgmma.cuh"
extern "C" __global__ void __launch_bounds__(128) gemm(float *c) {
  extern __shared__ __align__(1024) unsigned char rows[];
  float sums[8][4] = {};
  fenceProducts();
  multiplyRows<64>(sums, describeRows(rows), describeRows(rows), true);
  commitProducts();
  sums[0][0] += 1;
  multiplyRows<64>(sums, describeRows(rows), describeRows(rows), true);
  commitProducts();
  waitForProducts<0>();
  for (int i = 0; i < 32; i++) c[i * 128 + threadIdx.x] = sums[i / 4][i % 4];
}`;

describe.skipIf(nvcc === undefined)('what ptxas complains of', () => {
  it(
    'shows in the report when sums are touched in flight',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'lanescape-serial-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const source = join(folder, 'touched.cu');
      writeFileSync(source, TOUCHED_IN_FLIGHT);
      const flags = ['-ptx', `-arch=${ARCH}`, `-I${INCLUDE_FOLDER}`];
      expect(assemble(nvcc, flags, source, ARCH).report).toMatch(COMPLAINT);
    },
    PATIENCE_MS,
  );

  it(
    'shows when the sums are more than the registers',
    () => {
      const build: GemmBuild = { ...firstOf('v3-wgmma'), tileM: 256, tileN: 256, stages: 2 };
      expect(resourcesOf(build, assembled(build).report).spillBytes).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});

describe.skipIf(nvcc === undefined)('every build of the ladder', () => {
  const recorded = JSON.parse(readFileSync(join(projectRoot, RESOURCES_PATH), 'utf8'));

  it.each(
    BUILDS.map((build, i) => {
      const { version, elementType, tileM, tileN, stages } = build;
      return [`${version} of ${elementType}, ${tileM}x${tileN}x${stages}`, build, i] as const;
    }),
  )(
    '%s spills nothing, and ptxas runs its products asynchronously',
    (_, build, i) => {
      const { report } = assembled(build);
      expect(resourcesOf(build, report)).toMatchObject({ spillBytes: 0 });
      expect(recorded.builds[i]).toMatchObject({ ...build, registers: resourcesOf(build, report).registers });
      expect(report).not.toMatch(COMPLAINT);
    },
    PATIENCE_MS,
  );
});

describe.skipIf(nvcc === undefined)('other architectures', () => {
  it.each([
    ['v0-cp-async', 'sm_80'],
    ['v1-tma', 'sm_120'],
    ['v2-warp-specialized', 'sm_120'],
  ] as const)(
    '%s is compiled for %s without a spill',
    (version, arch) => {
      const build = firstOf(version);
      expect(resourcesOf(build, assembleBuild(nvcc, build, arch).report).spillBytes).toBe(0);
    },
    PATIENCE_MS,
  );
});

describe.skipIf(nvcc === undefined)('on the emulator', () => {
  const deep = { m: 128, n: 128, k: 512 };

  it.each(['v0-cp-async', 'v1-tma', 'v2-warp-specialized', 'v3-wgmma', 'v4-persistent'] as const)(
    '%s keeps the bound on reals, and its ldmatrix meet in no bank',
    version => {
      const build = firstOf(version);
      const { faults, c, extraWavefronts } = run(build, deep, REALS);
      expect(faults).toEqual([]);
      expect(beyondBound(c, deep, build)).toBe(0);
      expect(extraWavefronts).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    'a persistent cluster beside each other is exact, whether C leaves by the copy engine or by hand',
    () => {
      for (const n of [264, 261]) {
        const size = { m: 300, n, k: 136 };
        const { faults, c } = run(MANY_SMALL_TILES, size, INTEGERS, 2);
        expect(faults).toEqual([]);
        expect(c).toEqual(roundedReference({ ...size, elementType: 'bf16' }));
      }
    },
    PATIENCE_MS,
  );

  it(
    'a mask that is one too small makes matrices meet in banks',
    () => {
      expect(run(firstOf('wrong-swizzle'), deep, INTEGERS).extraWavefronts).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});
