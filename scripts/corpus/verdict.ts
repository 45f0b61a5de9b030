/** Compares what the emulator finds in a kernel of the corpus with what it should find. */
import { emulate } from '../../src/ptx/index.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import type { Fault } from '../../src/trace/fault.ts';
import type { CorpusKernel, Expected } from './corpus.ts';

const MOST_INSTRUCTIONS = 5e7;

interface Found {
  readonly rank: 'fault' | 'hazard';
  readonly fault: Fault;
}

/** Sentences about differences; none if a kernel is judged as expected. */
export function differences(module: Module, { launch, expected }: CorpusKernel): string[] {
  const run = emulate(module, launch, { faults: 'all', maxWarpInstructions: MOST_INSTRUCTIONS });
  if (!run.ok) return [`${run.error.field}: ${run.error.message}`];
  const { faults, hazards } = run.value;
  const found: Found[] = [
    ...faults.map(fault => ({ rank: 'fault', fault }) as const),
    ...hazards.map(fault => ({ rank: 'hazard', fault }) as const),
  ];
  return [...expected.flatMap(wanted => missing(wanted, found)), ...found.flatMap(one => unexpected(one, expected))];
}

/** A place that is marked as missed must still be missed; otherwise the mark must be removed. */
function missing(wanted: Expected, found: readonly Found[]): string[] {
  const isFound = found.some(one => fits(wanted, one));
  const words = `${wanted.rank} ${wanted.kind} at line ${wanted.line}`;
  if (wanted.missed === null) return isFound ? [] : [`${words} is not found`];
  return isFound ? [`${words} is found now, and marked as missed`] : [];
}

const unexpected = ({ rank, fault }: Found, expected: readonly Expected[]): string[] =>
  expected.some(wanted => fits(wanted, { rank, fault })) ? [] : [`${rank} ${fault.kind}: ${fault.message}`];

const fits = ({ rank, kind, line }: Expected, { rank: foundRank, fault }: Found): boolean =>
  rank === foundRank && kind === fault.kind && linesOf(fault).includes(line);

const linesOf = (fault: Fault): number[] => [
  fault.place.line,
  ...(fault.kind === 'race' ? [fault.other.place.line] : []),
  ...(fault.kind === 'deadlock' ? fault.waiters.map(({ place }) => place.line) : []),
];
