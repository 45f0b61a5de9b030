/** C = A x B on tensor cores in eight steps, from copies by threads to persistent clusters, and what small products need. */
import { defineKernel } from '../kernel.ts';
import { archs, shortfallOf } from './archs.ts';
import { buildSpec, operandBytes } from './build.ts';
import { buildOf, elementsFor, tilesFor } from './builds.ts';
import { cases, otherCases } from './cases.ts';
import { gpuReference } from './gpu-reference.ts';
import { launchOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, type GemmParams, schema, tooLarge } from './params.ts';
import { boundedReference, INTEGERS, REALS, roundedReference } from './reference.ts';
import { endsInHalves, type GemmVersion, versions } from './versions.ts';

const buildFor = (version: GemmVersion, p: GemmParams) => buildOf(version, p.tile, p.elementType);

const launch = (version: GemmVersion, p: GemmParams) => launchOf(buildFor(version, p), p, INTEGERS, p.residentCtas);

function refusal(version: GemmVersion, p: GemmParams): string | null {
  const [tiles, elements] = [tilesFor(version, p.elementType), elementsFor(version)];
  if (!elements.includes(p.elementType)) return `This version is built for elements of ${elements.join(' and ')}.`;
  if (!tiles.includes(p.tile))
    return `This version is built for tiles of ${tiles.join(' and ').replaceAll('x', ' × ')}.`;
  if (endsInHalves(version) && p.n % 8 !== 0)
    return 'The copy engine stores rows of C at multiples of 16 bytes: N of this version is a multiple of 8.';
  if ((p.k * operandBytes(p)) % 16 !== 0)
    return 'The copy engine takes rows of A and columns of B at multiples of 16 bytes: K of e4m3 is a multiple of 16.';
  return null;
}

export const kernel = defineKernel({
  id: 'gemm',
  title: 'The GEMM ladder',
  lede: 'C = A × B in bf16 on tensor cores, eight times: from threads that copy and swizzle by hand to persistent clusters that feed wgmma.',
  variants: versions,
  fields,
  schema,
  cases,
  archs,
  refusal,
  tooLarge,
  shortfall: (version, p, arch) => refusal(version, p) ?? shortfallOf(version, arch),
  build: (version, p) => buildSpec(buildFor(version, p)),
  launch,
  sharedBaseBytes: () => 0,
  work: p => ({ kind: 'flops', amount: 2 * p.m * p.n * p.k }),
  predict: (version, p, cta) => predict(buildFor(version, p), p, launch(version, p), cta),
  reference: (_, { m, n, k, elementType }) => new Map([['c', roundedReference({ m, n, k, elementType })]]),
  reals: {
    cases: ['deep', 'odd', 'large-tile', ...otherCases.map(({ id }) => id)],
    launch: (version, p) => launchOf(buildFor(version, p), p, REALS, p.residentCtas),
    expected: (_, p) => new Map([['c', boundedReference(p)]]),
    onGpu: p => gpuReference(p),
  },
});
