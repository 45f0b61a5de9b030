/** Tiles of which a thread has several elements, as the comparisons with their end tell: `i`, `i + 128`, `i + 256` and `i + 384` of 512. */
import { LANES } from '../../base/hardware.ts';
import type { AddressSlice } from './address-slice.ts';
import type { FormTerm, LinearForms } from './linear-form.ts';
import { placeKey } from './loop-steps.ts';

/** From one CTA to the next one, and from one element of a thread to its next one, where that is told. */
interface Guard {
  readonly tile: number;
  readonly constant: number;
  /** Of an element that may be this one or the one before, as it is where the code goes on only as long as there are more. */
  readonly step: number | null;
}

/** Threads along x whose elements, at even steps, are all that lies between a CTA and the next one; null where no comparison tells, or not all agree. */
export function threadsOfGuards({ nodes, comparisons }: AddressSlice, forms: LinearForms): number | null {
  const guards = new Map<string, (Guard | null)[]>();
  for (const { a, b, kind } of comparisons) {
    const end = nodes[b];
    if (kind === 'equal' || end.op !== 'param') continue;
    const key = placeKey(end.place);
    const { terms, constant } = forms.of(a);
    guards.set(key, [...(guards.get(key) ?? []), guardOf([...terms.values()], constant)]);
  }
  const counts = new Set([...guards.values()].flatMap(of => threadsOf(of) ?? []));
  const [count] = counts;
  return counts.size === 1 ? count : null;
}

function guardOf(terms: readonly FormTerm[], constant: number): Guard | null {
  const factorOf = (place: string | null): number | undefined => terms.find(term => term.place === place)?.factor;
  const [tile, step = null] = [factorOf('ctaid.x'), factorOf(null)];
  if (tile === undefined || factorOf('tid.x') !== 1 || terms.length > (step === null ? 2 : 3)) return null;
  return { tile, constant, step };
}

function threadsOf(guards: readonly (Guard | null)[]): number | null {
  const known = guards.flatMap(guard => guard ?? []);
  const [first] = known;
  if (guards.length < 2 || first === undefined || known.some(({ tile }) => tile !== first.tile)) return null;
  const threads = first.tile / guards.length;
  const isMultiple = ({ constant, step }: Guard): boolean =>
    step === null ? constant % threads === 0 : step === threads;
  const isNext = ({ constant, step }: Guard): boolean => step === threads || constant === threads;
  return threads % LANES === 0 && known.every(isMultiple) && known.some(isNext) ? threads : null;
}
