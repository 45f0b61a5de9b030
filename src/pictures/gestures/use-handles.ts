/** Dragging the handles of a picture: a press on a ruler or edge, or a move that begins anywhere on a map. */

import { type MouseEvent, type PointerEvent, useState } from 'react';
import type { Figure, Handle, HandleName, Point } from '../figure.ts';

export interface HandleUse {
  /** What dragging does, and which control does the same by keyboard: 'drag the right edge or use Padding'. */
  readonly hint: string;
  readonly onChange: (value: number) => void;
}

export type HandleUses = Readonly<Partial<Record<HandleName, HandleUse>>>;

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
  const [drag] = useState(() => new HandleDrag());
  const handlers: HandleHandlers = {
    press: event => pressAt(event, drag, figure, uses),
    move(event) {
      const { handle } = drag;
      if (handle === null) setGrip(handleAt(figure, uses, pointOf(event))?.name ?? null);
      else tell(uses, handle, drag.move(pointOf(event)));
      setDragging(drag.hasMoved);
      return handle !== null;
    },
    release() {
      drag.release();
      setDragging(false);
    },
    leave() {
      if (drag.handle === null) setGrip(null);
    },
    click: event => drag.isClickTaken || tap(figure, uses, pointOf(event)),
  };
  return { grip, isDragging, handlers };
}

function pressAt(event: PointerEvent, drag: HandleDrag, figure: Figure, uses: HandleUses): void {
  // A finger that presses may be about to scroll: it taps on rulers, and leaves the rest to the controls.
  const isMeant = event.button === 0 && event.pointerType !== 'touch';
  const handle = isMeant ? handleAt(figure, uses, pointOf(event)) : null;
  const value = drag.press(handle, pointOf(event));
  if (handle === null) return;
  if (handle.name !== 'base') event.preventDefault();
  event.currentTarget.setPointerCapture(event.pointerId);
  tell(uses, handle, value);
}

/** Chooses the line of a ruler; returns false outside of the rulers. */
function tap(figure: Figure, uses: HandleUses, point: Point): boolean {
  const handle = handleAt(figure, uses, point);
  if (handle === null || !isRuler(handle.name)) return false;
  tell(uses, handle, handle.valueAt(point, point));
  return true;
}

function tell(uses: HandleUses, { name }: Handle, value: number | null): void {
  if (value !== null) uses[name]?.onChange(value);
}

const handleAt = (figure: Figure, uses: HandleUses, point: Point): Handle | null =>
  figure.handles.find(({ name, box }) => uses[name] !== undefined && contains(box, point)) ?? null;

const contains = (box: Handle['box'], { x, y }: Point): boolean =>
  x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;

export const pointOf = (event: MouseEvent): Point => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

// The course of one drag, without a browser: what was pressed, what each move asks for, and who gets the click.

/** A map is also pointed at and clicked on: only a move of this length is a drag. */
const MOVE_PX = 4;

const isRuler = (name: HandleName): boolean => name === 'column' || name === 'row';

export class HandleDrag {
  #handle: Handle | null = null;
  #from: Point = { x: 0, y: 0 };
  #value: number | null = null;
  #hasMoved = false;
  #isClickTaken = false;

  get handle(): Handle | null {
    return this.#handle;
  }

  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Value for the press alone: a ruler answers at once. */
  press(handle: Handle | null, from: Point): number | null {
    this.#handle = handle;
    this.#from = from;
    this.#value = null;
    this.#hasMoved = false;
    this.#isClickTaken = handle !== null && handle.name !== 'base';
    return handle !== null && isRuler(handle.name) ? this.#ask(from) : null;
  }

  /** The value asked for, where it is another than before. */
  move(to: Point): number | null {
    if (this.#handle === null) return null;
    this.#hasMoved ||= Math.hypot(to.x - this.#from.x, to.y - this.#from.y) >= MOVE_PX;
    this.#isClickTaken ||= this.#hasMoved;
    return this.#hasMoved ? this.#ask(to) : null;
  }

  release(): void {
    this.#handle = null;
    this.#hasMoved = false;
  }

  /** Whether the click after a release ended a drag, and so is no click. */
  get isClickTaken(): boolean {
    return this.#isClickTaken;
  }

  #ask(to: Point): number | null {
    const value = this.#handle!.valueAt(this.#from, to);
    const isNew = value !== this.#value;
    this.#value = value;
    return isNew ? value : null;
  }
}
