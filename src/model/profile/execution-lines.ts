/** A profile by source line, by PTX instruction and by class: how many of a warp's 32 lanes were at work where. */
import { LANES } from '../../base/hardware.ts';
import { type ExecutionProfile, INSTRUCTION_CLASSES, type InstructionClass } from '../../trace/execution-profile.ts';

export interface LineCounts {
  /** Warp-wide executions of instructions. */
  readonly issues: number;
  /** Active lanes, summed over them. */
  readonly lanes: number;
  /** Executions at which living lanes of the warp were elsewhere. */
  readonly diverged: number;
  /** Warps that waited there: at barriers. */
  readonly waits: number;
}

export interface ExecutionLine extends LineCounts {
  readonly file: string;
  /** 1-based; 0 = unknown. */
  readonly line: number;
  /** Of the first instruction. */
  readonly ptxLine: number;
  /** The first instruction, as written. */
  readonly text: string;
  /** PTX instructions behind the line. */
  readonly instructions: number;
}

export interface ClassCounts extends LineCounts {
  readonly class: InstructionClass;
}

/** Mean active lanes of 32; null where nothing was executed. */
export const meanLanes = ({ issues, lanes }: LineCounts): number | null => (issues === 0 ? null : lanes / issues);

/** Lanes that were idle, summed over the executions: what a better arrangement of lanes could save. */
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

/** One entry per source line that has instructions, by file and line; those without a line are left out. */
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

/** Classes that were executed at all, in the order of `INSTRUCTION_CLASSES`. They are PTX's, not the machine code's. */
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
