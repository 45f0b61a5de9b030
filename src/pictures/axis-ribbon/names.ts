/** The dimensions of a permutation in words: letters, intervals, the inner blocks, and what the canonical form left out. */
import { dimNames } from '../../model/permute/mode-names.ts';
import { coordinatesOf } from '../permute/block-elements.ts';
import type { AxisRibbonRecords } from '../permute/records.ts';

type RibbonPlan = AxisRibbonRecords['plan'];

/** '100', or '8 of 100' where the block takes a piece. */
export function extentText({ canonical, block }: RibbonPlan, dim: number): string {
  const [interval, extent] = [block.shape[dim], canonical.shape[dim]];
  return interval === extent ? `${extent}` : `${interval} of ${extent.toLocaleString('en-US')}`;
}

/** Elements of a dimension that belong to the inner read or write block; 1 = it does not. */
export const innerExtent = ({ block }: RibbonPlan, dim: number, side: 'inRead' | 'inWrite'): number =>
  block.modes.reduce((product, mode) => (mode.dim === dim && mode[side] ? product * mode.extent : product), 1);

/** 'write block: 32 elements = D 0…7 × A 0…3', fastest first. */
export function innerBlockText(plan: RibbonPlan, side: 'inRead' | 'inWrite'): string {
  const names = dimNames(plan);
  const order = side === 'inRead' ? plan.canonical.shape.map((_, dim) => dim) : plan.canonical.perm;
  const inner = order.toReversed().filter(dim => innerExtent(plan, dim, side) > 1);
  const elements = inner.reduce((product, dim) => product * innerExtent(plan, dim, side), 1);
  const ranges = inner.map(dim => `${names[dim]} 0…${innerExtent(plan, dim, side) - 1}`);
  return `${side === 'inRead' ? 'read' : 'write'} block: ${elements} elements = ${ranges.join(' × ')}`;
}

/** 'BC = B 16 × C 4 fused · D of size 1 dropped'; '' where the canonical form is what was given. */
export function canonicalText({ shape, plan }: AxisRibbonRecords): string {
  const names = dimNames(plan);
  const letter = (dim: number): string => dimNames({ fused: [[dim]] })[0];
  const fused = plan.fused.flatMap((dims, i) =>
    dims.length > 1 ? [`${names[i]} = ${dims.map(dim => `${letter(dim)} ${shape[dim]}`).join(' × ')} fused`] : [],
  );
  const kept = new Set(plan.fused.flat());
  const dropped = shape.flatMap((_, dim) => (kept.has(dim) ? [] : [letter(dim)]));
  return [...fused, ...(dropped.length === 0 ? [] : [`${dropped.join(', ')} of size 1 dropped`])].join(' · ');
}

/** For each canonical dimension: the index of an element within the block. */
export function indexByDim({ canonical, move }: RibbonPlan, element: number): number[] {
  const coordinates = coordinatesOf(move, element);
  return canonical.shape.map((_, dim) =>
    move.modes.reduce((index, mode, i) => (mode.dim === dim ? index * mode.extent + coordinates[i] : index), 0),
  );
}

/** The first element behind the origin along a dimension; null where the block has one only. */
export function firstStep({ move }: RibbonPlan, dim: number): number | null {
  let faster = 1;
  for (const mode of move.storeOrder) {
    const { extent } = move.modes[mode];
    if (move.modes[mode].dim === dim && extent > 1) return faster;
    faster *= extent;
  }
  return null;
}
