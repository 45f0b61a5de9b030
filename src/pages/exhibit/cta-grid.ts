/** The CTAs that one can choose: those of the shown variants, which may cut the same work into different grids. */
import type { Params } from '../../contract/param-field.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import type { Dim3 } from '../../trace/launch.ts';

export const ctasOf = ([x, y, z]: Dim3): number => x * y * z;

/** The grid with the most CTAs; that of the kernel's first variant where all shown ones are refused. */
export function ctaGrid(kernel: Kernel, shown: readonly string[], params: Params): Dim3 {
  const drawn = shown.filter(id => kernel.refusal(id, params) === null);
  const grids = (drawn.length > 0 ? drawn : [kernel.variants[0].id]).map(id => kernel.launch(id, params).grid);
  return grids.reduce((most, grid) => (ctasOf(grid) > ctasOf(most) ? grid : most));
}

/** 'CTA (3, 0) of 8 × 2', with a third number where the grid has one. */
export function ctaLabel(cta: number, grid: Dim3): string {
  const [x, y] = grid;
  const place = [cta % x, Math.floor(cta / x) % y, Math.floor(cta / (x * y))];
  const dims = grid[2] > 1 ? 3 : 2;
  return `CTA (${place.slice(0, dims).join(', ')}) of ${grid.slice(0, dims).join(' × ')}`;
}
