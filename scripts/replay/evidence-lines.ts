/** How much was compared with a GPU, in words, for the emulator's README. */

import { FAULTED } from './bulk/job.ts';
import {
  bankEvidence,
  bulkEvidence,
  instructionEvidence,
  kernelEvidence,
  matrixEvidence,
  tmaEvidence,
  wgmmaEvidence,
} from './evidence.ts';
import { CASES_PER_LAUNCH } from './wgmma-descriptors.ts';

const count = (n: number): string => n.toLocaleString('en');

export function evidenceLines(): string[] {
  const { machine, forms } = instructionEvidence();
  const all = Object.values(forms);
  const [exact, approximate] = [true, false].map(isExact => {
    const some = all.filter(({ answers }) => (answers !== null) === isExact);
    return { forms: count(some.length), rows: count(some.reduce((sum, { rows }) => sum + rows, 0)) };
  });
  const products = Object.keys(wgmmaEvidence().sums);
  const matrices = Object.values(matrixEvidence().forms);
  const results = matrices.flatMap(({ classes }) => Object.values(classes));
  const [asked, equal] = [results.map(r => r.results), results.map(r => r.equal)].map(of =>
    of.reduce((a, b) => a + b, 0),
  );
  const launches = Object.keys(kernelEvidence().outputs);
  const kernels = [...new Set(launches.map(id => id.split(' ')[0]))].join(', ');
  const requests = Object.values(bankEvidence().counts);
  const { gpu, driver, toolkit, date } = machine;
  return [
    `The GPU: ${gpu}, driver ${driver}, CUDA ${toolkit}, ${date}.`,
    '',
    `- ${exact.forms} exact forms of instructions, on ${exact.rows} rows of operands: all bits are equal.`,
    `- ${approximate.forms} approximate forms, on ${approximate.rows} rows: what the GPU answered lies within the errors above.`,
    `- ${matrices.length} forms of \`mma\`, \`wmma\`, \`ldmatrix\`, \`stmatrix\` and \`movmatrix\`, on random bits, integers, numbers that cancel,`,
    `  subnormal and special ones: of ${count(asked)} results ${count(equal)} are equal to the last bit, and the others are NaN of f64.`,
    `- ${count(2 * CASES_PER_LAUNCH * products.length)} products of warpgroups (\`wgmma\`) of all types, in all swizzles, K- and MN-major, with strides, starts and base`,
    '  offsets at random: all bits of their sums are equal, of whole numbers and of others.',
    ...copyLines(),
    `- ${count(launches.length)} launches of this project's kernels (${kernels}): their outputs are equal, byte for byte.`,
    `- ${count(requests.flat().length)} requests of ${requests.length} kinds to shared and global memory: the wavefronts and sectors of \`src/model/banks\` are what`,
    '  the counters say, but for loads of 8 and 16 bytes whose lanes agree in pairs, which take fewer wavefronts, and for',
    '  compare-and-swap, which takes twice as many.',
  ];
}

function copyLines(): string[] {
  const loads = Object.values(tmaEvidence().outcomes).filter(outcome => outcome.startsWith('ok '));
  const copiesOut = Object.values(bulkEvidence().outcomes).filter(outcome => outcome !== FAULTED);
  return [
    `- ${loads.length} boxes that the copy engine put into shared memory, and ${copiesOut.length} stores and reductions out of it: every byte is equal, and so`,
    '  are the bytes that mbarriers counted and what trapped, but for reductions of shared memory, which trap without clusters.',
  ];
}
