/** From an instruction and a text to what is drawn of it. */
import { ok } from '../../base/result.ts';
import type { Refusable } from '../../model/layout/layout-error.ts';
import { type Check, covers, injective } from '../../model/layout-steps/checks.ts';
import { addressesIn, type FragmentRead, fragmentReads } from '../../model/layout-steps/fragment-reads.ts';
import { elementOf, type Fragment, threadsOf, valuesOf } from '../../model/layout-steps/fragments.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import type { ThreadValueRecords } from '../../pictures/thread-value.records.ts';

/** A fragment, and how it is read where its matrix lies in shared memory. */
export interface Drawn extends ThreadValueRecords {
  readonly reads: readonly FragmentRead[];
}

export function drawnOf(fragment: Fragment, shared: string): Refusable<Drawn> {
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
  // Where all threads see all elements, those of one are enough.
  if (fragment.fromShared)
    return [
      covers('every element is read', fragment.rows * fragment.columns, values, value => elementOf(fragment, 0, value)),
    ];
  return [
    covers('every element is held', fragment.rows * fragment.columns, threads * values, element),
    injective('no element is held twice', threads * values, element),
  ];
}
