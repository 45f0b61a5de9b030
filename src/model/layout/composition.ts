/**
 * Composition A ∘ B: the layout R with R(c) = A(B(c)) whose shape refines B's. A is read as a function of whole numbers,
 * and coalesced. Beyond its size A goes on along its last mode, even if that has length 1. For numbers below 0 it is
 * mirrored.
 *
 * For a mode s:d of B, CuTe demands two things: d can be divided out of A's lengths from the left, and s can be cut from
 * the lengths that are left. Only the part of A that s:d reaches matters. pycute asserts the first demand but not the
 * second, and silently drops offsets: its (4,2):(1,8) ∘ 6:1 has size 4. Here it is refused.
 *
 * CuTe then sets the modes side by side, which is right only if they do not carry into each other. That is checked here,
 * too. For (12,2):(1,99) ∘ (2,2,2):(4,6,3), CuTe answers (2,2,2):(4,6,3), whose last offset is 13; but A(4 + 6 + 3) is
 * 100.
 */
import { ok } from '../../base/result.ts';
import { carrySentence, signSentence, sizeSentence, strideSentence } from './admissible.ts';
import { type FlatModes, modesFor } from './coalesce.ts';
import { type IntTuple, isInt } from './int-tuple.ts';
import type { Layout } from './layout.ts';
import { type Refusable, refuse, within } from './layout-error.ts';

/** The left layout, and how far the modes composed so far step in each of its modes. */
interface Left extends FlatModes {
  /** For each mode of A: the distance covered by all its steps up, and by all its steps down. */
  readonly up: number[];
  readonly down: number[];
  /** The one mode of A in which there are steps up (or down); NONE or SEVERAL if it is not exactly one. */
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

/** The stride that CuTe and pycute write beside a length of 1. Nothing uses that stride, so no condition applies. */
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

/**
 * How many of the remaining steps are taken in this mode: all of them if they fit, else as many as lead to the next mode.
 * 0 if the step does not lead to the next mode.
 */
function stepsIn({ lengths }: Left, mode: number, rest: number, step: number): number {
  if (mode === lengths.length - 1) return rest;
  const length = lengths[mode];
  const size = Math.abs(step);
  if (rest * size <= length) return rest;
  return length % size === 0 ? length / size : 0;
}

/**
 * Records the steps in a mode of A. True if these steps, together with all earlier ones, run past the mode's end, or if
 * some steps go up and others down. The test of carries is exact: where the first coordinate carries, the next mode's stride
 * differs from what one long mode would have, since A is coalesced. So is the test of borrows between neighbours. A borrow
 * through modes in between may come out right by chance, as in (4,4,6):(2,0,8) ∘ (2,6):(1,-16), and is refused all the same.
 */
function clashes(left: Left, mode: number, count: number, step: number): boolean {
  const isUp = step > 0;
  const reach = isUp ? left.up : left.down;
  reach[mode] += (count - 1) * Math.abs(step);
  if (isUp) left.upMode = left.upMode === NONE || left.upMode === mode ? mode : SEVERAL;
  else left.downMode = left.downMode === NONE || left.downMode === mode ? mode : SEVERAL;
  return borrows(left) || (mode < left.lengths.length - 1 && reach[mode] >= left.lengths[mode]);
}

/** Whether there are steps up in one mode and steps down in another. */
const borrows = ({ upMode, downMode }: Left): boolean =>
  upMode !== NONE && downMode !== NONE && (upMode !== downMode || upMode === SEVERAL);

/** The place where composing a mode of B failed. */
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
