/** The records of case strips: how near to a limit each of some ways comes, case by case. */
export interface CaseStripsRecords {
  /** The GPU. */
  readonly title: string;
  /** What the numbers are, in a few words. */
  readonly text: string;
  /** Noun for a dot ('case') and noun for a strip ('strategy'). */
  readonly unit: string;
  readonly each: string;
  /** Meaning of 100 % on the axis: '100 %: 4,263 GB/s, copy in device memory'; '' if nothing was measured. */
  readonly full: string;
  /** Names of the cases, by the column of a highlight. */
  readonly cases: readonly string[];
  readonly rows: readonly CaseStrip[];
}

export interface CaseStrip {
  readonly name: string;
  /** One for each case; null where it has no number. */
  readonly dots: readonly (CaseDot | null)[];
}

export interface CaseDot {
  readonly percent: number;
  /** Wavefronts per wavefront without a conflict, as predicted; null where nothing is. */
  readonly ways: number | null;
  /** Lines for the lens. */
  readonly lines: readonly string[];
}

export const dotsOf = ({ dots }: CaseStrip): CaseDot[] => dots.flatMap(dot => dot ?? []);
