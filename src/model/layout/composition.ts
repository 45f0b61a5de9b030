/**
 * Composition A ∘ B: the layout R with R(c) = A(B(c)) whose shape refines B's. A is read as a function of whole numbers,
 * coalesced; beyond its size it goes on along its last mode, even one of length 1, and below 0 it mirrors.
 *
 * For a mode s:d of B, CuTe asks that d can be divided out of A's lengths from the left, and that s can be cut from what is
 * left of them. Only as much of A is looked at as s:d reaches. pycute asserts the first, and silently drops what the second
 * forbids: its (4,2):(1,8) ∘ 6:1 has size 4; here it is refused.
 *
 * CuTe then sets the modes side by side, which is right only where they do not carry into each other. That is checked here,
 * too: for (12,2):(1,99) ∘ (2,2,2):(4,6,3), CuTe answers (2,2,2):(4,6,3), whose last offset is 13; A(4 + 6 + 3) is 100.
 */
import { ok } from '../../base/result.ts';
import { carrySentence, signSentence, sizeSentence, strideSentence } from './admissible.ts';
import { type FlatModes, modesFor } from './coalesce.ts';
import { type IntTuple, isInt } from './int-tuple.ts';
import type { Layout } from './layout.ts';
import { type Refusable, refuse, within } from './layout-error.ts';

/** The left layout, and what the modes composed so far use of it. */
interface Left extends FlatModes {
  /** By mode of A: how far all steps up reach together, and all steps down. */
  readonly up: number[];
  readonly down: number[];
  /** The one mode of A in which there are steps up, or down; NONE or SEVERAL otherwise. */
  upMode: number;
  downMode: number;
}

const NONE = -1;
const SEVERAL = -2;

export function composition(a: Layout, b: Layout): Refusable<Layout> {
  return composed(leftOf(modesFor(a, b)), b.shape, b.stride);
}

function leftOf({ lengths, strides }: FlatModes): Left {
  const up: number[] = [];
  const down: number[] = [];
  for (let mode = 0; mode < lengths.length; mode++) {
    up.push(0);
    down.push(0);
  }
  return { lengths, strides, up, down, upMode: NONE, downMode: NONE };
}

function composed(left: Left, shape: IntTuple, stride: IntTuple): Refusable<Layout> {
  if (isInt(shape)) return ofMode(left, shape, stride as number);
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  for (let mode = 0; mode < shape.length; mode++) {
    const part = composed(left, shape[mode], (stride as readonly IntTuple[])[mode]);
    if (!part.ok) return within(mode, part.error);
    shapes.push(part.value.shape);
    strides.push(part.value.stride);
  }
  return ok({ shape: shapes, stride: strides });
}

function ofMode(left: Left, size: number, stride: number): Refusable<Layout> {
  if (stride === 0) return ok({ shape: size, stride: 0 });
  if (size === 1) return ok({ shape: 1, stride: strideOfOne(left, stride) });
  if (left.lengths.length === 1) return ok({ shape: size, stride: stride * left.strides[0] + 0 });
  // Skips the modes of A that the stride steps over.
  const last = left.lengths.length - 1;
  let mode = 0;
  let before = 1;
  let step = Math.abs(stride);
  for (; mode < last && step >= left.lengths[mode]; mode++) {
    const length = left.lengths[mode];
    if (step % length !== 0)
      return refuse('inadmissible', strideSentence(`${size}:${stride}`, { mode, length, before, step }));
    step /= length;
    before *= length;
  }
  return stepsFrom(left, mode, size, stride < 0 ? -step : step);
}

/** What CuTe and pycute write beside a length of 1, where no stride is ever used; no condition applies. */
function strideOfOne({ lengths, strides }: Left, stride: number): number {
  let step = Math.abs(stride);
  for (let mode = 0; mode < lengths.length - 1; mode++) step = Math.ceil(step / lengths[mode]);
  return Math.sign(stride) * step * strides[lengths.length - 1] + 0;
}

/** Takes steps in each mode of A, from this one on, until the size is used up. */
function stepsFrom(left: Left, first: number, size: number, firstStep: number): Refusable<Layout> {
  const shapes: number[] = [];
  const steps: number[] = [];
  let rest = size;
  let step = firstStep;
  for (let mode = first; rest > 1; mode++) {
    const taken = stepsIn(left, mode, rest, step);
    const wrong = taken === 0 || rest % taken !== 0 || clashes(left, mode, taken, step);
    if (wrong) return refuse('inadmissible', stepSentence(left, { first, firstStep, size, mode, rest, step }));
    shapes.push(taken);
    steps.push(step * left.strides[mode] + 0);
    rest /= taken;
    step = step < 0 ? -1 : 1;
  }
  return ok(shapes.length === 1 ? { shape: shapes[0], stride: steps[0] } : { shape: shapes, stride: steps });
}

/** All that is left where they fit, else what leads to the next mode; 0 where the step does not lead there. */
function stepsIn({ lengths }: Left, mode: number, rest: number, step: number): number {
  if (mode === lengths.length - 1) return rest;
  const length = lengths[mode];
  const size = Math.abs(step);
  if (rest * size <= length) return rest;
  return length % size === 0 ? length / size : 0;
}

/**
 * Takes note of the steps in a mode of A; true if they, with all before them, leave it. Exact: where the first coordinate
 * carries, the next mode's stride is not what one mode would have there, since A is coalesced.
 */
function clashes(left: Left, mode: number, count: number, step: number): boolean {
  const isUp = step > 0;
  const reach = isUp ? left.up : left.down;
  reach[mode] += (count - 1) * Math.abs(step);
  if (isUp) left.upMode = left.upMode === NONE || left.upMode === mode ? mode : SEVERAL;
  else left.downMode = left.downMode === NONE || left.downMode === mode ? mode : SEVERAL;
  return borrows(left) || (mode < left.lengths.length - 1 && reach[mode] >= left.lengths[mode]);
}

/** Steps up in one mode and down in another. */
const borrows = ({ upMode, downMode }: Left): boolean =>
  upMode !== NONE && downMode !== NONE && (upMode !== downMode || upMode === SEVERAL);

/** Where the steps of a mode of B failed. */
interface Stop {
  readonly first: number;
  readonly firstStep: number;
  readonly size: number;
  readonly mode: number;
  readonly rest: number;
  readonly step: number;
}

function stepSentence(left: Left, { first, firstStep, size, mode, rest, step: signed }: Stop): string {
  const product = (to: number) => left.lengths.slice(0, to).reduce((all, length) => all * length, 1);
  const right = `${size}:${firstStep * product(first)}`;
  const [length, before, step] = [left.lengths[mode], product(mode), Math.abs(signed)];
  const taken = stepsIn(left, mode, rest, step);
  if (taken === 0) return strideSentence(right, { mode, length, before, step });
  if (rest % taken !== 0) return sizeSentence(right, { mode, length, taken, rest, size });
  return borrows(left) ? signSentence(right) : carrySentence(right, mode, length);
}
