/** The records of a history: the median of each variant, run by run, all of one problem on one GPU. */
export interface RunHistoryRecords {
  /** The GPU. */
  readonly title: string;
  /** The problem, and how it was timed. */
  readonly text: string;
  /** Dates of the runs from old to new: '2026-11-20 20:15', for the axis and the lens. */
  readonly runs: readonly string[];
  readonly series: readonly HistorySeries[];
}

export interface HistorySeries {
  readonly name: string;
  /** One for each run; null where the run did not include the variant, or its result was wrong. */
  readonly points: readonly (HistoryPoint | null)[];
}

export interface HistoryPoint {
  readonly medianNs: number;
  /** Quartiles. */
  readonly q1Ns: number;
  readonly q3Ns: number;
}
