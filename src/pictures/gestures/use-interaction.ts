/** Pointer, keys, handles and zoom of one picture, from its props to the figure as it stands now. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Figure } from '../figure.ts';
import type { PictureProps } from '../props.ts';
import { defaultView, type Highlight, type Mark, type PictureView, sameCell } from '../view.ts';
import { keyAction } from './picture-keys.ts';
import { type HandleHandlers, type HandleUses, useHandles } from './use-handles.ts';
import { type PointerHandlers, usePointer } from './use-pointer.ts';
import { useZoomedFigure, type ZoomControl } from './use-zoom.ts';

export interface FigureProps<Records> extends PictureProps<Records> {
  readonly figureOf: (records: Records, view: PictureView) => Figure;
  /** Controls that lie over what is drawn, each at its own place: parts that can be dragged and reached by Tab. */
  readonly controls?: (view: PictureView) => ReactNode;
}

export type SizedFigureProps<Records> = FigureProps<Records> & { readonly widthPx: number };

/** Everything that a picture's surface shows and hears. */
export function useInteraction<Records>(props: SizedFigureProps<Records>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [highlight, move] = useHighlight(props);
  const [isCursor, setCursor] = useState(false);
  const view = useView(props, highlight);
  const [figure, control] = useZoomedFigure(props.figureOf, props.records, view, canvas);
  const pick = (mark: Mark | null): void => pickMark(mark, props);
  const onMark = (mark: Mark | null): void => {
    setCursor(false);
    move(mark?.highlight ?? null);
  };
  const pointer = usePointer(figure, { onMark, onPick: pick });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!press(event, { figure, from: highlight ?? pinned(props), control, pick, onSelect: props.onSelect, move }))
      return;
    setCursor(event.key !== 'Escape');
    event.preventDefault();
  };
  const { handles = NO_HANDLES } = props;
  const { handlers, ...held } = useHandles(figure, handles);
  const hints = figure.handles.flatMap(({ name }) => handles[name]?.hint ?? []);
  const isTwin = props.hasTwins === true && !pointer.isOver && highlight?.cell != null;
  const lens = isCursor || isTwin ? figure.markOf(highlight) : held.isDragging ? null : pointer.lens;
  const heard = { ...joined(pointer.handlers, handlers), onKeyDown, onBlur: () => setCursor(false) };
  return { canvas, figure, view, lens, isCursor, hints, ...held, handlers: heard };
}

/** Pins what is pointed at; what is pinned already, no more. */
function pickMark<Records>(mark: Mark | null, { selection = null, onSelect }: PictureProps<Records>): void {
  const cell = mark?.pickable ? (mark.highlight?.cell ?? null) : null;
  if (cell !== null) onSelect?.(sameCell(cell, selection) ? null : cell);
}

const pinned = <Records>({ selection = null }: PictureProps<Records>): Highlight =>
  selection && { cell: selection, bank: null };

const NO_HANDLES: HandleUses = {};

/** A drag has its events to itself. */
const joined = (pointer: PointerHandlers, handle: HandleHandlers) => ({
  onPointerDown: handle.press,
  onPointerMove: (event: PointerEvent) => {
    if (!handle.move(event)) pointer.onPointerMove(event);
  },
  onPointerUp: handle.release,
  onPointerCancel: handle.release,
  onPointerLeave: (event: PointerEvent) => {
    handle.leave();
    pointer.onPointerLeave(event);
  },
  onClick: (event: MouseEvent) => {
    if (!handle.click(event)) pointer.onClick(event);
  },
});

/** The page's highlight. A picture without a listener keeps its own. */
function useHighlight<Records>({
  highlight = null,
  onHover,
}: PictureProps<Records>): [Highlight, (h: Highlight) => void] {
  const own = useState<Highlight>(null);
  return onHover === undefined ? own : [highlight, onHover];
}

function useView<Records>(props: SizedFigureProps<Records>, highlight: Highlight): PictureView {
  const { theme, source, widthPx, maxHeight, selection = null, playhead = Number.POSITIVE_INFINITY } = props;
  const { textScale = 1, strokeScale = 1 } = props;
  const { tileAbove = null, standsAlone = false } = props;
  const columns = props.scale?.columns;
  const rows = props.scale?.rows;
  return useMemo(() => {
    const base = defaultView(theme, source, widthPx);
    const scale = columns === undefined || rows === undefined ? null : { columns, rows };
    const height = maxHeight ?? base.maxHeight;
    const sizes = { maxHeight: height, textScale, strokeScale, scale, tileAbove, standsAlone };
    return { ...base, ...sizes, highlight, selection, playhead };
  }, [
    theme,
    source,
    widthPx,
    maxHeight,
    textScale,
    strokeScale,
    columns,
    rows,
    tileAbove,
    standsAlone,
    highlight,
    selection,
    playhead,
  ]);
}

interface KeyTarget {
  readonly figure: Figure;
  /** Where the cursor is: at what is pointed at, else at what is pinned. */
  readonly from: Highlight;
  readonly control: ZoomControl;
  readonly pick: (mark: Mark | null) => void;
  readonly move: (highlight: Highlight) => void;
  readonly onSelect: ((cell: null) => void) | undefined;
}

/** Does what a key asks for; false where it is not the picture's. */
function press(event: KeyboardEvent, target: KeyTarget): boolean {
  const action = keyAction(event.key, event.shiftKey);
  if (action === null || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (action.kind === 'move') target.move(target.figure.step(target.from, action.dx, action.dy));
  else if (action.kind === 'zoom') target.control.scaleBy(action.factor);
  else if (action.kind === 'fit') target.control.fit();
  else if (action.kind === 'pin') target.pick(target.figure.markOf(target.from));
  else {
    target.move(null);
    target.onSelect?.(null);
  }
  return true;
}
