/** The time axis that compared pipelines share: where each one's start lies on it, and how long it is. */
import { type Marker, markersOf } from '../../model/pipeline/markers.ts';
import { axisClkFor, type TimeWindow } from '../../pictures/pipeline-records.ts';
import type { PipelineSide } from './pipeline-side.ts';

export interface PipelineAxis {
  /** Clk of each side's run that is drawn at the axis' 0, in their order. */
  readonly origins: readonly number[];
  /** All of it, in clk of the axis; null where every side begins at 0. */
  readonly whole: TimeWindow | null;
  /** Longest time of all sides, with room behind a deadlock [clk]. */
  readonly scaleClk: number;
}

type Runs = readonly Pick<PipelineSide, 'run'>[];

/** `align`: id of the marker that lies at 0 in all; a side that lacks it begins there. Null = the start. */
export function axisOf(sides: Runs, align: string | null): PipelineAxis {
  const origins = sides.map(({ run }) => markersIn(run).find(({ id }) => id === align)?.at ?? 0);
  const ends = sides.map(({ run }, i) => axisClkFor(run) - origins[i]);
  const isMoved = origins.some(origin => origin !== 0);
  return {
    origins,
    whole: isMoved ? { from: -Math.max(...origins), to: Math.max(1, ...ends) } : null,
    scaleClk: Math.max(...sides.map(({ run }) => axisClkFor(run))),
  };
}

/** Markers that at least one side has, those of the first side first. */
export function commonMarkers(sides: Runs): readonly { readonly id: string; readonly label: string }[] {
  const labels = new Map(sides.flatMap(({ run }) => markersIn(run).map(({ id, label }) => [id, label] as const)));
  return [...labels].map(([id, label]) => ({ id, label }));
}

const markers = new WeakMap<PipelineSide['run'], readonly Marker[]>();

/** Asked for at each frame, and looked for once. */
function markersIn(run: PipelineSide['run']): readonly Marker[] {
  const known = markers.get(run) ?? markersOf(run);
  markers.set(run, known);
  return known;
}
