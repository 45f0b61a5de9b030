/**
 * Says for each file of the evidence what a GPU was asked, and how the answers agree; tests compare each answer with
 * this project.
 */
import { FAULTED } from './bulk/job.ts';
import { comparedCounters } from './compared-counters.ts';
import {
  bulkEvidence,
  clusterEvidence,
  clusterNeedEvidence,
  im2colEvidence,
  imageEvidence,
  instructionEvidence,
  kernelEvidence,
  matrixEvidence,
  quadPairEvidence,
  sharedEvidence,
  tmaEvidence,
  unfencedInitEvidence,
  wgmmaEvidence,
} from './evidence.ts';
import { CASES_PER_LAUNCH } from './wgmma-descriptors.ts';

/** `asked`: how many, of what. `but`: known differences. */
type Compared = readonly [file: string, asked: string, outcome: string, but?: string];

const count = (n: number): string => n.toLocaleString('en');
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const sizeOf = (entries: object): string => count(Object.keys(entries).length);

export const compared = (): readonly Compared[] => [
  ...instructions(),
  ...launches(),
  shared(),
  ...warpProducts(),
  ...otherProducts(),
  ...copies(),
  ...images(),
  unfenced(),
  ...comparedCounters(),
];

function instructions(): Compared[] {
  const forms = Object.values(instructionEvidence().forms);
  const [exact, approximate] = [true, false].map(isExact => forms.filter(f => (f.answers !== null) === isExact));
  const rows = (of: typeof forms): string => count(sum(of.map(each => each.rows)));
  return [
    [
      'instructions',
      `${count(exact.length)} exact forms of instructions on ${rows(exact)} rows of operands`,
      'all bits are equal',
    ],
    [
      'instructions',
      `${approximate.length} approximate forms on ${rows(approximate)} rows`,
      'what the GPU answered lies within the errors above',
    ],
  ];
}

function images(): Compared[] {
  const answers = Object.values(imageEvidence().answers);
  const different = sum(answers.map(each => each.different));
  return [
    [
      'images',
      `${answers.length} launches that fetch from textures and read and write surfaces, in all modes: ${count(sum(answers.map(each => each.words)))} words`,
      'points, layers, gathered texels and surfaces are equal in every byte',
      `${different} words of linear filters, most of them in the last digit`,
    ],
    [
      'im2col',
      `${sizeOf(im2colEvidence().copies)} copies by random maps for im2col, of 3 to 5 dimensions, into shared memory and out of it`,
      'every byte is equal',
    ],
  ];
}

function unfenced(): Compared {
  const { ctas, wrongWords, lostWaits } = unfencedInitEvidence().runs.unfenced;
  return [
    'unfenced-init',
    `${count(ctas)} CTAs whose bulk copy completes on an mbarrier that no fence follows`,
    'a hazard, not a fault',
    `${wrongWords} words were wrong, ${lostWaits} waits never ended`,
  ];
}

function launches(): Compared[] {
  const ids = Object.keys(kernelEvidence().outputs);
  const kernels = [...new Set(ids.map(id => id.split(' ')[0]))].join(', ');
  return [
    [
      'cluster',
      `${sizeOf(clusterEvidence().runs)} launches with clusters: addresses, ranks, special registers, what accesses reach, asynchronous stores`,
      'all words are equal',
      'the place of the shared window in generic addresses',
    ],
    [
      'cluster-needs',
      `${sizeOf(clusterNeedEvidence().outcomes)} launches without clusters and with them: what needs one`,
      'the same words, the same traps',
    ],
    [
      'kernels',
      `${count(ids.length)} launches of this project's kernels (${kernels})`,
      'their outputs are equal, byte for byte',
    ],
  ];
}

function shared(): Compared {
  const told = Object.values(sharedEvidence().launches).map(each => each.split(' '));
  const [notes, , bytes] = told[0].map((_, i) => count(sum(told.map(each => Number(each[i])))));
  return [
    'shared',
    `${count(told.length)} launches of the same kernels, with instructions between theirs that note, in the first and the last CTA, each lane's addresses of shared memory (${notes}) and what it held in the end (${bytes} bytes)`,
    'all addresses and all bytes are equal',
    'the words of mbarriers',
  ];
}

function warpProducts(): Compared[] {
  const forms = Object.values(matrixEvidence().forms);
  const results = forms.flatMap(({ classes }) => Object.values(classes));
  const equal = count(sum(results.map(each => each.equal)));
  return [
    [
      'matrices',
      `${forms.length} forms of \`mma\`, \`wmma\`, \`ldmatrix\`, \`stmatrix\` and \`movmatrix\` on random bits, integers, numbers that cancel, subnormal and special ones: ${count(sum(results.map(each => each.results)))} results`,
      `${equal} are equal to the last bit`,
      'NaN of f64',
    ],
  ];
}

function otherProducts(): Compared[] {
  const products = Object.keys(wgmmaEvidence().sums);
  return [
    [
      'wgmma',
      `${count(2 * CASES_PER_LAUNCH * products.length)} products of warpgroups of all types, in all swizzles, K- and MN-major, with strides, starts and base offsets at random`,
      'all bits of their sums are equal, of whole numbers and of others',
    ],
    [
      'quad-pairs',
      `${sizeOf(quadPairEvidence().products)} variants of \`mma.m8n8k4\` of f16, which is not emulated`,
      'each lane holds what the layouts of `src/model/layout` say',
    ],
  ];
}

function copies(): Compared[] {
  const answers = Object.values(tmaEvidence().outcomes);
  const loads = answers.filter(outcome => outcome.startsWith('ok '));
  const faults = answers.filter(outcome => outcome.startsWith('fault'));
  const out = Object.values(bulkEvidence().outcomes);
  const trapped = out.filter(outcome => outcome === FAULTED);
  return [
    [
      'tma',
      `${loads.length} boxes that the copy engine put into shared memory, ${faults.length} at which it trapped, ${answers.length - loads.length - faults.length} maps`,
      'every byte is equal, and the bytes that mbarriers count; the same copies trap (`src/model/tma`, too)',
      'three maps that the documentation forbids and the driver took',
    ],
    [
      'bulk',
      `${out.length - trapped.length} stores, reductions and copies out of shared memory, ${trapped.length} that trapped`,
      'every byte is equal; the same copies trap (stores: `src/model/tma`, too)',
    ],
  ];
}
