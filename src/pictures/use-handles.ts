/** Dragging the handles of a picture: a press on a ruler or edge, or a move that begins anywhere on a map. */
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { Figure, Handle, HandleName, Point } from './figure.ts';

export interface HandleUse {
  /** What dragging does and which control does the same by keyboard: 'drag the right edge or use Padding'. */
  readonly hint: string;
  readonly onChange: (value: number) => void;
}

export type HandleUses = Readonly<Partial<Record<HandleName, HandleUse>>>;

interface Drag {
  readonly handle: Handle;
  readonly from: Point;
  hasMoved: boolean;
  /** What was asked for last; null = nothing yet. */
  value: number | null;
}

/** A map is also pointed at and clicked on: only a move of this length is a drag. */
const MOVE_PX = 4;

const isRuler = (name: HandleName): boolean => name === 'column' || name === 'row';

export interface HandleHandlers {
  press(event: PointerEvent): void;
  /** True where the move is a drag's: nothing is pointed at meanwhile. */
  move(event: PointerEvent): boolean;
  release(): void;
  leave(): void;
  /** True where the click ends a drag or chose a line: nothing is pinned by it. */
  click(event: MouseEvent): boolean;
}

/** `grip` is the handle under the pointer, or in the hand. */
export function useHandles(figure: Figure, uses: HandleUses) {
  const [grip, setGrip] = useState<HandleName | null>(null);
  const [isDragging, setDragging] = useState(false);
  const drag = useRef<Drag | null>(null);
  const isSpent = useRef(false);
  const handleAt = (point: Point): Handle | null =>
    figure.handles.find(({ name, box }) => uses[name] !== undefined && contains(box, point)) ?? null;
  const ask = (held: Drag, to: Point): void => {
    const value = held.handle.valueAt(held.from, to);
    if (value !== held.value) uses[held.handle.name]?.onChange(value);
    held.value = value;
  };
  const handlers: HandleHandlers = {
    press(event) {
      const from = pointOf(event);
      const handle = event.button === 0 ? handleAt(from) : null;
      isSpent.current = false;
      // A finger that presses may be about to scroll: it taps on rulers, and leaves the rest to the controls.
      if (handle === null || event.pointerType === 'touch') return;
      drag.current = { handle, from, hasMoved: false, value: null };
      if (handle.name !== 'base') event.preventDefault();
      if (isRuler(handle.name)) ask(drag.current, from);
      isSpent.current = handle.name !== 'base';
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    move(event) {
      const held = drag.current;
      const to = pointOf(event);
      if (held === null) setGrip(handleAt(to)?.name ?? null);
      if (held === null) return false;
      held.hasMoved ||= Math.hypot(to.x - held.from.x, to.y - held.from.y) >= MOVE_PX;
      if (held.hasMoved) ask(held, to);
      isSpent.current ||= held.hasMoved;
      setDragging(held.hasMoved);
      return true;
    },
    release() {
      drag.current = null;
      setDragging(false);
    },
    leave() {
      if (drag.current === null) setGrip(null);
    },
    click(event) {
      const point = pointOf(event);
      const handle = handleAt(point);
      if (isSpent.current || handle === null || !isRuler(handle.name)) return isSpent.current;
      ask({ handle, from: point, hasMoved: false, value: null }, point);
      return true;
    },
  };
  return { grip, isDragging, handlers };
}

const contains = (box: Handle['box'], { x, y }: Point): boolean =>
  x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;

export const pointOf = (event: MouseEvent): Point => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};
