/** Pointer events of a picture as marks: at most one hit test per frame, and a lens for the mark that the pointer rests on. */
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Figure, Point } from '../figure.ts';
import { type Mark, sameHighlight } from '../view.ts';
import { pointOf } from './use-handles.ts';

const LENS_DELAY_MS = 80;

interface PointerListener {
  readonly onMark: (mark: Mark | null) => void;
  readonly onPick: (mark: Mark | null) => void;
}

export interface PointerHandlers {
  onPointerMove(event: PointerEvent): void;
  onPointerLeave(event: PointerEvent): void;
  onClick(event: MouseEvent): void;
}

/** The mark whose lens is shown, whether the pointer is on any, and the listeners for the canvas. */
export function usePointer(figure: Figure, { onMark, onPick }: PointerListener) {
  const [lensAt, setLensAt] = useState<Point | null>(null);
  const waiting = useWaiting();
  const last = useRef<Mark | null>(null);
  const settle = (point: Point | null): void => {
    const mark = point === null ? null : figure.hit(point.x, point.y);
    if (!sameMark(mark, last.current)) onMark(mark);
    last.current = mark;
    if (mark === null || lensAt !== null) waiting.lens(null, () => setLensAt(mark === null ? null : point));
    else waiting.lens(LENS_DELAY_MS, () => setLensAt(point));
  };
  const hover = (event: PointerEvent, point: Point | null): void => {
    if (event.pointerType !== 'touch') waiting.frame(() => settle(point));
  };
  const handlers: PointerHandlers = {
    onPointerMove: event => hover(event, pointOf(event)),
    onPointerLeave: event => hover(event, null),
    onClick(event) {
      const point = pointOf(event);
      settle(point);
      onPick(figure.hit(point.x, point.y));
    },
  };
  const lens = lensAt === null ? null : figure.hit(lensAt.x, lensAt.y);
  // A mark of this picture is the page's highlight, and so draws the picture anew.
  return { lens, isOver: last.current !== null, handlers };
}

/** One thing to do at the next frame, and one after a while: a newer one takes the place of the older. */
function useWaiting() {
  const frame = useRef(0);
  const delay = useRef(0);
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      clearTimeout(delay.current);
    },
    [],
  );
  return {
    frame(act: () => void): void {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(act);
    },
    /** null = at once. */
    lens(delayMs: number | null, act: () => void): void {
      clearTimeout(delay.current);
      if (delayMs === null) act();
      else delay.current = window.setTimeout(act, delayMs);
    },
  };
}

function sameMark(a: Mark | null, b: Mark | null): boolean {
  if (a === null || b === null) return a === b;
  return sameHighlight(a.highlight, b.highlight);
}
