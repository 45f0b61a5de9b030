/** A plan as JSON: what the documentation of `permute.plan` names, and every other fact, but without tables of places. */
import type { BlockLayout } from './block-layout.ts';
import type { Plan } from './plan.ts';

/**
 * The plan as JSON. It leaves out what can be computed from the rest: the block's modes, and the place of every element
 * in each layout.
 */
export function planJson({ move, layouts, ...plan }: Plan): object {
  const { storeOrder, loadOrder } = move;
  return { ...plan, storeOrder, loadOrder, layouts: layouts.map(layoutJson) };
}

const layoutJson = ({ table, ...layout }: BlockLayout): object => ({ ...layout, hasTable: table !== null });
