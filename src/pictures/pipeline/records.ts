/** Records from which the timeline of a pipeline is drawn, and the parts that can be highlighted. */

import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import type { Rows } from '../../trace/rows.ts';
import type { Scenario } from '../../trace/scenario.ts';
import type { Source, Span } from '../../trace/span.ts';
import type { PictureView } from '../view.ts';

/**
 * Part of the time axis that is shown, in clk of the axis: its 0 is `originClk` of the run. Variants share it, whatever they
 * are aligned on.
 */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

export interface OtherSource {
  readonly source: Source;
  readonly spans: Rows<Span>;
  /** Whether it is known to do the same, event by event, however its spans are cut: then nothing is flagged. */
  readonly agrees?: boolean;
}

export interface PipelineRecords {
  readonly scenario: Scenario;
  /** The drawn one. */
  readonly run: RunRecords;
  /** Other sources of the same pipeline, drawn as thin bars under each role's; of each the first span that differs is flagged. */
  readonly under: readonly OtherSource[];
  /** End of the variant it is compared with, drawn as a ghost line; null = none. In clk of the axis. */
  readonly ghostClk: number | null;
  /** Longest time of all variants: they share one axis. */
  readonly scaleClk: number;
  /** Clk of the run that is drawn at the axis' 0: 'align on marker'. 0 = the start. */
  readonly originClk: number;
}

/**
 * The highlighted part: a role's span (index into `run.spans`), a slot's stretch, or a barrier's state; times in clk of
 * the run.
 */
export type PipelineHighlight =
  | { readonly kind: 'span'; readonly index: number }
  | { readonly kind: 'slot'; readonly buffer: string; readonly stage: number; readonly at: number }
  | { readonly kind: 'barrier'; readonly name: string; readonly at: number }
  | null;

/** All of the axis. */
export const wholeWindow = ({ originClk, scaleClk }: PipelineRecords): TimeWindow => ({
  from: -originClk,
  to: Math.max(1, scaleClk) - originClk,
});

/** Room after a deadlock as a share of the time before: waits that never end need some room. */
const FOR_EVER = 0.15;
const LEAST_CLK = 100;

/** How long an axis must be for a run [clk]. */
export const axisClkFor = ({ totalClk, deadlock }: RunRecords): number =>
  deadlock === null ? totalClk : Math.max(LEAST_CLK, totalClk * (1 + FOR_EVER));

// How a timeline is looked at.

/** `playhead`: clk of the axis, infinite where none is drawn. Cells of `highlight` and `selection`: a row, and an item of it. */
export interface PipelineView extends PictureView {
  /** null = all of the axis. */
  readonly window: TimeWindow | null;
  /** Logic-analyser traces of the barriers. */
  readonly traces: boolean;
  /** Whether rows of the tensor pipe and the copy engine are shown. */
  readonly units: boolean;
  /** A thin line along the work that the whole time depends on. */
  readonly criticalPath: boolean;
  /** Brackets under each softmax that runs under a product of its own warpgroup. */
  readonly brackets?: boolean;
}
