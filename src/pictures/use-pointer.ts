/** Pointer events of a picture as marks: at most one hit test per frame, and a lens for the mark that the pointer rests on. */
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Figure } from './figure.ts';
import { type Mark, sameHighlight } from './view.ts';

const LENS_DELAY_MS = 80;

interface PointerListener {
  readonly onMark: (mark: Mark | null) => void;
  readonly onPick: (mark: Mark | null) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

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
      onClick: (event: React.MouseEvent) => {
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

const pointOf = (event: React.MouseEvent): Point => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};
