/** A timeline's figure from the component's props: highlights become cells on the way in, and cells highlights again. */
import { useMemo } from 'react';
import type { Figure } from '../figure.ts';
import type { TimeGround } from '../gestures/time-gesture.ts';
import { cellOf, highlightAt } from '../pipeline/highlight.ts';
import { type PipelineHighlight, type PipelineRecords, wholeWindow } from '../pipeline/records.ts';
import type { PipelineView } from '../pipeline/view.ts';
import { defaultView, type Highlight } from '../view.ts';
import { pipelineFigure } from './figure.ts';
import { type TimelineFrame, timelineFrame } from './frame.ts';
import type { MeasuredTimelineProps } from './index.tsx';

export interface TimelineFigure {
  readonly frame: TimelineFrame;
  readonly figure: Figure;
  readonly ground: TimeGround;
  /** The page's highlight as one of the figure. */
  readonly cursor: Highlight;
  /** A highlight of the figure as one of the page. */
  shown(highlight: Highlight): PipelineHighlight;
}

export function useTimelineFigure(props: MeasuredTimelineProps): TimelineFigure {
  const { records, highlight, selection } = props;
  const view = useView(props);
  const frame = useMemo(() => timelineFrame(records, view), [records, view]);
  const cursor = useMemo(() => asCell(records, frame, highlight), [records, frame, highlight]);
  const figure = useMemo(() => {
    const pinned = asCell(records, frame, selection)?.cell ?? null;
    return pipelineFigure(records, { ...view, highlight: cursor, selection: pinned });
  }, [records, view, frame, cursor, selection]);
  const { x, width } = frame.plot;
  const ground = { whole: wholeWindow(records), window: frame.window, x, width };
  return { frame, figure, ground, cursor, shown: at => highlightAt(records, frame.rows, at?.cell ?? null) };
}

function asCell(records: PipelineRecords, { rows }: TimelineFrame, highlight: PipelineHighlight): Highlight {
  const cell = cellOf(records, rows, highlight);
  return cell && { cell, bank: null };
}

function useView(props: MeasuredTimelineProps): PipelineView {
  const { theme, source, widthPx, window, traces, units } = props;
  const { criticalPath = false, textScale = 1, strokeScale = 1 } = props;
  const playhead = props.playhead ?? Number.POSITIVE_INFINITY;
  return useMemo(() => {
    const base = { ...defaultView(theme, source, widthPx), textScale, strokeScale, playhead };
    return { ...base, window, traces, units, criticalPath };
  }, [theme, source, widthPx, window, traces, units, criticalPath, textScale, strokeScale, playhead]);
}
