/** Pointer events of a picture as marks: at most one hit test per frame, and a lens for the mark that the pointer rests on. */
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Figure, Point } from './figure.ts';
import { pointOf } from './use-handles.ts';
import { type Mark, sameHighlight } from './view.ts';

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

/** The mark whose lens is up, and what to listen with. */
export function usePointer(figure: Figure, { onMark, onPick }: PointerListener) {
  const [lensAt, setLensAt] = useState<Point | null>(null);
  const frame = useRef(0);
  const delay = useRef(0);
  const last = useRef<Mark | null>(null);
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      clearTimeout(delay.current);
    },
    [],
  );
  const settle = (point: Point | null): void => {
    clearTimeout(delay.current);
    const mark = point === null ? null : figure.hit(point.x, point.y);
    if (!sameMark(mark, last.current)) onMark(mark);
    last.current = mark;
    if (mark === null) setLensAt(null);
    else if (lensAt !== null) setLensAt(point);
    else delay.current = window.setTimeout(() => setLensAt(point), LENS_DELAY_MS);
  };
  const schedule = (point: Point | null): void => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => settle(point));
  };
  return {
    lens: lensAt === null ? null : figure.hit(lensAt.x, lensAt.y),
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') schedule(pointOf(event));
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') schedule(null);
      },
      onClick: (event: MouseEvent) => {
        const point = pointOf(event);
        settle(point);
        onPick(figure.hit(point.x, point.y));
      },
    },
  };
}

function sameMark(a: Mark | null, b: Mark | null): boolean {
  if (a === null || b === null) return a === b;
  return sameHighlight(a.highlight, b.highlight);
}
