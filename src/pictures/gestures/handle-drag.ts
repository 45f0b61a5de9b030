/** The course of one drag, without a browser: what was pressed, what each move asks for, and whose the click is. */
import type { Handle, HandleName, Point } from '../figure.ts';

/** A map is also pointed at and clicked on: only a move of this length is a drag. */
const MOVE_PX = 4;

export const isRuler = (name: HandleName): boolean => name === 'column' || name === 'row';

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

  /** What the press alone asks for: a ruler answers at once. */
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
