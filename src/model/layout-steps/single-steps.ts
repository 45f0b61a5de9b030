/** Operations on one layout: coalesce, complement, the two inverses. */
import { ok } from '../../base/result.ts';
import { coalesce } from '../layout/coalesce.ts';
import { complement } from '../layout/complement.ts';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { leftInverse, rightInverse } from '../layout/inverse.ts';
import { concatenated, cosizeOf, sizeOf } from '../layout/layout.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';
import { isPlain, offsetsOf, plain } from '../layout-text/operand.ts';
import { ascending, covers, disjoint, sameFunction } from './checks.ts';
import { at, coordinatePanel, type LayoutSteps, offsetPanel, same } from './steps.ts';

export function showSteps(a: ComposedLayout): Refusable<LayoutSteps> {
  return ok({ panels: [offsetPanel('A', a, same)], result: a, traces: sizeOf(a.layout), checks: [] });
}

export function coalesceSteps(a: ComposedLayout): Refusable<LayoutSteps> {
  const result = { ...a, layout: coalesce(a.layout) };
  const traces = sizeOf(a.layout);
  return ok({
    panels: [offsetPanel('A', a, same), offsetPanel('R = coalesce(A)', result, same)],
    result,
    traces,
    checks: [
      sameFunction('R(i) = A(i)', traces, offsetsOf(result), offsetsOf(a)),
      sameFunction(
        'size(R) = size(A)',
        1,
        () => sizeOf(result.layout),
        () => traces,
      ),
    ],
  });
}

/** @param cotarget null stands for A's own cosize. */
export function complementSteps(a: ComposedLayout, cotarget: number | null): Refusable<LayoutSteps> {
  if (!isPlain(a)) return noSwizzle('complement');
  const limit = cotarget ?? cosizeOf(a.layout);
  const found = complement(a.layout, limit);
  if (!found.ok) return found;
  const result = found.value;
  const both = concatenated([a.layout, result]);
  const [sizeA, size] = [sizeOf(a.layout), sizeOf(result)];
  const title = `R = complement(A, ${limit})`;
  return ok({
    panels: [
      offsetPanel('A', a, i => i % sizeA),
      offsetPanel(title, plain(result), i => Math.floor(i / sizeA)),
      offsetPanel('(A, R)', plain(both), same),
    ],
    result: plain(result),
    traces: sizeA * size,
    checks: [
      ascending('R ascends', size, at(result)),
      disjoint('R(i) is no offset of A for i > 0', [sizeA, at(a.layout)], [size, at(result)], 1),
      covers(`(A, R) reaches every offset below ${limit}`, limit, sizeA * size, at(both)),
    ],
  });
}

export function rightInverseSteps(a: ComposedLayout): Refusable<LayoutSteps> {
  if (!isPlain(a)) return noSwizzle('right inverse');
  const result = rightInverse(a.layout);
  const traces = sizeOf(result);
  const offsets = at(a.layout);
  return ok({
    panels: [offsetPanel('A', a, at(result)), coordinatePanel('R = right inverse of A', result, ['A', offsets], same)],
    result: plain(result),
    traces,
    checks: [sameFunction('A(R(i)) = i', traces, i => offsets(at(result)(i)), same)],
  });
}

export function leftInverseSteps(a: ComposedLayout): Refusable<LayoutSteps> {
  if (!isPlain(a)) return noSwizzle('left inverse');
  const found = leftInverse(a.layout);
  if (!found.ok) return found;
  const traces = sizeOf(a.layout);
  const [offsets, back] = [at(a.layout), at(found.value)];
  return ok({
    panels: [
      offsetPanel('A', a, same),
      {
        ...offsetPanel('R = left inverse of A', plain(found.value), offsets),
        values: 'coordinate of A',
        elementOf: same,
      },
    ],
    result: plain(found.value),
    traces,
    checks: [sameFunction('R(A(i)) = i', traces, i => back(offsets(i)), same)],
  });
}

const noSwizzle = (what: string): Refusable<never> =>
  refuse(
    'inadmissible',
    `no ${what} of a swizzled layout: the swizzle permutes its offsets; without the swizzle there is one`,
  );
