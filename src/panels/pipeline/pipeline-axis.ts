/** The time axis that compared pipelines share: where each one's start lies on it, and how long it is. */
import { markers } from '../../model/pipeline/markers.ts';
import { spanGroups } from '../../model/pipeline/run-groups.ts';
import { axisClkFor, type TimeWindow } from '../../pictures/pipeline/records.ts';
import type { Rows } from '../../trace/rows.ts';
import type { Span } from '../../trace/span.ts';
import { type PipelineSide, spansUnder, type UnderSource } from './pipeline-side.ts';

export interface PipelineAxis {
  /** Clk of each side's run that is drawn at the axis' 0, in their order. */
  readonly origins: readonly number[];
  /** What is in sight at first, in clk of the axis; null: all of it, and every side begins at 0. */
  readonly opening: TimeWindow | null;
  /** Longest time of all sides, with room behind a deadlock and for the source that lies under them [clk]. */
  readonly scaleClk: number;
  /** Time through which the playhead moves: that of the predicted runs. */
  readonly played: TimeWindow;
}

type Runs = readonly Pick<PipelineSide, 'run'>[];
type Sources = readonly Pick<PipelineSide, 'run' | 'emulated' | 'measured'>[];

/** Where what lies under the prediction takes this many times as long, its end is out of sight at first: else neither could be read. */
const MUCH_LONGER = 1.15;

/** `align`: id of the marker that lies at 0 in all; a side that lacks it begins there. Null = the start. */
export function axisOf(sides: Sources, align: string | null, under: readonly UnderSource[]): PipelineAxis {
  const origins = sides.map(({ run }) => markers.of(run).find(({ id }) => id === align)?.at ?? 0);
  const predictedClk = sides.map(({ run }) => axisClkFor(run));
  const drawnClk = sides.map((side, i) =>
    Math.max(predictedClk[i], ...under.map(source => lastEnd(spansUnder(side, source) ?? NO_SPANS))),
  );
  const from = 0 - Math.max(0, ...origins);
  const endOf = (clks: readonly number[]): number => Math.max(1, ...clks.map((clk, i) => clk - origins[i]));
  const [predicted, drawn] = [endOf(predictedClk), endOf(drawnClk)];
  const to = drawn > MUCH_LONGER * predicted ? predicted : drawn;
  return {
    origins,
    opening: from < 0 || to < drawn ? { from, to } : null,
    scaleClk: Math.max(...drawnClk),
    played: { from, to: endOf(sides.map(({ run }) => run.totalClk)) },
  };
}

const NO_SPANS: Rows<Span> = [];

const lastEnd = (spans: Rows<Span>): number => spanGroups.of(spans).roles.end;

/** Markers that at least one side has, those of the first side first. */
export function commonMarkers(sides: Runs): readonly { readonly id: string; readonly label: string }[] {
  const labels = new Map(sides.flatMap(({ run }) => markers.of(run).map(({ id, label }) => [id, label] as const)));
  return [...labels].map(([id, label]) => ({ id, label }));
}
