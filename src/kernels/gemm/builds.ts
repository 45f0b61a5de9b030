/** The builds that the host rule chooses from. */
import { assert } from '../../base/assert.ts';
import { GEMM_ELEMENTS, type GemmBuild, type GemmElement } from './build.ts';
import type { GemmVersion } from './versions.ts';

const inPlace = { clusterM: 1, clusterN: 1, splits: 1, consumers: 2, elementType: 'bf16' } as const;

const build = (
  version: GemmVersion,
  tileM: number,
  tileN: number,
  stages: number,
  more: Partial<GemmBuild> = {},
): GemmBuild => ({
  version,
  tileM,
  tileN,
  stages,
  ...inPlace,
  ...more,
});

const persistent = (elementType: GemmElement): GemmBuild[] => [
  build('v4-persistent', 128, 256, 4, { clusterM: 2, elementType }),
  build('v4-persistent', 128, 128, 6, { clusterM: 2, elementType }),
  build('v4-persistent', 64, 128, 8, { clusterM: 2, consumers: 1, elementType }),
];

/** Of equal size, the tile that two warpgroups make comes first: each has half of C to store. */
const small = (elementType: GemmElement): GemmBuild[] => [
  build('v6-small', 128, 64, 9, { elementType }),
  build('v6-small', 64, 128, 9, { consumers: 1, elementType }),
];

const large = (elementType: GemmElement): GemmBuild[] => [build('v7-early-half', 128, 256, 4, { elementType })];

const OTHERS = GEMM_ELEMENTS.filter(elementType => elementType !== 'bf16');

/** A larger tile reads less per product, a smaller one leaves fewer SMs idle; stages fill what shared memory is left. */
export const BUILDS: readonly GemmBuild[] = [
  build('v0-cp-async', 128, 128, 3),
  build('v1-tma', 128, 128, 3),
  build('v1-tma', 64, 128, 4),
  build('v2-warp-specialized', 128, 128, 3),
  build('v2-warp-specialized', 64, 128, 4),
  build('v3-wgmma', 128, 256, 4),
  build('v3-wgmma', 128, 128, 6),
  build('v3-wgmma', 128, 64, 6),
  ...persistent('bf16'),
  build('v5-split-k', 64, 64, 13, { splits: 2, consumers: 1 }),
  build('v5-split-k', 16, 64, 10, { splits: 2, consumers: 1 }),
  build('v6-small', 128, 96, 7),
  ...small('bf16'),
  build('v6-small', 64, 256, 5, { consumers: 1 }),
  build('v6-small', 64, 96, 10, { consumers: 1 }),
  build('v6-small', 64, 64, 13, { consumers: 1 }),
  build('v6-small', 64, 48, 14, { consumers: 1 }),
  build('v6-small', 64, 32, 16, { consumers: 1 }),
  build('v6-small', 16, 112, 6, { consumers: 1 }),
  build('v6-small', 16, 64, 16, { consumers: 1 }),
  build('v6-small', 16, 48, 16, { consumers: 1 }),
  ...large('bf16'),
  build('missing-empty-wait', 128, 128, 3),
  build('wrong-swizzle', 128, 128, 3),
  build('early-sum', 64, 64, 13, { splits: 2, consumers: 1 }),
  ...OTHERS.flatMap(elementType => [...persistent(elementType), ...small(elementType), ...large(elementType)]),
  build('full-boxes', 128, 256, 4),
  build('half-k-step', 128, 128, 6, { clusterM: 2, elementType: 'e4m3' }),
];

/** '128x256'. */
const tileOf = ({ tileM, tileN }: GemmBuild): string => `${tileM}x${tileN}`;

const buildsOf = (version: GemmVersion): GemmBuild[] => BUILDS.filter(each => each.version === version);

/** The tiles that a version has in such elements, the one for the largest sizes first. */
export const tilesFor = (version: GemmVersion, elementType: GemmElement): string[] =>
  buildsOf(version)
    .filter(build => build.elementType === elementType)
    .map(tileOf);

/** What A and B of a version may be made of. */
export const elementsFor = (version: GemmVersion): GemmElement[] => [
  ...new Set(buildsOf(version).map(({ elementType }) => elementType)),
];

/**
 * The build with this tile and these elements. If the version has no such build, its first one stands in, so that the page can
 * still show a source.
 */
export function buildOf(version: GemmVersion, tile: string, elementType: GemmElement = 'bf16'): GemmBuild {
  const builds = buildsOf(version);
  const ofElement = builds.filter(each => each.elementType === elementType);
  const build = ofElement.find(each => tileOf(each) === tile) ?? ofElement[0] ?? builds[0];
  assert(build !== undefined, 'every version has a build');
  return build;
}
