import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { ctasPerSm } from '../occupancy.ts';
import { buildSpec, clusterCtas, type GemmBuild, sharedBytes, threadsOf } from './build.ts';
import { BUILDS } from './builds.ts';
import { type GemmSize, launchOf } from './launch.ts';
import { chooseBuild, H200, RTX_5090 } from './rule.ts';
import { type GemmVersion, hasFewThreads, isPersistent, multipliesByWarpgroup, versions } from './versions.ts';

const sizes: fc.Arbitrary<GemmSize> = fc.record({
  m: fc.integer({ min: 1, max: 20_000 }),
  n: fc.integer({ min: 1, max: 20_000 }),
  k: fc.integer({ min: 1, max: 2000 }).map(eighths => eighths * 8),
});
const anyVersion = fc.constantFrom<GemmVersion>(...versions.map(({ id }) => id));
const anyBuild = fc.constantFrom<GemmBuild>(...BUILDS);
const zeros = { a: { kind: 'zeros' }, b: { kind: 'zeros' } } as const;

const fits = (build: GemmBuild, registers: number) =>
  ctasPerSm({ threads: threadsOf(build), sharedBytes: sharedBytes(build), registers });

describe('the host rule', () => {
  it('chooses a build of the version that fits, or none where there is none', () => {
    fc.assert(
      fc.property(anyVersion, sizes, fc.constantFrom(H200, RTX_5090), (version, size, device) => {
        const build = chooseBuild(version, size, device);
        expect(build === null).toBe(multipliesByWarpgroup(version) && !device.hasWgmma);
        if (build === null) return;
        expect(build.version).toBe(version);
        expect(sharedBytes(build)).toBeLessThanOrEqual(device.sharedBytesPerCta);
      }),
    );
  });

  it.each([
    [1024, '64x128', '128x64'],
    [2048, '128x128', '128x256'],
    [4096, '128x256', '128x256'],
    [8192, '128x256', '128x256'],
  ])('takes small tiles at a side of %i, where large ones would leave most SMs idle', (side, persistent, once) => {
    const tileOf = (version: GemmVersion) => {
      const { tileM, tileN } = chooseBuild(version, { m: side, n: side, k: side }, H200)!;
      return `${tileM}x${tileN}`;
    };
    expect([tileOf('v4-persistent'), tileOf('v3-wgmma')]).toEqual([persistent, once]);
  });
});

describe('a launch', () => {
  it('has maps that the driver takes, whatever the size', () => {
    fc.assert(
      fc.property(anyBuild, sizes, (build, size) => {
        for (const param of launchOf(build, size, zeros, H200.sms).params)
          if (param.kind === 'tensorMap') expect([...tensorMapBreaches(param)]).toEqual([]);
      }),
    );
  });

  it('has a CTA for each tile, or whole clusters that the GPU holds at a time and that end together', () => {
    fc.assert(
      fc.property(anyBuild, sizes, (build, size) => {
        const [ctas] = launchOf(build, size, zeros, H200.sms).grid;
        const tiles = Math.ceil(size.m / build.tileM) * Math.ceil(size.n / build.tileN);
        expect(ctas % clusterCtas(build)).toBe(0);
        if (isPersistent(build.version)) expect(ctas).toBeLessThanOrEqual(H200.sms);
        else expect(ctas).toBe(tiles * build.splits);
      }),
    );
  });
});

describe('builds', () => {
  it('are all different', () => {
    expect(new Set(BUILDS.map(build => JSON.stringify(buildSpec(build)))).size).toBe(BUILDS.length);
  });

  it('have whole warps and warpgroups, and rows that swizzle', () => {
    for (const build of BUILDS) {
      const { tileM, tileN, clusterM, clusterN } = build;
      const hasWarpgroups = multipliesByWarpgroup(build.version) && !hasFewThreads(build.version);
      expect(threadsOf(build) % (hasWarpgroups ? 128 : 32)).toBe(0);
      // A CTA's share of a cluster's loads starts at a multiple of the swizzle's eight rows.
      expect([(tileM / clusterN) % 8, (tileN / clusterM) % 8]).toEqual([0, 0]);
    }
  });

  it('share an SM as far as registers and shared memory go', () => {
    const [small] = BUILDS.filter(build => build.version === 'v1-tma');
    expect(fits(small, 128)).toBe(2);
    expect(fits(small, 255)).toBe(2);
    expect(fits({ ...small, stages: 4 }, 128)).toBe(1);
    // 8 warps of 168 x 32 registers: 3 fit into each quarter of the file.
    expect(fits({ ...small, tileM: 256, stages: 1 }, 168)).toBe(1);
    expect(fits({ ...small, tileM: 256, stages: 1 }, 128)).toBe(2);
  });
});
