/** Steps of the loops of a kernel that end at a parameter. */
import type { AddressSlice } from './address-slice.ts';
import { LinearForms } from './linear-form.ts';
import type { ScalarPlace } from './scalar-place.ts';

export const placeKey = ({ param, byteOffset }: ScalarPlace): string => `${param} ${byteOffset}`;

/** By the parameter's key: the longest step of a loop, in which its register is compared with the parameter; none of 1. */
export function stepsTo(slice: AddressSlice): ReadonlyMap<string, number> {
  const forms = new LinearForms(slice);
  const steps = new Map<string, number>();
  for (const { a, b } of slice.comparisons) {
    for (const [end, compared] of [
      [a, b],
      [b, a],
    ]) {
      const node = slice.nodes[end];
      if (node.op !== 'param') continue;
      const { terms } = forms.of(compared);
      const [term] = terms.values();
      const isLoop = terms.size === 1 && term.place === null && !term.isOfThread;
      const step = isLoop ? Math.abs(term.factor) : 1;
      const key = placeKey(node.place);
      if (step > 1 && step <= LONGEST_STEP) steps.set(key, Math.max(step, steps.get(key) ?? 1));
    }
  }
  return steps;
}

/** Of a loop over tiles. */
const LONGEST_STEP = 1024;
