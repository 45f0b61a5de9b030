/** A profile by source line, by PTX instruction and by class: how many of a warp's 32 lanes were active in each. */
import { LANES } from '../../base/hardware.ts';
import { type ExecutionProfile, INSTRUCTION_CLASSES, type InstructionClass } from '../../trace/execution-profile.ts';

export interface LineCounts {
  /** Warp-wide executions of instructions. */
  readonly issues: number;
  /** Active lanes, summed over the executions. */
  readonly lanes: number;
  /** Executions in which some living lanes of the warp were elsewhere. */
  readonly diverged: number;
  /** How many times warps waited there, at barriers. */
  readonly waits: number;
}

export interface ExecutionLine extends LineCounts {
  readonly file: string;
  /** 1-based; 0 = unknown. */
  readonly line: number;
  /** The PTX line of the first instruction. */
  readonly ptxLine: number;
  /** The first instruction, as it is written in PTX. */
  readonly text: string;
  /** How many PTX instructions belong to the line. */
  readonly instructions: number;
}

export interface ClassCounts extends LineCounts {
  readonly class: InstructionClass;
}

/** Mean number of active lanes, of 32; null if nothing was executed. */
export const meanLanes = ({ issues, lanes }: LineCounts): number | null => (issues === 0 ? null : lanes / issues);

/** Idle lanes, summed over the executions: the most that a better arrangement of lanes could save. */
export const idleLanes = ({ issues, lanes }: LineCounts): number => issues * LANES - lanes;

type Counts = { -readonly [K in keyof LineCounts]: number };

const noCounts = (): Counts => ({ issues: 0, lanes: 0, diverged: 0, waits: 0 });

function addTo(counts: Counts, { issues, lanes, diverged, waits }: ExecutionProfile, pc: number): void {
  counts.issues += issues[pc];
  counts.lanes += lanes[pc];
  counts.diverged += diverged[pc];
  counts.waits += waits[pc];
}

/** One entry per instruction, in the program's order. */
export const executionsByInstruction = (profile: ExecutionProfile): ExecutionLine[] =>
  profile.instructions.map(({ file, line, ptxLine, text }, at) => {
    const counts = noCounts();
    addTo(counts, profile, at);
    return { file, line, ptxLine, text, instructions: 1, ...counts };
  });

/** One entry for each source line that has instructions, by file and line. Instructions without a line are left out. */
export function executionsByLine(profile: ExecutionProfile): ExecutionLine[] {
  const byPlace = new Map<string, Counts & Omit<ExecutionLine, keyof LineCounts> & { instructions: number }>();
  profile.instructions.forEach(({ file, line, ptxLine, text }, at) => {
    if (line === 0) return;
    const key = `${line} ${file}`;
    const entry = byPlace.get(key) ?? { file, line, ptxLine, text, instructions: 0, ...noCounts() };
    byPlace.set(key, entry);
    entry.instructions++;
    addTo(entry, profile, at);
  });
  return [...byPlace.values()].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** The classes that were executed, in the order of `INSTRUCTION_CLASSES`. They are classes of PTX, not of machine code. */
export function executionsByClass(profile: ExecutionProfile): ClassCounts[] {
  const counts = new Map(INSTRUCTION_CLASSES.map(name => [name, noCounts()]));
  profile.instructions.forEach((instruction, at) => {
    addTo(counts.get(instruction.class) as Counts, profile, at);
  });
  return [...counts].filter(([, { issues }]) => issues > 0).map(([name, rest]) => ({ class: name, ...rest }));
}

export function totalExecutions(profile: ExecutionProfile): LineCounts {
  const counts = noCounts();
  for (let at = 0; at < profile.instructions.length; at++) addTo(counts, profile, at);
  return counts;
}
