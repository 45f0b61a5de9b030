/** A pipeline as pages show it: one scenario with what each source makes of it. Up to four are compared. */
import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import type { VariantLetter } from '../../pictures/records.ts';
import type { Rows } from '../../trace/rows.ts';
import type { Scenario } from '../../trace/scenario.ts';
import type { Span } from '../../trace/span.ts';

/** The first event at which a compiled kernel differs from the scenario written for it. */
export interface PipelineDifference {
  readonly role: string;
  /** Number of equal events before it. */
  readonly eventsAlike: number;
  /** Next event of each; null if there is none. */
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
      /** The compiled kernel, in words. */
      readonly build: string;
    }
  | { readonly state: 'refused'; readonly message: string };

/** A recorded run on a GPU, one CTA of it, in clk. */
export interface MeasuredPipeline {
  readonly spans: readonly Span[];
  /** How many times as long the build that notes the time takes as the plain one. */
  readonly slowdown: number;
  /** Sentences that say where it comes from, and what it does not show. */
  readonly notes: readonly string[];
}

export interface PipelineSide {
  readonly letter: VariantLetter;
  readonly title: string;
  readonly scenario: Scenario;
  /** Whether the run's events come from a written scenario or from a compiled kernel. */
  readonly source: 'predicted' | 'emulated';
  readonly run: RunRecords;
  readonly emulated: EmulatedPipeline;
  /** Null where none was recorded. */
  readonly measured: MeasuredPipeline | null;
}

/** Source of spans under the predicted ones. */
export type UnderSource = 'emulated' | 'measured';

/** null where that source has none. */
export function spansUnder(
  { emulated, measured }: Pick<PipelineSide, 'emulated' | 'measured'>,
  under: UnderSource,
): Rows<Span> | null {
  if (under === 'measured') return measured?.spans ?? null;
  return emulated.state === 'done' ? emulated.run.spans : null;
}

export const NOT_COMPILED: EmulatedPipeline = { state: 'none', why: 'no compiled kernel does this' };
