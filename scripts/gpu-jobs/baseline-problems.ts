/** The problems that `cuda/baselines` compares on. */
import { GEMM_ELEMENTS } from '../../src/kernels/gemm/build.ts';
import type { GemmSize } from '../../src/kernels/gemm/launch.ts';
import { H200 } from '../../src/kernels/gemm/rule.ts';
import type { Params } from '../../src/kernels/kernel.ts';

/** Products of integers, of sizes for which the page can compute the reference. */
export const PRODUCTS: readonly Params[] = [
  { m: 512, n: 1024, k: 512, residentCtas: 132 },
  { m: 1024, n: 1024, k: 256, residentCtas: 132 },
  { m: 2048, n: 2048, k: 64, residentCtas: 132 },
  { m: 256, n: 256, k: 512 },
  { m: 256, n: 256, k: 256 },
];

const square = (side: number, more: Params): Params => ({ rows: side, columns: side, ...more });

/** With the tile that suits vectors of such elements. */
export const TRANSPOSES: readonly Params[] = [
  square(1024, {}),
  square(4096, {}),
  square(4096, { tile: 64 }),
  square(8192, { tile: 64 }),
  square(4096, { elementBytes: 2 }),
  square(4096, { elementBytes: 2, tile: 64 }),
  square(4096, { elementBytes: 2, tile: 128 }),
  square(8192, { elementBytes: 2, tile: 128 }),
  square(4096, { elementBytes: 1, tile: 128 }),
  square(8192, { elementBytes: 1, tile: 128 }),
  square(4096, { elementBytes: 8, tile: 64 }),
  square(8192, { elementBytes: 8, tile: 64 }),
  square(4096, { elementBytes: 16, tile: 32 }),
  square(8192, { elementBytes: 16, tile: 32 }),
];

/** An input of 1 GiB, which no cache holds, and CTAs for every place that an H200's SMs have for them. */
const MANY = { elements: 2 ** 28, threads: 256, ctas: 8 * H200.sms } as const;
export const REDUCTIONS = [MANY];
/** All CTAs of the single pass must run at a time, and a ring fills an SM. */
export const SCANS = [{ elements: MANY.elements, section: 256, tile: 8192, ctas: H200.sms, inclusive: 0 } as const];
export const HISTOGRAMS = ([0, 1] as const).map(spread => ({
  ...MANY,
  ...({ bins: 256, copies: 8, pad: 4 } as const),
  spread,
  ctas: 4 * H200.sms,
}));

/**
 * Permutations as large as the transpose's problem, with more dimensions, as with an image's channels or a head's rows.
 */
export const PERMUTATIONS: readonly Params[] = [
  { shape: '1024,1024', perm: '1,0' },
  { shape: '32,64,56,56', perm: '0,2,3,1' },
  { shape: '16,1024,16,64', perm: '0,2,1,3' },
  { shape: '64,16,32,8,16', perm: '2,4,0,3,1' },
];

/** Squares, images, and sets of cuTT's and of its bench7, in elements of 1 to 16 bytes: 1 MB to 2.6 GB. */
export const OTHER_PERMUTATIONS: readonly Params[] = [
  ...[1024, 2048, 4096, 8192].flatMap(side =>
    [1, 2, 4].map(elementBytes => ({ shape: `${side},${side}`, perm: '1,0', elementBytes })),
  ),
  ...[1, 2, 8, 16].map(elementBytes => ({ shape: '28,48,28,28,48', perm: '4,0,3,2,1', elementBytes })),
  { shape: '64,64,112,112', perm: '0,2,3,1', elementBytes: 2 },
  { shape: '64,112,112,64', perm: '0,3,1,2', elementBytes: 2 },
  { shape: '147,64,330,24', perm: '0,1,3,2', elementBytes: 8 },
  { shape: '9,43,36,16,32,24', perm: '5,2,3,1,4,0', elementBytes: 8 },
  { shape: '12,23,25,21,3,8', perm: '3,4,2,0,1,5' },
  { shape: '40,37,33,35,4,2,3,5', perm: '7,6,5,4,3,2,1,0', elementBytes: 8 },
  { shape: '5,40,33,4,2,3,37,35', perm: '6,5,7,3,2,0,1,4', elementBytes: 8 },
  { shape: '24,22,18,20,2,3,2,2,3,4,3,2', perm: '11,10,9,8,7,6,5,4,3,2,1,0', elementBytes: 8 },
  { shape: '14,12,10,8,6,4,2', perm: '4,6,0,2,5,3,1', elementBytes: 8 },
];

