/** The records of performance bars: shares of what a GPU can do at most, a bar for each kernel, grouped by problem. */
import type { VariantLetter } from '../records.ts';

export interface PerformanceBarsRecords {
  /** The GPU. */
  readonly title: string;
  /** What the numbers are, in a few words. */
  readonly text: string;
  /** Meaning of the bars' end: '100 %: data sheet, 989.5 TFLOPS'; '' if no limit is known, and there are no bars. */
  readonly full: string;
  /** Other limits on the same axis. */
  readonly limits: readonly { readonly percent: number; readonly name: string }[];
  /** Others published it: no source of this project. */
  readonly isPublished: boolean;
  readonly groups: readonly PerformanceGroup[];
}

export interface PerformanceGroup {
  /** The problem; '' for the only one. */
  readonly name: string;
  readonly rows: readonly PerformanceRow[];
  /** Best known of others: a tick in each row. */
  readonly baseline: { readonly percent: number; readonly name: string } | null;
}

export interface PerformanceRow {
  readonly letter: VariantLetter | null;
  readonly name: string;
  readonly value: PerformanceValue | Absence;
}

interface PerformanceValue {
  /** null where no limit is known. */
  readonly percent: number | null;
  /** '612 TFLOPS'. */
  readonly text: string;
  /** Lines for the lens. */
  readonly detail: readonly string[];
}

/** Why there is no number: '—, not measured yet', 'wrong answer'. */
interface Absence {
  readonly why: string;
  readonly isWrong: boolean;
}

export const hasValue = (value: PerformanceRow['value']): value is PerformanceValue => 'text' in value;

export const NOT_MEASURED: Absence = { why: '—, not measured yet', isWrong: false };

/** A highlight's row is the number of the row among all groups'. */
export const rowsOf = ({ groups }: PerformanceBarsRecords): PerformanceRow[] => groups.flatMap(({ rows }) => rows);
