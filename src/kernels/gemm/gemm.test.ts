import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { ctasPerSm } from '../occupancy.ts';
import {
  buildSpec,
  clusterCtas,
  GEMM_ELEMENTS,
  type GemmBuild,
  sharedBytes,
  threadsOf,
  tileKOf,
  wordElements,
} from './build.ts';
import { BUILDS, elementsFor } from './builds.ts';
import { kernel } from './index.ts';
import { type GemmSize, launchOf } from './launch.ts';
import { chooseBuild, H200, RTX_5090 } from './rule.ts';
import { type GemmVersion, hasFewThreads, isPersistent, multipliesByWarpgroup, versions } from './versions.ts';

const sizes: fc.Arbitrary<GemmSize> = fc.record({
  m: fc.integer({ min: 1, max: 20_000 }),
  n: fc.integer({ min: 1, max: 20_000 }),
  k: fc.integer({ min: 1, max: 2000 }).map(eighths => eighths * 8),
});
const anyVersion = fc.constantFrom<GemmVersion>(...versions.map(({ id }) => id));
const anyDevice = fc.constantFrom(H200, RTX_5090);
const anyElements = fc.constantFrom(...GEMM_ELEMENTS);
const anyBuild = fc.constantFrom<GemmBuild>(...BUILDS);
const zeros = { a: { kind: 'zeros' }, b: { kind: 'zeros' } } as const;

const fits = (build: GemmBuild, registers: number) =>
  ctasPerSm({ threads: threadsOf(build), sharedBytes: sharedBytes(build), registers });

describe('the host rule', () => {
  it('chooses a build of the version that fits, or none where there is none', () => {
    fc.assert(
      fc.property(anyVersion, sizes, anyDevice, anyElements, (version, size, device, elementType) => {
        const build = chooseBuild(version, size, device, elementType);
        const isThere = elementsFor(version).includes(elementType);
        expect(build === null).toBe((multipliesByWarpgroup(version) && !device.hasWgmma) || !isThere);
        if (build === null) return;
        expect(build).toMatchObject({ version, elementType });
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

  it.each([
    [6144, 48],
    [28672, 112],
  ])('gives each SM as many columns of %i as the next one where there are 16 rows', (n, columns) => {
    expect(chooseBuild('v6-small', { m: 16, n, k: 4096 }, H200)).toMatchObject({ tileM: 16, tileN: columns });
  });

  it('prefers two warpgroups where a tile of the same size could be made by one', () => {
    const square = { m: 1024, n: 1024, k: 1024 };
    for (const elementType of GEMM_ELEMENTS)
      expect(chooseBuild('v6-small', square, H200, elementType)).toMatchObject({ tileM: 128, tileN: 64, consumers: 2 });
  });
});

describe('a launch', () => {
  it('has maps that the driver takes, whatever the size', () => {
    fc.assert(
      fc.property(anyBuild, sizes, (build, size) => {
        // Rows of a multiple of 16 bytes.
        const k = size.k * wordElements(build);
        for (const param of launchOf(build, { ...size, k }, zeros, H200.sms).params)
          if (param.kind === 'tensorMap') expect([...tensorMapBreaches(param)]).toEqual([]);
      }),
    );
  });

  it('fetches for few rows and many stages no more into the L2 cache than a step reads', () => {
    for (const build of BUILDS)
      for (const param of launchOf(build, { m: 16, n: 256, k: 256 }, zeros, H200.sms).params)
        if (param.kind === 'tensorMap')
          expect(param.l2Promotion).toBe(build.tileM < 64 && build.stages > 8 ? '128B' : '256B');
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

describe('other elements than bf16', () => {
  const small = { m: 128, n: 128, k: 512 };
  const launchIn = (elementType: string) => kernel.launch('v4-persistent', { ...small, elementType });

  it('change the source and nothing else of a build: each has its PTX, and that of bf16 keeps its name', () => {
    const pathOf = (elementType: string) => kernel.ptxPath('v4-persistent', { ...small, elementType }, 'sm_90a');
    expect(GEMM_ELEMENTS.map(pathOf)).toEqual([
      'gemm/v4-persistent/tile-128x128.sm_90a.ptx',
      'gemm/v4-persistent-f16/tile-128x128.sm_90a.ptx',
      'gemm/v4-persistent-e4m3/tile-128x128.sm_90a.ptx',
    ]);
    const defines = GEMM_ELEMENTS.map(elementType => kernel.build('v4-persistent', { elementType }).defines);
    expect(defines).toEqual(defines.map(() => defines[0]));
  });

  it('of 8 bits travel in pairs: words along K, in the same rows of 128 bytes', () => {
    const [short, byte] = ['bf16', 'e4m3'].map(launchIn);
    const mapsIn = ({ params }: typeof short) => params.flatMap(each => (each.kind === 'tensorMap' ? [each] : []));
    expect(mapsIn(short)[0]).toMatchObject({ type: 'bf16', dims: [512, 128], stridesBytes: [1024], box: [64, 128] });
    expect(mapsIn(byte)[0]).toMatchObject({ type: 'u16', dims: [256, 128], stridesBytes: [512], box: [64, 128] });
    expect(byte.params.at(-1)).toMatchObject({ value: 256 });
    expect(byte.buffers.map(({ type }) => type)).toEqual(['bf16', 'e4m3', 'e4m3']);
    expect(byte.dynamicSharedBytes).toBe(short.dynamicSharedBytes);
    expect(tileKOf({ elementType: 'e4m3' })).toBe(128);
  });

  it('are refused in words where there is no such build', () => {
    const refusalOf = (version: string, elementType: string, k = 512) => kernel.refusal(version, { k, elementType });
    expect(refusalOf('v3-wgmma', 'f16')).toBe('This version is built for elements of bf16.');
    expect(refusalOf('half-k-step', 'bf16')).toBe('This version is built for elements of e4m3.');
    expect(refusalOf('v4-persistent', 'e4m3', 520)).toMatch(/K of e4m3 is a multiple of 16/);
    expect(GEMM_ELEMENTS.map(each => refusalOf('v4-persistent', each))).toEqual([null, null, null]);
    expect(refusalOf('v4-persistent', 'f16', 520)).toBeNull();
    const ofLarge = (n: number) => kernel.refusal('v7-early-half', { n, tile: '128x256' });
    expect([ofLarge(264), ofLarge(268)]).toEqual([null, expect.stringMatching(/N of this version is a multiple of 8/)]);
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
