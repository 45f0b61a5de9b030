/** The course of a drag or pinch on a time axis, without a browser: what each move asks for, and who gets the click. */
import type { TimeWindow } from '../pipeline/records.ts';
import { heldWithin, movedBy } from '../time/time-window.ts';

/** Time axis at the start of a gesture. */
export interface TimeGround {
  readonly whole: TimeWindow;
  readonly window: TimeWindow;
  /** Left edge and width of the plot [px]. */
  readonly x: number;
  readonly width: number;
}

export type Asked = { readonly window: TimeWindow | null } | { readonly playhead: number } | null;

/** A shorter move is a click. */
const LEAST_PX = 4;

export const clkOn = ({ window, x, width }: TimeGround, at: number): number =>
  window.from + ((at - x) / width) * (window.to - window.from);

export class TimeGesture {
  /** Start and current place of each pointer, by its id. */
  readonly #pointers = new Map<number, { readonly from: number; at: number }>();
  #ground: TimeGround | null = null;
  #scrubs = false;
  #hasMoved = false;

  get isUnderWay(): boolean {
    return this.#pointers.size > 0 && (this.#scrubs || this.#hasMoved || this.#pointers.size > 1);
  }

  /** Whether the click behind it ended a drag, and so is none. */
  get isClickTaken(): boolean {
    return this.#scrubs || this.#hasMoved;
  }

  /** `scrubs`: it began on the axis or on the playhead. A second pointer makes a pinch of it. */
  press(pointer: number, at: number, ground: TimeGround, scrubs: boolean): Asked {
    if (this.#pointers.size === 0) {
      this.#scrubs = scrubs;
      this.#hasMoved = false;
    }
    this.#pointers.set(pointer, { from: at, at });
    this.#restart(ground);
    return this.#scrubs ? { playhead: playheadOn(ground, at) } : null;
  }

  move(pointer: number, at: number): Asked {
    const own = this.#pointers.get(pointer);
    if (own === undefined || this.#ground === null) return null;
    own.at = at;
    this.#hasMoved ||= Math.abs(own.at - own.from) >= LEAST_PX;
    if (this.#scrubs) return { playhead: playheadOn(this.#ground, at) };
    if (!this.#hasMoved) return null;
    const [first, second] = this.#pointers.values();
    return { window: second === undefined ? panned(this.#ground, first) : pinched(this.#ground, first, second) };
  }

  release(pointer: number, ground: TimeGround): null {
    this.#pointers.delete(pointer);
    this.#restart(ground);
    return null;
  }

  /** Counts all further motion from where the pointers are now. */
  #restart(ground: TimeGround): void {
    this.#ground = ground;
    for (const [id, { at }] of this.#pointers) this.#pointers.set(id, { from: at, at });
  }
}

interface Way {
  readonly from: number;
  readonly at: number;
}

const panned = (ground: TimeGround, { from, at }: Way): TimeWindow | null =>
  movedBy(ground.whole, ground.window, clkOn(ground, from) - clkOn(ground, at));

/** The window in which the same times still lie under the two fingers. */
function pinched(ground: TimeGround, one: Way, other: Way): TimeWindow | null {
  const [a, b] = [clkOn(ground, one.from), clkOn(ground, other.from)];
  const clkPerPx = Math.abs(b - a) / Math.max(1, Math.abs(other.at - one.at));
  const from = (a + b) / 2 - ((one.at + other.at) / 2 - ground.x) * clkPerPx;
  return heldWithin(ground.whole, { from, to: from + ground.width * clkPerPx });
}

/** Inside of all of the axis. */
const playheadOn = (ground: TimeGround, at: number): number =>
  Math.round(Math.min(Math.max(clkOn(ground, at), ground.whole.from), ground.whole.to));
