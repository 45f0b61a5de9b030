/** A pipeline as pages show it: one scenario with what each source makes of it. Up to four are compared. */
import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import type { VariantLetter } from '../../pictures/records.ts';
import type { Rows } from '../../trace/rows.ts';
import type { Scenario } from '../../trace/scenario.ts';
import type { Span } from '../../trace/span.ts';

/** Where a compiled kernel first does something else than the scenario written for it. */
export interface PipelineDifference {
  readonly role: string;
  /** What came before in both. */
  readonly eventsAlike: number;
  /** What each does then; null: nothing any more. */
  readonly kernel: string | null;
  readonly scenario: string | null;
}

/** The pipeline of a compiled kernel, executed and put on the model's clock. */
export type EmulatedPipeline =
  /** No compiled kernel does this; `why` says which would come near. */
  | { readonly state: 'none'; readonly why: string }
  | { readonly state: 'running' }
  | {
      readonly state: 'done';
      readonly run: RunRecords;
      readonly difference: PipelineDifference | null;
      /** Which compiled kernel, in words. */
      readonly build: string;
    }
  | { readonly state: 'refused'; readonly message: string };

/** A recorded run on a GPU, one CTA of it, in clk. */
export interface MeasuredPipeline {
  readonly spans: readonly Span[];
  /** Where it comes from, and what it says less than it seems to: a sentence each. */
  readonly notes: readonly string[];
}

export interface PipelineSide {
  readonly letter: VariantLetter;
  readonly title: string;
  readonly scenario: Scenario;
  /** Whose events the run has: those of a scenario that somebody wrote, or of a compiled kernel. */
  readonly source: 'predicted' | 'emulated';
  readonly run: RunRecords;
  readonly emulated: EmulatedPipeline;
  /** Null where none was recorded. */
  readonly measured: MeasuredPipeline | null;
}

/** Whose spans lie under the predicted ones. */
export type UnderSource = 'emulated' | 'measured';

/** null where that source has none, or none is asked for. */
export function spansUnder(
  { emulated, measured }: Pick<PipelineSide, 'emulated' | 'measured'>,
  under: UnderSource | null,
): Rows<Span> | null {
  if (under === 'measured') return measured?.spans ?? null;
  return under === 'emulated' && emulated.state === 'done' ? emulated.run.spans : null;
}

export const NOT_COMPILED: EmulatedPipeline = { state: 'none', why: 'no compiled kernel does this' };
