import { expect, test } from 'vitest';
import { catalog } from '../../kernels/catalog.ts';
import { ctaGrid, ctaLabel } from './cta-grid.ts';

const transpose = catalog.get('transpose')!;
const farRows = transpose.schema.parse({ elementBytes: 16, rows: 40, columns: 8192 });

test('the grid is that of the variant that is shown', () => {
  expect(ctaGrid(transpose, ['naive'], farRows)).toEqual([256, 2, 1]);
  expect(ctaGrid(transpose, ['vectorized'], farRows)).toEqual([32, 2, 8]);
});

test('of several grids the one with the most CTAs, and none of a variant that is refused', () => {
  const permute = catalog.get('permute')!;
  const rows = permute.schema.parse({ shape: '8,2,8,8', perm: '1,2,0,3' });
  expect(ctaGrid(permute, ['tile-bulk', 'none'], rows)).toEqual(permute.launch('none', rows).grid);
  expect(ctaGrid(permute, ['tile-bulk'], rows)).toEqual(permute.launch(permute.variants[0].id, rows).grid);
});

test('a CTA is named by its place', () => {
  expect(ctaLabel(9, [8, 2, 1])).toBe('CTA (1, 1) of 8 × 2');
  expect(ctaLabel(65, [32, 2, 8])).toBe('CTA (1, 0, 1) of 32 × 2 × 8');
});
