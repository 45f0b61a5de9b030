/** How much was compared with a GPU, in a table for the emulator's README: tests hold each file against what this project says. */

import { FAULTED } from './bulk/job.ts';
import {
  bankEvidence,
  bulkEvidence,
  clockEvidence,
  clusterEvidence,
  instructionEvidence,
  kernelCountEvidence,
  kernelEvidence,
  matrixEvidence,
  quadPairEvidence,
  tmaEvidence,
  wgmmaEvidence,
} from './evidence.ts';
import { CASES_PER_LAUNCH } from './wgmma-descriptors.ts';

interface Compared {
  readonly file: string;
  /** How many, of what. */
  readonly asked: string;
  readonly outcome: string;
  readonly exceptions: string;
}

const count = (n: number): string => n.toLocaleString('en');
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const sizeOf = (entries: object): string => count(Object.keys(entries).length);
const code = (file: string): string => `\`${file}.json\``;

export function evidenceLines(): string[] {
  const { gpu, driver, toolkit, date } = instructionEvidence().machine;
  return [
    `The GPU: ${gpu}, driver ${driver}, CUDA ${toolkit}, ${date}.`,
    '',
    '| evidence | asked | the emulator, or the model | but |',
    '| --- | --- | --- | --- |',
    ...[...computed(), ...matrices(), ...copied(), ...counted()].map(
      ({ file, asked, outcome, exceptions }) => `| ${code(file)} | ${asked} | ${outcome} | ${exceptions} |`,
    ),
  ];
}

function computed(): Compared[] {
  const forms = Object.values(instructionEvidence().forms);
  const [exact, approximate] = [true, false].map(isExact => forms.filter(f => (f.answers !== null) === isExact));
  const rows = (of: typeof forms): string => count(sum(of.map(each => each.rows)));
  const launches = Object.keys(kernelEvidence().outputs);
  const kernels = [...new Set(launches.map(id => id.split(' ')[0]))].join(', ');
  return [
    {
      file: 'instructions',
      asked: `${count(exact.length)} exact forms of instructions on ${rows(exact)} rows of operands`,
      outcome: 'all bits are equal',
      exceptions: '',
    },
    {
      file: 'instructions',
      asked: `${approximate.length} approximate forms on ${rows(approximate)} rows`,
      outcome: 'what the GPU answered lies within the errors above',
      exceptions: '',
    },
    {
      file: 'cluster',
      asked: `${sizeOf(clusterEvidence().runs)} launches with clusters: addresses, ranks, special registers, what accesses reach, asynchronous stores`,
      outcome: 'all words are equal',
      exceptions: 'the place of the shared window in generic addresses',
    },
    {
      file: 'kernels',
      asked: `${count(launches.length)} launches of this project's kernels (${kernels})`,
      outcome: 'their outputs are equal, byte for byte',
      exceptions: '',
    },
  ];
}

function matrices(): Compared[] {
  const forms = Object.values(matrixEvidence().forms);
  const results = forms.flatMap(({ classes }) => Object.values(classes));
  const equal = count(sum(results.map(each => each.equal)));
  const products = Object.keys(wgmmaEvidence().sums);
  return [
    {
      file: 'matrices',
      asked: `${forms.length} forms of \`mma\`, \`wmma\`, \`ldmatrix\`, \`stmatrix\` and \`movmatrix\` on random bits, integers, numbers that cancel, subnormal and special ones: ${count(sum(results.map(each => each.results)))} results`,
      outcome: `${equal} are equal to the last bit`,
      exceptions: 'NaN of f64',
    },
    {
      file: 'wgmma',
      asked: `${count(2 * CASES_PER_LAUNCH * products.length)} products of warpgroups of all types, in all swizzles, K- and MN-major, with strides, starts and base offsets at random`,
      outcome: 'all bits of their sums are equal, of whole numbers and of others',
      exceptions: '',
    },
    {
      file: 'quad-pairs',
      asked: `${sizeOf(quadPairEvidence().products)} variants of \`mma.m8n8k4\` of f16, which is not emulated`,
      outcome: 'each lane holds what the layouts of `src/model/layout` say',
      exceptions: '',
    },
  ];
}

function copied(): Compared[] {
  const answers = Object.values(tmaEvidence().outcomes);
  const loads = answers.filter(outcome => outcome.startsWith('ok '));
  const faults = answers.filter(outcome => outcome.startsWith('fault'));
  const out = Object.values(bulkEvidence().outcomes);
  const trapped = out.filter(outcome => outcome === FAULTED);
  return [
    {
      file: 'tma',
      asked: `${loads.length} boxes that the copy engine put into shared memory, ${faults.length} at which it trapped, ${answers.length - loads.length - faults.length} maps`,
      outcome: 'every byte is equal, and the bytes that mbarriers count; the same copies trap (`src/model/tma`, too)',
      exceptions: 'three maps that the documentation forbids and the driver took',
    },
    {
      file: 'bulk',
      asked: `${out.length - trapped.length} stores, reductions and copies out of shared memory, ${trapped.length} that trapped`,
      outcome: 'every byte is equal; the same copies trap (stores: `src/model/tma`, too)',
      exceptions: '',
    },
  ];
}

function counted(): Compared[] {
  const requests = Object.values(bankEvidence().counts);
  return [
    {
      file: 'banks',
      asked: `${count(requests.flat().length)} requests of ${requests.length} kinds to shared and global memory`,
      outcome: 'the wavefronts and sectors of `src/model/banks` are what the counters say',
      exceptions:
        'loads of 8 and 16 bytes whose lanes agree in pairs, which take fewer wavefronts; compare-and-swap, which takes twice as many',
    },
    {
      file: 'kernel-counts',
      asked: `${sizeOf(kernelCountEvidence().counts)} launches of kernels under the profiler`,
      outcome: 'wavefronts and sectors are as predicted',
      exceptions: 'the same pairs in two of them; three wavefronts too many in one, not explained',
    },
    {
      file: 'clocks',
      asked: `${sizeOf(clockEvidence().samples)} loops of accesses under the clock`,
      outcome: 'among eight warps a wavefront takes a clock, within 3 % where there are several',
      exceptions: 'the same pairs',
    },
  ];
}
