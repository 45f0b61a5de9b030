/** Rows that a warp each takes: those that CTAs of one axis count with threads of another, and those that 32 threads in a row have together. */
import type { Dim3 } from '../../trace/launch.ts';
import type { AddressSlice } from './address-slice.ts';
import { AXES, type GridAxis } from './module-outline.ts';
import { NodeInputs } from './node-inputs.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

/** Rows of a CTA, where the parameter bounds `blockIdx.x * blockDim.y + threadIdx.y`; 1 for others. */
export function rowsOfCta(slice: AddressSlice | null, place: ScalarPlace | undefined, block: Dim3): number {
  const axis = slice && place && rowAxis(slice, place);
  return axis ? block[AXES.indexOf(axis)] : 1;
}

/** Threads that take an element together, where the parameter bounds `(blockIdx.x * blockDim.x + threadIdx.x) / 32`; 1 for others. */
export function threadsOfElement(slice: AddressSlice | null, place: ScalarPlace | undefined): number {
  if (slice === null || place === undefined) return 1;
  const counts = comparedWith(slice, place).flatMap(({ node, specials }) =>
    AXES.some(axis => specials.has(`%tid.${axis}`)) ? [divisorOf(slice, node)] : [],
  );
  return counts.length === 0 ? 1 : Math.min(...counts);
}

/** What a number is a quotient by; 1 where it is none. */
function divisorOf({ nodes }: AddressSlice, index: number): number {
  const node = nodes[index];
  if (node.op !== 'div' && node.op !== 'shr') return 1;
  const by = nodes[node.b];
  if (by.op !== 'number') return 1;
  return Math.max(1, node.op === 'div' ? by.value : 2 ** by.value);
}

/** The axis of the threads. */
function rowAxis(slice: AddressSlice, place: ScalarPlace): GridAxis | null {
  for (const { specials } of comparedWith(slice, place)) {
    const threads = AXES.filter(axis => specials.has(`%tid.${axis}`));
    const [axis] = threads;
    const isOther = AXES.some(other => other !== axis && specials.has(`%ctaid.${other}`));
    if (threads.length === 1 && isOther && specials.has(`%ntid.${axis}`)) return axis;
  }
  return null;
}

/** What is compared with the parameter, and the special registers that go into it. */
function comparedWith(slice: AddressSlice, place: ScalarPlace) {
  const inputs = new NodeInputs(slice);
  const isParam = (index: number): boolean => {
    const node = slice.nodes[index];
    return node.op === 'param' && isSame(node.place, place);
  };
  return slice.comparisons.flatMap(({ a, b }) => {
    const node = isParam(b) ? a : isParam(a) ? b : null;
    if (node === null) return [];
    const from = [...inputs.of(node)].map(index => slice.nodes[index]);
    return [{ node, specials: new Set(from.flatMap(one => (one.op === 'special' ? [one.name] : []))) }];
  });
}
