/**
 * Composition A ∘ B: the layout R with R(c) = A(B(c)) whose shape refines B's. A is read as a function of whole numbers,
 * coalesced; beyond its size it goes on along its last mode longer than 1, and below 0 it mirrors.
 *
 * For a mode s:d of B, CuTe asks that d can be divided out of A's lengths from the left, and that s can be cut from what is
 * left of them. Only as much of A is looked at as s:d reaches. pycute asserts the first, and silently drops what the second
 * forbids: (4,2):(1,8) ∘ 6:1 has no answer here.
 *
 * CuTe then sets the modes side by side, which is right only where they do not carry into each other. That is checked here,
 * too: for (12,2):(1,99) ∘ (2,2,2):(4,6,3), CuTe answers (2,2,2):(4,6,3), whose last offset is 13; A(4 + 6 + 3) is 100.
 */
import { ok } from '../../base/result.ts';
import { carrySentence, signSentence, sizeSentence, strideSentence } from './admissible.ts';
import { coalescedModes, type FlatModes } from './coalesce.ts';
import { flatten, type IntTuple, isInt } from './int-tuple.ts';
import type { Layout } from './layout.ts';
import { type Refusable, refuse, within } from './layout-error.ts';

/** The left layout, and what the modes composed so far use of it. */
interface Left extends FlatModes {
  /** By mode of A: how far the steps up and the steps down reach together. */
  readonly up: number[];
  readonly down: number[];
}

export function composition(a: Layout, b: Layout): Refusable<Layout> {
  const { lengths, strides } = coalescedModes(a);
  // Of a layout with one coordinate, the last mode is what goes on.
  if (lengths.length === 0) return composed(leftOf([1], [flatten(a.stride).at(-1) ?? 0]), b.shape, b.stride);
  return composed(leftOf(lengths, strides), b.shape, b.stride);
}

const leftOf = (lengths: readonly number[], strides: readonly number[]): Left => ({
  lengths,
  strides,
  up: lengths.map(() => 0),
  down: lengths.map(() => 0),
});

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
  if (size === 1) return ok({ shape: 1, stride: 0 });
  if (stride === 0) return ok({ shape: size, stride: 0 });
  const last = left.lengths.length - 1;
  return last === 0 ? ok({ shape: size, stride: stride * left.strides[0] + 0 }) : acrossModes(left, size, stride);
}

/** From the left: skips the modes of A that the stride steps over, then takes steps in each until the size is used up. */
function acrossModes(left: Left, size: number, stride: number): Refusable<Layout> {
  const { lengths, strides } = left;
  const last = lengths.length - 1;
  const sign = stride < 0 ? -1 : 1;
  const shapes: number[] = [];
  const steps: number[] = [];
  let step = Math.abs(stride);
  let rest = size;
  let before = 1;
  for (let mode = 0; mode < last && rest > 1; before *= lengths[mode++]) {
    const length = lengths[mode];
    const meeting = () => ({ mode, length, before, stride: step, size: rest });
    if (step >= length) {
      if (step % length !== 0) return refuse('inadmissible', strideSentence(`${size}:${stride}`, meeting()));
      step /= length;
      continue;
    }
    const takes = rest * step <= length ? rest : length / step;
    if (!Number.isInteger(takes)) return refuse('inadmissible', strideSentence(`${size}:${stride}`, meeting()));
    if (rest % takes !== 0) return refuse('inadmissible', sizeSentence(`${size}:${stride}`, meeting(), size / rest));
    shapes.push(takes);
    steps.push(sign * step * strides[mode] + 0);
    const clash = clashOf(left, mode, takes, sign * step);
    if (clash) return refuse('inadmissible', clash(`${size}:${stride}`));
    rest /= takes;
    step = 1;
  }
  if (rest > 1) {
    shapes.push(rest);
    steps.push(sign * step * strides[last] + 0);
    const clash = clashOf(left, last, rest, sign * step);
    if (clash) return refuse('inadmissible', clash(`${size}:${stride}`));
  }
  return ok(shapes.length === 1 ? { shape: shapes[0], stride: steps[0] } : { shape: shapes, stride: steps });
}

/**
 * Takes note of `count` steps in a mode of A, and says what is wrong if they, with all before them, leave it. Exact: at the
 * first coordinate that carries, the neighbours' strides differ from what one mode would have, since A is coalesced.
 */
function clashOf(left: Left, mode: number, count: number, step: number): ((right: string) => string) | null {
  const { lengths, up, down } = left;
  const [along, against] = step > 0 ? [up, down] : [down, up];
  along[mode] += (count - 1) * Math.abs(step);
  if (against.some((reach, other) => reach > 0 && along.some((r, m) => r > 0 && m !== other))) return signSentence;
  if (mode < lengths.length - 1 && along[mode] >= lengths[mode])
    return right => carrySentence(right, mode, lengths[mode]);
  return null;
}
