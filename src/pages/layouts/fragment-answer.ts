/** Turns an instruction and a text into what is drawn. */
import { ok } from '../../base/result.ts';
import type { Layout } from '../../model/layout/layout.ts';
import { type Refusable, refuse } from '../../model/layout/layout-error.ts';
import { type Check, covers, injective } from '../../model/layout-steps/checks.ts';
import { addressesIn, type FragmentRead, fragmentReads } from '../../model/layout-steps/fragment-reads.ts';
import { elementOf, FRAGMENT_ATOMS, type Fragment, threadsOf, valuesOf } from '../../model/layout-steps/fragments.ts';
import { ownFragment, readMatrix } from '../../model/layout-steps/own-fragment.ts';
import { isPlain } from '../../model/layout-text/operand.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import type { ThreadValueRecords } from '../../pictures/records.ts';
import type { LayoutsState } from '../links/layouts.ts';

/** A fragment, and how it is read where its matrix lies in shared memory. */
export interface FragmentDrawing extends ThreadValueRecords {
  readonly reads: readonly FragmentRead[];
}

/** Fragment by name, or as it is typed. */
export function fragmentOf({ atom, part, n, tv, matrix, elementBytes }: Named): Refusable<Fragment> {
  const named = FRAGMENT_ATOMS.get(atom);
  if (named !== undefined) return ok(named.fragment(part, n));
  const size = readMatrix(matrix);
  if (!size.ok) return size;
  const layout = readThreadValues(tv);
  return layout.ok ? ownFragment(layout.value, size.value, Math.min(elementBytes, LARGEST_BYTES)) : layout;
}

type Named = Pick<LayoutsState, 'atom' | 'part' | 'n' | 'tv' | 'matrix' | 'elementBytes'>;

/** A register pair: no thread holds more as one value. */
const LARGEST_BYTES = 8;

export function readThreadValues(text: string): Refusable<Layout> {
  const layout = readLayout(text);
  if (!layout.ok) return layout;
  return isPlain(layout.value) ? ok(layout.value.layout) : refuse('profile', 'a swizzle permutes offsets, not threads');
}

export function drawnOf(found: Refusable<Fragment>, shared: string): Refusable<FragmentDrawing> {
  if (!found.ok) return found;
  const fragment = found.value;
  if (shared.trim() === '') return ok({ fragment, addressOf: null, reads: [] });
  const layout = readLayout(shared);
  if (!layout.ok) return layout;
  const reads = fragmentReads(fragment, layout.value);
  if (!reads.ok) return reads;
  const addresses = addressesIn(fragment, layout.value);
  return addresses.ok ? ok({ fragment, addressOf: addresses.value, reads: reads.value }) : addresses;
}

export function fragmentChecks(fragment: Fragment): readonly Check[] {
  const [threads, values] = [threadsOf(fragment), valuesOf(fragment)];
  const element = (i: number): number => elementOf(fragment, i % threads, Math.floor(i / threads));
  // If all threads see all elements, checking one thread is enough.
  if (fragment.fromShared)
    return [
      covers('every element is read', fragment.rows * fragment.columns, values, value => elementOf(fragment, 0, value)),
    ];
  return [
    covers('every element is held', fragment.rows * fragment.columns, threads * values, element),
    injective('no element is held twice', threads * values, element),
  ];
}
