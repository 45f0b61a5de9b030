/** C = A x B on tensor cores in seven steps, from copies by threads to persistent clusters, and what small products need. */
import { defineKernel } from '../kernel.ts';
import { archs, shortfallOf } from './archs.ts';
import { buildSpec } from './build.ts';
import { buildOf, tilesFor } from './builds.ts';
import { cases } from './cases.ts';
import { gpuReference } from './gpu-reference.ts';
import { launchOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, type GemmParams, schema, tooLarge } from './params.ts';
import { boundedReference, INTEGERS, REALS, roundedReference } from './reference.ts';
import { type GemmVersion, versions } from './versions.ts';

const launch = (version: GemmVersion, p: GemmParams) => launchOf(buildOf(version, p.tile), p, INTEGERS, p.residentCtas);

function refusal(version: GemmVersion, { tile }: GemmParams): string | null {
  const tiles = tilesFor(version);
  if (tiles.includes(tile)) return null;
  return `This version is built for tiles of ${tiles.join(' and ').replaceAll('x', ' × ')}.`;
}

export const kernel = defineKernel({
  id: 'gemm',
  title: 'The GEMM ladder',
  lede: 'C = A × B in bf16 on tensor cores, seven times: from threads that copy and swizzle by hand to persistent clusters that feed wgmma.',
  variants: versions,
  fields,
  schema,
  cases,
  archs,
  refusal,
  tooLarge,
  shortfall: (version, p, arch) => refusal(version, p) ?? shortfallOf(version, arch),
  build: (version, p) => buildSpec(buildOf(version, p.tile)),
  launch,
  sharedBaseBytes: () => 0,
  work: p => ({ kind: 'flops', amount: 2 * p.m * p.n * p.k }),
  predict: (version, p, cta) => predict(buildOf(version, p.tile), p, launch(version, p), cta),
  reference: (_, { m, n, k }) => new Map([['c', roundedReference({ m, n, k })]]),
  reals: {
    cases: ['deep', 'odd', 'large-tile'],
    launch: (version, p) => launchOf(buildOf(version, p.tile), p, REALS, p.residentCtas),
    expected: (_, p) => new Map([['c', boundedReference(p)]]),
    onGpu: p => gpuReference(p),
  },
});
