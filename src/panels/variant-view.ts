/** Data of one variant for panels and pictures: its records by source, and how they compare. */
import type { TraceSummary } from '../model/banks/trace-summary.ts';
import type { BankCost } from '../model/banks/wavefronts.ts';
import type { TileLayout } from '../model/layout/tile-layout.ts';
import type { VariantLetter } from '../pictures/records.ts';
import type { Access, AccessTrace } from '../trace/access-trace.ts';
import type { TraceComparison } from '../trace/compare.ts';
import type { Fault } from '../trace/fault.ts';

export const BADGES: readonly VariantLetter[] = ['A', 'B', 'C', 'D'];

export interface SourceView {
  readonly trace: AccessTrace;
  /** The request under study, and its cost in banks; null where the warp makes none on that side. */
  readonly access: Access | null;
  readonly cost: BankCost | null;
  /** Totals of the CTA, by space and kind, and by source line. */
  readonly summary: TraceSummary;
}

export type EmulationView =
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly stage: string; readonly message: string }
  | {
      readonly state: 'done';
      readonly view: SourceView;
      readonly faults: readonly Fault[];
      readonly comparison: TraceComparison;
      /** The PTX text that was executed. */
      readonly ptx: string;
      /** Instructions by `pc` of the trace: the PTX instruction, as written, and its line in `ptx`. */
      readonly instructions: ReadonlyMap<number, { readonly text: string; readonly ptxLine: number }>;
      /** Parameters have moved on and this is still the previous answer. */
      readonly stale: boolean;
    };

export interface OutputCheck {
  readonly rows: number;
  readonly columns: number;
  /** State of each element of the output, row by row: right, wrong or never written (see `OutputGridRecords`). */
  readonly states: Uint8Array;
  readonly wrong: number;
  readonly unwritten: number;
  readonly valuesAt: (row: number, column: number) => { readonly found: string; readonly expected: string };
}

export type OutputView =
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  /** `isLost`: its worker died; asked again, it may come. */
  | { readonly state: 'failed'; readonly message: string; readonly isLost?: boolean }
  | {
      readonly state: 'done';
      readonly check: OutputCheck;
      /** Parameters have moved on and this is still the previous answer. */
      readonly stale: boolean;
    };

export interface VariantView {
  readonly badge: VariantLetter;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Set for a known-wrong variant: what its check must find. */
  readonly mustFail: string | null;
  /** Why the variant cannot do these parameters; its records are then empty. */
  readonly refusal: string | null;
  /** Why the parameters are neither predicted nor emulated, though a GPU can run them; the records are then empty. */
  readonly tooLarge: string | null;
  /** It has a parameter of its own: what was measured with the shared ones is not of it. */
  readonly isApart?: boolean;
  readonly tile: TileLayout | null;
  readonly sharedBytes: number;
  readonly predicted: SourceView;
  readonly emulated: EmulationView;
  readonly output: OutputView;
}

/** Whether there are records to draw. */
export const isDrawn = ({ refusal, tooLarge }: Pick<VariantView, 'refusal' | 'tooLarge'>): boolean =>
  refusal === null && tooLarge === null;

/** Something on screen is still to come, or belongs to parameters that have moved on. */
export const isBusy = ({ emulated, output }: VariantView): boolean =>
  emulated.state !== 'failed' &&
  [emulated, output].some(answer => answer.state === 'running' || (answer.state === 'done' && answer.stale));

/**
 * The records to draw, with their source: the emulated ones of these parameters, and the predicted ones until those
 * arrive.
 */
export function bestSource({ predicted, emulated }: Pick<VariantView, 'predicted' | 'emulated'>): {
  readonly source: 'emulated' | 'predicted';
  readonly view: SourceView;
} {
  return emulated.state === 'done' && !emulated.stale
    ? { source: 'emulated', view: emulated.view }
    : { source: 'predicted', view: predicted };
}
