/** Everything that a timeline's surface shows and hears. */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import type { Source } from '../../trace/span.ts';
import type { Figure } from '../figure.ts';
import { type KeyAction, keyAction } from '../gestures/picture-keys.ts';
import type { TimeGround } from '../gestures/time-gesture.ts';
import { usePointer } from '../gestures/use-pointer.ts';
import { useTimeGestures } from '../gestures/use-time-gestures.ts';
import { axisClkOf, cellOf, highlightAt } from '../pipeline/highlight.ts';
import {
  type PipelineHighlight,
  type PipelineRecords,
  type PipelineView,
  type TimeWindow,
  wholeWindow,
} from '../pipeline/records.ts';
import type { Theme } from '../theme.ts';
import { movedBy } from '../time/time-window.ts';
import { defaultView, type Highlight, type Mark, sameHighlight } from '../view.ts';
import { axisX } from './axis.ts';
import { pipelineFigure } from './figure.ts';
import { type TimelineFrame, timelineFrame } from './frame.ts';

export interface PipelineTimelineProps {
  readonly records: PipelineRecords;
  readonly theme: Theme;
  readonly source: Source;
  /** What the timeline shows, for users who cannot see it: 'Timeline of A'. */
  readonly label: string;
  /** null = all of the axis. */
  readonly window: TimeWindow | null;
  readonly onWindow: (window: TimeWindow | null) => void;
  /** Time on the axis, whose 0 is `originClk` [clk]; null = no playhead is drawn. */
  readonly playhead: number | null;
  readonly onPlayhead: (clk: number) => void;
  readonly highlight: PipelineHighlight;
  readonly onHover: (highlight: PipelineHighlight) => void;
  readonly selection: PipelineHighlight;
  readonly onSelect: (selection: PipelineHighlight) => void;
  /** Logic-analyser traces of the barriers. */
  readonly traces: boolean;
  /** Rows of the tensor pipe and the copy engine. */
  readonly units: boolean;
  readonly criticalPath?: boolean;
  /** Brackets under each softmax that runs under a product of its own warpgroup. */
  readonly brackets?: boolean;
  readonly textScale?: number;
  readonly strokeScale?: number;
}

export type MeasuredTimelineProps = PipelineTimelineProps & { readonly widthPx: number };

export function useTimeline(props: MeasuredTimelineProps) {
  const surface = useRef<HTMLDivElement>(null);
  const [isCursor, setCursor] = useState(false);
  const timeline = useTimelineFigure(props);
  const { figure, frame, cursor } = timeline;
  const gestures = useTimeGestures(surface, timeline.ground, scrubs(frame, props.playhead), props);
  const onMark = (mark: Mark | null): void => {
    setCursor(false);
    props.onHover(timeline.shown(mark?.highlight ?? null));
  };
  const pointer = usePointer(figure, { onMark, onPick: mark => pick(props, timeline, mark) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = keyAction(event.key, false);
    if (action === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCursor(action.kind !== 'clear');
    press(props, timeline, gestures, action, event.shiftKey);
  };
  const lens = isCursor ? figure.markOf(cursor) : gestures.isDragging ? null : pointer.lens;
  const heard = { ...joined(pointer.handlers, gestures.handlers), onKeyDown, onBlur: () => setCursor(false) };
  return { surface, figure, lens, isCursor, isDragging: gestures.isDragging, handlers: heard };
}

/** A press this near to the playhead grabs it. */
const HOLD_PX = 5;

/** The axis is for scrubbing all along, the rows where the playhead is. */
const scrubs =
  (frame: TimelineFrame, playhead: number | null) =>
  (x: number, y: number): boolean =>
    x >= frame.plot.x - HOLD_PX &&
    (y < frame.plot.y ||
      (playhead !== null && Math.abs(axisX(frame, playhead) - x) <= HOLD_PX && y < frame.plot.y + frame.plot.height));

/** Pins what is pointed at; what is pinned already, no more. */
function pick({ selection, onSelect }: MeasuredTimelineProps, timeline: TimelineFigure, mark: Mark | null): void {
  if (mark === null || !mark.pickable) return;
  const wanted = timeline.shown(mark.highlight);
  onSelect(JSON.stringify(wanted) === JSON.stringify(selection) ? null : wanted);
}

/** A drag has its events to itself. */
const joined = (
  pointer: ReturnType<typeof usePointer>['handlers'],
  { move, isClickTaken, ...drag }: ReturnType<typeof useTimeGestures>['handlers'],
) => ({
  ...drag,
  onPointerMove: (event: PointerEvent) => {
    if (!move(event)) pointer.onPointerMove(event);
  },
  onPointerLeave: pointer.onPointerLeave,
  onClick: (event: MouseEvent) => {
    if (!isClickTaken()) pointer.onClick(event);
  },
});

/** Share of the visible time by which a key pans. */
const PAN = 0.125;

type Gestures = Pick<ReturnType<typeof useTimeGestures>, 'zoomBy' | 'panBy'>;

function press(
  props: MeasuredTimelineProps,
  timeline: TimelineFigure,
  gestures: Gestures,
  action: KeyAction,
  isFar: boolean,
): void {
  if (action.kind === 'move') {
    if (isFar && action.dx !== 0) gestures.panBy(PAN * action.dx);
    else goTo(props, timeline, timeline.figure.step(timeline.cursor, action.dx, action.dy));
  } else if (action.kind === 'zoom') gestures.zoomBy(action.factor);
  else if (action.kind === 'fit') props.onWindow(null);
  else if (action.kind === 'pin') pick(props, timeline, timeline.figure.markOf(timeline.cursor));
  else {
    props.onHover(null);
    props.onSelect(null);
  }
}

/** Brings it into sight. */
function goTo(
  { records, onHover, onWindow }: MeasuredTimelineProps,
  { ground, shown, cursor }: TimelineFigure,
  next: Highlight,
): void {
  const highlight = shown(next);
  if (highlight === null || sameHighlight(next, cursor)) return;
  onHover(highlight);
  const { whole, window } = ground;
  const clk = axisClkOf(records, highlight);
  if (clk < window.from || clk > window.to) onWindow(movedBy(whole, window, clk - (window.from + window.to) / 2));
}

// A timeline's figure from the component's props: highlights become cells on the way in, and cells highlights again.

interface TimelineFigure {
  readonly frame: TimelineFrame;
  readonly figure: Figure;
  readonly ground: TimeGround;
  /** The page's highlight as one of the figure. */
  readonly cursor: Highlight;
  /** A highlight of the figure as one of the page. */
  shown(highlight: Highlight): PipelineHighlight;
}

function useTimelineFigure(props: MeasuredTimelineProps): TimelineFigure {
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
  const { criticalPath = false, brackets = false, textScale = 1, strokeScale = 1 } = props;
  const playhead = props.playhead ?? Number.POSITIVE_INFINITY;
  return useMemo(() => {
    const base = { ...defaultView(theme, source, widthPx), textScale, strokeScale, playhead };
    return { ...base, window, traces, units, criticalPath, brackets };
  }, [theme, source, widthPx, window, traces, units, criticalPath, brackets, textScale, strokeScale, playhead]);
}
