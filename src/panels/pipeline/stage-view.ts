/** View state of a stage of pipelines: window, playhead, what is pointed at and what is pinned. */
import { useMemo, useState } from 'react';
import type { PipelineHighlight, TimeWindow } from '../../pictures/pipeline/records.ts';
import type { VariantLetter } from '../../pictures/records.ts';

/** A fact, and the side in which it was pointed at. */
export type SideHighlight = {
  readonly letter: VariantLetter;
  readonly highlight: NonNullable<PipelineHighlight>;
} | null;

export interface StageView {
  /** Shown piece of the axis [clk]; null = all of it. */
  readonly window: TimeWindow | null;
  /** Time on the axis [clk]. */
  readonly playhead: number;
  readonly hovered: SideHighlight;
  readonly pinned: SideHighlight;
  readonly onWindow: (window: TimeWindow | null) => void;
  readonly onPlayhead: (clk: number) => void;
  readonly onHover: (hovered: SideHighlight) => void;
  readonly onPin: (pinned: SideHighlight) => void;
}

/** View state for pages that do not keep it in their link. */
export function useStageView(startClk: number): StageView {
  const [window, onWindow] = useState<TimeWindow | null>(null);
  const [playhead, onPlayhead] = useState<number | null>(null);
  const marks = useStageMarks();
  return useMemo(
    () => ({ window, onWindow, playhead: playhead ?? startClk, onPlayhead, ...marks }),
    [window, playhead, startClk, marks],
  );
}

export type StageMarks = Pick<StageView, 'hovered' | 'pinned' | 'onHover' | 'onPin'>;

export function useStageMarks(): StageMarks {
  const [hovered, onHover] = useState<SideHighlight>(null);
  const [pinned, onPin] = useState<SideHighlight>(null);
  return useMemo(() => ({ hovered, pinned, onHover, onPin }), [hovered, pinned]);
}

/** Slots and barriers have the same names in all sides; a span is one of its own run. */
export const highlightIn = (letter: VariantLetter, marked: SideHighlight): PipelineHighlight =>
  marked !== null && (marked.letter === letter || marked.highlight.kind !== 'span') ? marked.highlight : null;
