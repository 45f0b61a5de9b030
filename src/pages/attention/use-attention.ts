/** State from the link, and everything that follows from it. */
import { useMemo } from 'react';
import { flips, nextFlip } from '../../model/pipeline/phase-flips.ts';
import { axisOf, type PipelineAxis } from '../../panels/pipeline/pipeline-axis.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import type { StageParts } from '../../panels/pipeline/pipeline-stage.tsx';
import { type StageView, useStageMarks } from '../../panels/pipeline/stage-view.ts';
import { type PipelinePlayback, usePipelinePlayback } from '../../panels/pipeline/use-pipeline-playback.ts';
import { BADGES } from '../../panels/variant-view.ts';
import { type Theme, themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { useRested } from '../kit/pipeline/use-rested.ts';
import { useVariant, type VariantModel } from '../kit/pipeline/use-variant.ts';
import { type LinkHandle, type LinkState, useLinkState } from '../kit/use-link-state.ts';
import { type AttentionState, attentionLink } from '../links/attention.ts';
import { type TitledVariant, variantsOf } from './attention-variants.ts';

export type AttentionHandle = LinkHandle<AttentionState>;

export interface AttentionModel extends LinkState<AttentionState> {
  /** Schedules that can be drawn; the chosen one is first. */
  readonly sides: readonly PipelineSide[];
  /** Why the chosen schedule cannot be simulated. */
  readonly error: VariantModel['error'];
  readonly isBusy: boolean;
  readonly axis: PipelineAxis;
  readonly view: StageView;
  readonly parts: StageParts;
  readonly playback: PipelinePlayback;
  readonly theme: Theme;
}

export function useAttention(): AttentionModel {
  const handle = useLinkState(attentionLink);
  const { state } = handle;
  const { models, sides } = useSides(state);
  const axis = useMemo(() => axisOf(sides, null, []), [sides]);
  const view = useLinkedView(handle, sides);
  const playback = usePipelinePlayback(sides, axis, view);
  const { traces, criticalPath } = state;
  const parts = useMemo(() => ({ traces, units: true, criticalPath, under: [] }), [traces, criticalPath]);
  const isBusy = models.some(({ isStale }) => isStale);
  const theme = themes[useThemeName()];
  return { ...handle, sides, error: models[0]?.error ?? null, isBusy, axis, view, parts, playback, theme };
}

function useSides({ variant, versus }: AttentionState) {
  const asked = useMemo(() => variantsOf({ variant, versus }), [variant, versus]);
  // Four slots, always in this order: a hook each, whatever is compared.
  const a = useTitled(0, asked);
  const b = useTitled(1, asked);
  const c = useTitled(2, asked);
  const d = useTitled(3, asked);
  return useMemo(() => {
    const models = [a, b, c, d].filter(model => model !== null);
    return { models, sides: models.flatMap(({ side }) => side ?? []) };
  }, [a, b, c, d]);
}

function useTitled(at: number, asked: readonly TitledVariant[]): VariantModel | null {
  const title = asked[at]?.title ?? '';
  const model = useVariant(BADGES[at], asked[at]?.variant, null);
  return useMemo(() => model && { ...model, side: model.side && { ...model.side, title } }, [model, title]);
}

/** Window and playhead move here, and follow into the link. */
function useLinkedView({ state, update }: AttentionHandle, sides: readonly PipelineSide[]): StageView {
  const [window, onWindow] = useRested(state.window, value => update({ window: value }));
  const [at, onPlayhead] = useRested(state.at, value => update({ at: value && Math.round(value) }));
  const marks = useStageMarks();
  const start = useMemo(() => startOf(sides), [sides]);
  return useMemo(
    () => ({ window, onWindow, playhead: at ?? start, onPlayhead, ...marks }),
    [window, onWindow, at, start, onPlayhead, marks],
  );
}

/**
 * Time of a deadlock or of the first fault; without one, the last flip before the middle, when the rings are full and
 * at work.
 */
function startOf([first]: readonly PipelineSide[]): number {
  if (first === undefined) return 0;
  const { run } = first;
  return run.deadlock?.at ?? run.faults[0]?.at ?? nextFlip(flips.of(run), run.totalClk / 2, -1) ?? 0;
}
