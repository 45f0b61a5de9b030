/** The builds that the host rule chooses from. */
import type { GemmBuild } from './build.ts';
import type { Version } from './versions.ts';

const inPlace = { clusterM: 1, clusterN: 1, consumers: 2 };

const build = (version: Version, tileM: number, tileN: number, stages: number, more = {}): GemmBuild => ({
  version,
  tileM,
  tileN,
  stages,
  ...inPlace,
  ...more,
});

const byWarp = (version: Version): GemmBuild[] => [
  build(version, 128, 128, 3),
  build(version, 256, 128, 2),
  build(version, 256, 128, 4),
];

/** A larger tile reads less per product, a smaller one leaves fewer SMs idle; stages fill what shared memory is left. */
export const BUILDS: readonly GemmBuild[] = [
  ...byWarp('v0-cp-async'),
  ...byWarp('v1-tma'),
  ...byWarp('v2-warp-specialized'),
  build('v3-wgmma', 128, 256, 4),
  build('v3-wgmma', 128, 128, 6),
  build('v3-wgmma', 128, 64, 6),
  build('v4-persistent', 128, 256, 4, { clusterM: 2 }),
  build('v4-persistent', 128, 128, 6, { clusterM: 2 }),
  build('v4-persistent', 128, 64, 8, { clusterM: 2, clusterN: 2 }),
  build('missing-empty-wait', 128, 128, 3),
  build('wrong-swizzle', 128, 128, 3),
];
