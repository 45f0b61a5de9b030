/**
 * The frame of every picture: caption with source, canvas, lens, keyboard, table. What is drawn and what a point means
 * comes from the figure; what is highlighted or pinned comes from outside, so that all pictures show the same fact.
 */
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react';
import type { Figure } from './figure.ts';
import { LensCard } from './lens-card.tsx';
import styles from './picture.module.css';
import { keyAction } from './picture-keys.ts';
import { Caption, TableButton } from './picture-parts.tsx';
import type { PictureProps } from './props.ts';
import { SceneCanvas } from './scene-canvas.tsx';
import { TableView } from './table-view.tsx';
import { usePointer } from './use-pointer.ts';
import { useWidth } from './use-width.ts';
import { useZoomedFigure, type ZoomControl } from './use-zoom.ts';
import { defaultView, type Highlight, type Mark, type PictureView, sameCell } from './view.ts';

interface FigureProps<Records> extends PictureProps<Records> {
  readonly figureOf: (records: Records, view: PictureView) => Figure;
}

type MeasuredProps<Records> = FigureProps<Records> & { readonly widthPx: number };

export function Picture<Records>(props: FigureProps<Records>) {
  const [ref, widthPx] = useWidth();
  return (
    <div ref={ref} className={styles.picture}>
      {widthPx > 0 && <MeasuredPicture {...props} widthPx={widthPx} />}
    </div>
  );
}

/** It handles its own keys, so it must be reachable by them. */
const FOCUSABLE = { tabIndex: 0 };

function MeasuredPicture<Records>(props: MeasuredProps<Records>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { figure, lens, isCursor, handlers } = useInteraction(props, canvas);
  const [tableOpen, setTableOpen] = useState(false);
  const liveId = useId();
  return (
    <figure className={styles.figure}>
      <Caption figure={figure} />
      <div className={styles.stage}>
        <div
          className={styles.surface}
          role="application"
          {...FOCUSABLE}
          aria-label={`${figure.title}: ${figure.detail}. Arrow keys move, Enter pins, Escape clears.`}
          aria-describedby={liveId}
          {...handlers}
        >
          <SceneCanvas ref={canvas} scene={figure.scene} />
        </div>
        {lens !== null && <LensCard mark={lens} width={figure.scene.width} height={figure.scene.height} />}
        <TableButton title={figure.title} isOpen={tableOpen} onToggle={() => setTableOpen(!tableOpen)} />
      </div>
      <p id={liveId} className={styles.live} aria-live="polite">
        {isCursor && lens !== null ? [lens.lens.title, ...lens.lens.lines].join('; ') : ''}
      </p>
      {tableOpen && <TableView caption={`${figure.title}: ${figure.detail}`} table={figure.table()} />}
    </figure>
  );
}

/** Pointer, keys and zoom of one picture: the figure as it stands now, and the mark whose lens is up. */
function useInteraction<Records>(props: MeasuredProps<Records>, canvas: RefObject<HTMLCanvasElement | null>) {
  const { records, figureOf, selection = null, onSelect } = props;
  const [highlight, move] = useHighlight(props);
  const [isCursor, setCursor] = useState(false);
  const [figure, control] = useZoomedFigure(figureOf, records, useView(props, highlight), canvas);
  const pick = (mark: Mark | null): void => {
    const cell = mark?.pickable ? (mark.highlight?.cell ?? null) : null;
    if (cell !== null) onSelect?.(sameCell(cell, selection) ? null : cell);
  };
  const onMark = (mark: Mark | null): void => {
    setCursor(false);
    move(mark?.highlight ?? null);
  };
  const pointer = usePointer(figure, { onMark, onPick: pick });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!press(event, { figure, highlight, control, pick, onSelect, move })) return;
    setCursor(event.key !== 'Escape');
    event.preventDefault();
  };
  const handlers = { ...pointer.handlers, onKeyDown, onBlur: () => setCursor(false) };
  return { figure, lens: isCursor ? figure.markOf(highlight) : pointer.lens, isCursor, handlers };
}

/** The page's highlight; a picture that nobody listens to keeps its own. */
function useHighlight<Records>({
  highlight = null,
  onHover,
}: PictureProps<Records>): [Highlight, (h: Highlight) => void] {
  const own = useState<Highlight>(null);
  return onHover === undefined ? own : [highlight, onHover];
}

function useView<Records>(
  props: PictureProps<Records> & { readonly widthPx: number },
  highlight: Highlight,
): PictureView {
  const { theme, source, widthPx, maxHeight, selection = null, playhead = Number.POSITIVE_INFINITY } = props;
  const columns = props.scale?.columns;
  const rows = props.scale?.rows;
  return useMemo(() => {
    const base = defaultView(theme, source, widthPx);
    const scale = columns === undefined || rows === undefined ? null : { columns, rows };
    return { ...base, maxHeight: maxHeight ?? base.maxHeight, scale, highlight, selection, playhead };
  }, [theme, source, widthPx, maxHeight, columns, rows, highlight, selection, playhead]);
}

interface KeyTarget {
  readonly figure: Figure;
  readonly highlight: Highlight;
  readonly control: ZoomControl;
  readonly pick: (mark: Mark | null) => void;
  readonly move: (highlight: Highlight) => void;
  readonly onSelect: ((cell: null) => void) | undefined;
}

/** Does what a key asks for; false where it is not the picture's. */
function press(event: KeyboardEvent, target: KeyTarget): boolean {
  const action = keyAction(event.key, event.shiftKey);
  if (action === null || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (action.kind === 'move') target.move(target.figure.step(target.highlight, action.dx, action.dy));
  else if (action.kind === 'zoom') target.control.scaleBy(action.factor);
  else if (action.kind === 'fit') target.control.fit();
  else if (action.kind === 'pin') target.pick(target.figure.markOf(target.highlight));
  else {
    target.move(null);
    target.onSelect?.(null);
  }
  return true;
}
