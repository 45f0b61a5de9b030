/** A plan as JSON: what the documentation of `permute.plan` names and every other fact of it, without tables of places. */
import type { BlockLayout } from './block-layout.ts';
import type { Plan } from './plan.ts';

/** The block's modes, and each layout's place for every element, can be had from what is left. */
export function planJson({ move, layouts, ...plan }: Plan): object {
  const { storeOrder, loadOrder } = move;
  return { ...plan, storeOrder, loadOrder, layouts: layouts.map(layoutJson) };
}

const layoutJson = ({ table, ...layout }: BlockLayout): object => ({ ...layout, hasTable: table !== null });
