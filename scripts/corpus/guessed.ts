/** Runs kernels of the corpus with launches as the command guesses them, without looking at their sources. */
import { startInspection } from '../../src/inspect/index.ts';
import { guessLaunch } from '../../src/ptx/outline/guess.ts';
import { outlineOf } from '../../src/ptx/outline/outline.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import type { Finding } from '../../src/trace/finding.ts';
import type { Launch } from '../../src/trace/launch.ts';

const MOST_INSTRUCTIONS = 2e7;

export function guessedLaunch(module: Module, name: string): Launch {
  const outline = outlineOf(module);
  const entry = outline.entries.find(one => one.name === name);
  if (!entry) throw new Error(`no kernel '${name}'`);
  return guessLaunch(outline, entry).launch;
}

/** Faults and hazards. */
export function findingsAsGuessed(module: Module, name: string): readonly Finding[] {
  const options = { faults: 'all', tracedCtas: [], maxWarpInstructions: MOST_INSTRUCTIONS } as const;
  const run = startInspection(module, guessedLaunch(module, name), options);
  if (!run.ok) throw new Error(`${run.error.field}: ${run.error.message}`);
  while (!run.value.run(MOST_INSTRUCTIONS).done);
  return run.value.finish().findings.filter(({ rank }) => rank !== 'cost');
}

/** Right kernels in which something is found with a guessed launch, by file, and why the code does not tell a better one. */
export const UNGUESSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cuda/corpus/block/stencil.cu': {
    rightJacobi: 'reads one element more than it has threads: the mistake, in other kernels',
    rightRedBlack: 'reads one element more than it has threads: the mistake, in other kernels',
  },
  'cuda/corpus/cost/global.cu': {
    rightConstant: 'is for one CTA, though it asks for the number of its CTA: all store to the same words',
  },
  'cuda/corpus/cost/shared.cu': {
    rightAtomicsOfOneLane: 'is for one warp, and has the barriers of one: too few, with several',
  },
  'cuda/corpus/debug/flags.cu': {
    right:
      'asks for its CTA where a debug build has other code between: the guess has one CTA, which waits for the second',
  },
  'cuda/corpus/ends/ends.cu': { rightAssert: 'asserts that it has 64 threads' },
  'cuda/corpus/grid-order/in-place.cu': {
    rightFences:
      'races by the memory model with other elements: no barrier leads from reads of all lanes to the flag of one',
  },
  'cuda/corpus/grid-order/look-back.cu': {
    rightPartialTiles: 'has 32 threads, since the flag lies in word 32 of the buffer that all threads add to',
  },
  'cuda/corpus/mbarrier/parity.cu': {
    rightStateToken: 'reads two elements more than it has threads: the mistake, in other kernels',
  },
  'cuda/corpus/undefined/division.cu': { rightNotKept: 'divides by what it is given: here no zeros but the first' },
  'cuda/corpus/undefined/registers.cu': {
    rightAsmNotUsed: 'has 64 threads: with more, the undefined register is used',
  },
};
