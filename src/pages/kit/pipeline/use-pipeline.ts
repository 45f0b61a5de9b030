/** State from the link, and everything that follows from it. */
import { useMemo } from 'react';
import { flips, nextFlip } from '../../../model/pipeline/phase-flips.ts';
import { axisOf, commonMarkers, type PipelineAxis } from '../../../panels/pipeline/pipeline-axis.ts';
import type { PipelineSide, UnderSource } from '../../../panels/pipeline/pipeline-side.ts';
import type { StageParts } from '../../../panels/pipeline/pipeline-stage.tsx';
import { type StageView, useStageMarks } from '../../../panels/pipeline/stage-view.ts';
import { type PipelinePlayback, usePipelinePlayback } from '../../../panels/pipeline/use-pipeline-playback.ts';
import { BADGES } from '../../../panels/variant-view.ts';
import { type Theme, themes } from '../../../pictures/theme.ts';
import { useThemeName } from '../../../services/theme.ts';
import type { LinkCodec } from '../../../state/link-codec.ts';
import type { PipelinePageState } from '../../links/pipeline.ts';
import { type PipelineHandle, usePipelineState } from './use-pipeline-state.ts';
import { useRested } from './use-rested.ts';
import { type Typed, useTyping } from './use-typing.ts';
import { useVariant, type VariantModel } from './use-variant.ts';

/** The drawn pipelines, and how they are drawn. */
interface PipelineDrawing {
  /** Pipelines that can be drawn. */
  readonly sides: readonly PipelineSide[];
  readonly axis: PipelineAxis;
  /** 'first flip of full[0]'; null where the axis begins with the pipelines. */
  readonly origin: string | null;
  readonly view: StageView;
  readonly parts: StageParts;
  readonly playback: PipelinePlayback;
  readonly theme: Theme;
}

export interface PipelineModel extends PipelineHandle, PipelineDrawing {
  readonly variants: readonly VariantModel[];
  /** The one that the rail changes. */
  readonly edited: VariantModel;
  /** Something drawn is not what was last asked for. */
  readonly isBusy: boolean;
  /** A text for the edited variant; null = back to its preset. */
  readonly type: (text: string | null) => void;
}

export function usePipeline(link: LinkCodec<PipelinePageState>): PipelineModel {
  const handle = usePipelineState(link);
  const { typed, type } = useTyping(handle);
  const variants = useVariants(handle, typed);
  const drawing = useDrawing(handle, variants);
  const isBusy = variants.some(({ side, isStale }) => side !== null && isStale);
  return { ...handle, ...drawing, variants, edited: variants[handle.state.edited], isBusy, type };
}

const SOURCES_UNDER: Readonly<Record<PipelinePageState['under'], readonly UnderSource[]>> = {
  emulated: ['emulated'],
  measured: ['measured'],
  both: ['emulated', 'measured'],
  nothing: [],
};

function useDrawing(handle: PipelineHandle, variants: readonly VariantModel[]): PipelineDrawing {
  const { align, traces, units, criticalPath, brackets, under } = handle.state;
  const sides = useMemo(() => variants.flatMap(({ side }) => side ?? []), [variants]);
  const shown = SOURCES_UNDER[under];
  const axis = useMemo(() => axisOf(sides, align, shown), [sides, align, shown]);
  const origin = commonMarkers(sides).find(({ id }) => id === align)?.label ?? null;
  const view = useLinkedView(handle, sides, axis);
  const playback = usePipelinePlayback(sides, axis, view);
  const parts = useMemo(
    () => ({ traces, units, criticalPath, brackets, under: shown }),
    [traces, units, criticalPath, brackets, shown],
  );
  return { sides, axis, origin, view, parts, playback, theme: themes[useThemeName()] };
}

function useVariants({ state }: PipelineHandle, typed: Typed | null): readonly VariantModel[] {
  const typedIn = (at: number) => (typed?.at === at ? typed.text : null);
  // Four slots, always in this order: a hook each, whatever the link has.
  const a = useVariant(BADGES[0], state.variants[0], typedIn(0));
  const b = useVariant(BADGES[1], state.variants[1], typedIn(1));
  const c = useVariant(BADGES[2], state.variants[2], typedIn(2));
  const d = useVariant(BADGES[3], state.variants[3], typedIn(3));
  return useMemo(() => [a, b, c, d].filter(variant => variant !== null), [a, b, c, d]);
}

/** Window and playhead move here, and follow into the link. */
function useLinkedView(
  { state, update }: PipelineHandle,
  sides: readonly PipelineSide[],
  axis: PipelineAxis,
): StageView {
  const [window, onWindow] = useRested(state.window, value => update({ window: value }));
  // Rounded up: what happens at a time has happened.
  const [at, onPlayhead] = useRested(state.at, value => update({ at: value && Math.ceil(value) }));
  const marks = useStageMarks();
  const start = useMemo(() => startOf(sides, axis), [sides, axis]);
  return useMemo(
    () => ({ window, onWindow, playhead: at ?? start, onPlayhead, ...marks }),
    [window, onWindow, at, start, onPlayhead, marks],
  );
}

/**
 * Time of a deadlock; without one, the last flip before the middle of the first run, when the rings are full and at
 * work.
 */
function startOf([first]: readonly PipelineSide[], { origins }: PipelineAxis): number {
  if (first === undefined) return 0;
  const { run } = first;
  const clk = run.deadlock?.at ?? nextFlip(flips.of(run), run.totalClk / 2, -1) ?? 0;
  return clk - origins[0];
}
