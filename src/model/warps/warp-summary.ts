/**
 * Totals of a profile by warp: how many lanes were active, where lanes were apart, where warps waited, and which units
 * they used.
 */
import { type ExecutionProfile, INSTRUCTION_CLASSES, type InstructionClass } from '../../trace/execution-profile.ts';

/** Sums over instructions of PTX, not over those of the machine code that ptxas makes of it. */
export interface WarpTotals {
  /** Warp-wide executions. */
  readonly issues: number;
  /** Active lanes, summed over the executions. */
  readonly lanes: number;
  /** Executions at which some living lanes of the warp were elsewhere. */
  readonly diverged: number;
  /** Warps that had to wait at barriers. */
  readonly waits: number;
}

export interface LineWarpTotals extends WarpTotals {
  readonly file: string;
  /** 1-based; 0 = unknown. */
  readonly line: number;
}

export interface WarpSummary extends WarpTotals {
  /** The classes that ran, in the order of `INSTRUCTION_CLASSES`. */
  readonly classes: readonly (WarpTotals & { readonly class: InstructionClass })[];
  /** The lines that ran, by file and line. */
  readonly lines: readonly LineWarpTotals[];
}

/** Mean number of the 32 lanes that were active in an execution; 0 if nothing ran. */
export const averageActiveLanes = ({ issues, lanes }: WarpTotals): number => (issues === 0 ? 0 : lanes / issues);

export function warpSummary(profile: ExecutionProfile): WarpSummary {
  const all = emptySum();
  const byClass = new Map<InstructionClass, Sum>();
  const byLine = new Map<string, Sum & { readonly file: string; readonly line: number }>();
  for (const [row, { file, line, class: kind }] of profile.instructions.entries()) {
    if (profile.issues[row] === 0) continue;
    add(all, profile, row);
    add(entry(byClass, kind, emptySum), profile, row);
    add(
      entry(byLine, `${line} ${file}`, () => ({ file, line, ...emptySum() })),
      profile,
      row,
    );
  }
  return {
    ...all,
    classes: INSTRUCTION_CLASSES.flatMap(kind => (byClass.has(kind) ? [{ class: kind, ...byClass.get(kind)! }] : [])),
    lines: [...byLine.values()].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)),
  };
}

type Sum = { -readonly [K in keyof WarpTotals]: number };

const emptySum = (): Sum => ({ issues: 0, lanes: 0, diverged: 0, waits: 0 });

function add(sum: Sum, { issues, lanes, diverged, waits }: ExecutionProfile, row: number): void {
  sum.issues += issues[row];
  sum.lanes += lanes[row];
  sum.diverged += diverged[row];
  sum.waits += waits[row];
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