/** Sets of cuTT's and others whose fastest dimensions are no whole vectors: 50 to 640 MB. */
export const ODD_PERMUTATIONS: readonly Params[] = [
  ...[1, 2, 4, 8].map(elementBytes => ({ shape: '7247,7249', perm: '1,0', elementBytes })),
  ...[2, 4].map(elementBytes => ({ shape: '351,383,385', perm: '2,0,1', elementBytes })),
  { shape: '25,60,44,42,58', perm: '1,3,4,2,0' },
  { shape: '59,210,47,241', perm: '0,1,3,2' },
  { shape: '3,10,28,11,19,15,11', perm: '5,2,0,4,1,6,3' },
  { shape: '9,14,11,3,5,11,5,8,11', perm: '7,6,8,1,5,3,0,4,2' },
  { shape: '57,86,75,42,5', perm: '4,2,0,1,3', elementBytes: 8 },
  { shape: '88,599,1305', perm: '1,0,2', elementBytes: 8 },
  ...[1, 2, 4].map(elementBytes => ({ shape: '177,599,1305', perm: '1,0,2', elementBytes })),
  { shape: '1770,599,131', perm: '1,0,2' },
];

/** What models, images and simulations permute: 4 to 230 MB, as they come. */
export const MODEL_PERMUTATIONS: readonly Params[] = [
  // Heads of attention.
  { shape: '8,2048,32,128', perm: '0,2,1,3', elementBytes: 2 },
  { shape: '1,4096,32,128', perm: '0,2,1,3', elementBytes: 2 },
  { shape: '32,12,512,64', perm: '0,2,1,3' },
  { shape: '8,32,2048,128', perm: '0,1,3,2', elementBytes: 2 },
  // Pixels by pixel, and by channel.
  { shape: '64,224,224,3', perm: '0,3,1,2', elementBytes: 1 },
  ...[2, 4].map(elementBytes => ({ shape: '64,3,224,224', perm: '0,2,3,1', elementBytes })),
  { shape: '1080,1920,3', perm: '2,0,1', elementBytes: 1 },
  { shape: '32,256,56,56', perm: '0,2,3,1', elementBytes: 2 },
  { shape: '32,512,28,28', perm: '0,2,3,1', elementBytes: 2 },
  { shape: '32,256,14,14', perm: '0,2,3,1' },
  { shape: '32,2048,7,7', perm: '0,2,3,1', elementBytes: 2 },
  // Weights.
  ...[1, 2].map(elementBytes => ({ shape: '4096,14336', perm: '1,0', elementBytes })),
  { shape: '50257,768', perm: '1,0' },
  // Tokens, frames, experts.
  { shape: '64,196,768', perm: '0,2,1' },
  { shape: '64,197,768', perm: '1,0,2' },
  { shape: '32,80,3000', perm: '0,2,1' },
  { shape: '8,1024,4096', perm: '1,0,2', elementBytes: 2 },
  // Patches, pixel shuffle, windows, channel shuffle.
  { shape: '64,3,14,16,14,16', perm: '0,2,4,3,5,1' },
  ...[2, 4].map(elementBytes => ({ shape: '16,64,2,2,128,128', perm: '0,1,4,2,5,3', elementBytes })),
  { shape: '128,8,7,8,7,96', perm: '0,1,3,2,4,5', elementBytes: 2 },
  { shape: '64,2,116,28,28', perm: '0,2,1,3,4' },
  // Pairs of reals, volumes, doubles.
  { shape: '4096,4096,2', perm: '1,0,2' },
  { shape: '128,128,128', perm: '2,1,0' },
  { shape: '384,384,384', perm: '2,0,1' },
  { shape: '100,100,100', perm: '2,1,0', elementBytes: 8 },
  { shape: '2000,2000', perm: '1,0', elementBytes: 8 },
];

export const SIDES = [512, 1024, 2048, 4096, 8192];
export const ELEMENT_SIDES = SIDES.slice(1);
export const OTHER_ELEMENTS = GEMM_ELEMENTS.filter(elementType => elementType !== 'bf16');
/** Of a language model's layer: query, key and value; down; up and gate; for some tokens and for many. */
export const PROJECTIONS: readonly GemmSize[] = [
  { n: 6144, k: 4096 },
  { n: 4096, k: 14336 },
  { n: 28672, k: 4096 },
].flatMap(weights => [16, 64, 256, 4096].map(m => ({ m, ...weights })));

const LENGTHS = [1024, 2048, 4096, 8192, 16384];

/** As FlashAttention measures: 16,384 queries in all, and heads of 2048 columns together. */
const attentionOf = (causal: string, elementType: string, headDim: number, length: number): Params => ({
  ...{ causal, elementType, headDim, queries: length, keys: length },
  kvHeads: (16384 / length) * (2048 / headDim),
  residentCtas: H200.sms,
});

export const ATTENTIONS: readonly Params[] = [
  ...['none', 'causal'].flatMap(causal =>
    ['bf16', 'f16'].flatMap(elementType =>
      [64, 128, 256].flatMap(headDim => LENGTHS.map(length => attentionOf(causal, elementType, headDim, length))),
    ),
  ),
  ...[64, 128, 256].flatMap(headDim => LENGTHS.map(length => attentionOf('none', 'e4m3', headDim, length))),
];
