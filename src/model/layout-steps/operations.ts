/** The operations that the page can show, by id. */
import type { ComposedLayout } from '../layout/composed-layout.ts';
import type { Refusable } from '../layout/layout-error.ts';
import type { Tiler } from '../layout/tiler.ts';
import { compositionSteps, divideSteps } from './divide-steps.ts';
import { productSteps } from './product-steps.ts';
import { coalesceSteps, complementSteps, leftInverseSteps, rightInverseSteps, showSteps } from './single-steps.ts';
import type { Arrangement, LayoutSteps } from './steps.ts';

/**
 * The operand B: nothing; a tiler; or a cotarget, the number up to which a complement goes (by default A's own cosize).
 */
export type LayoutOperation = { readonly id: string; readonly label: string } & (
  | { readonly takes: 'nothing'; readonly run: (a: ComposedLayout) => Refusable<LayoutSteps> }
  | { readonly takes: 'tiler'; readonly run: (a: ComposedLayout, b: Tiler) => Refusable<LayoutSteps> }
  | { readonly takes: 'cotarget'; readonly run: (a: ComposedLayout, cotarget: number | null) => Refusable<LayoutSteps> }
);

const ARRANGEMENTS: readonly Arrangement[] = ['logical', 'zipped', 'tiled'];

const ALL: readonly LayoutOperation[] = [
  { id: 'show', label: 'show', takes: 'nothing', run: showSteps },
  { id: 'coalesce', label: 'coalesce', takes: 'nothing', run: coalesceSteps },
  { id: 'composition', label: 'composition', takes: 'tiler', run: compositionSteps },
  { id: 'complement', label: 'complement', takes: 'cotarget', run: complementSteps },
  ...ARRANGEMENTS.map(
    (kind): LayoutOperation => ({
      id: `${kind}-divide`,
      label: `${kind} divide`,
      takes: 'tiler',
      run: (a, b) => divideSteps(kind, a, b),
    }),
  ),
  ...ARRANGEMENTS.map(
    (kind): LayoutOperation => ({
      id: `${kind}-product`,
      label: `${kind} product`,
      takes: 'tiler',
      run: (a, b) => productSteps(kind, a, b),
    }),
  ),
  { id: 'right-inverse', label: 'right inverse', takes: 'nothing', run: rightInverseSteps },
  { id: 'left-inverse', label: 'left inverse', takes: 'nothing', run: leftInverseSteps },
];

export const OPERATIONS: ReadonlyMap<string, LayoutOperation> = new Map(ALL.map(each => [each.id, each]));
