/** Rows that CTAs of one axis count together with threads of another: `blockIdx.x * blockDim.y + threadIdx.y`, a warp a row. */
import type { Dim3 } from '../../trace/launch.ts';
import type { AddressSlice } from './address-slice.ts';
import { AXES, type GridAxis } from './module-outline.ts';
import { NodeInputs } from './node-inputs.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

/** Rows of a CTA, where such rows are compared with the parameter; 1 where none are. */
export function rowsOfCta(slice: AddressSlice | null, place: ScalarPlace | undefined, block: Dim3): number {
  const axis = slice && place && rowAxis(slice, place);
  return axis ? block[AXES.indexOf(axis)] : 1;
}

/** The axis of the threads. */
function rowAxis(slice: AddressSlice, place: ScalarPlace): GridAxis | null {
  const inputs = new NodeInputs(slice);
  const isParam = (index: number): boolean => {
    const node = slice.nodes[index];
    return node.op === 'param' && isSame(node.place, place);
  };
  for (const { a, b } of slice.comparisons) {
    const compared = isParam(b) ? a : isParam(a) ? b : null;
    if (compared === null) continue;
    const nodes = [...inputs.of(compared)].map(index => slice.nodes[index]);
    const specials = new Set(nodes.flatMap(node => (node.op === 'special' ? [node.name] : [])));
    const threads = AXES.filter(axis => specials.has(`%tid.${axis}`));
    const [axis] = threads;
    const isOther = AXES.some(other => other !== axis && specials.has(`%ctaid.${other}`));
    if (threads.length === 1 && isOther && specials.has(`%ntid.${axis}`)) return axis;
  }
  return null;
}
