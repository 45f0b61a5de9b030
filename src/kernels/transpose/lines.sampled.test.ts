import { expect, test } from 'vitest';
import { sampleOf } from '../../../scripts/fixtures/sweep.ts';
import { cellAt } from '../../model/layout/tile-layout.ts';
import { type Access, accessAt } from '../../trace/access-trace.ts';
import { threadsOf, tileLayout } from './geometry.ts';
import { placeOf, requestOnLine } from './lines.ts';
import { predict } from './model.ts';
import { schema, type TransposeParams } from './params.ts';
import { buildRefusalOf } from './refusal.ts';
import type { TransposeVariant } from './variants.ts';

const SIDES = ['store', 'load'] as const;
type Side = (typeof SIDES)[number];
type Build = Pick<TransposeParams, 'tile' | 'elementBytes'>;

/** The predicted shared requests of a warp on one side, in order. */
function requestsOf(variant: TransposeVariant, build: Build, side: Side, warp: number): Access[] {
  const { trace } = predict(variant, schema.parse({ ...build, rows: 512, columns: 512 }), 0);
  return Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row)).filter(
    access => access.space === 'shared' && access.kind === side && access.warp === warp,
  );
}

const builds = ([32, 64, 128, 256] as const).flatMap(tile =>
  ([1, 2, 4, 8, 16] as const).map(elementBytes => ({ tile, elementBytes })),
);

test.each(
  sampleOf(
    (['padded', 'coarsened', 'vectorized'] as const).flatMap(variant =>
      builds
        .filter(build => buildRefusalOf(variant, schema.parse(build)) === null)
        .flatMap(build => SIDES.map(side => [variant, side, build] as const)),
    ),
    5,
  ),
)('%s: the request on a line of every %s has a lane there: %o', (variant, side, build) => {
  const p = schema.parse({ ...build, rows: 512, columns: 512 });
  const layout = tileLayout(variant, p);
  const threads = threadsOf(variant, p);
  const taken = threads.vector / threads.parts;
  for (let index = 0; index < (side === 'store' ? layout.rows : layout.columns); index++) {
    const near = { warp: threads.x > 32 ? 1 : 0, request: 1 };
    const found = requestOnLine(side, threads, index, near);
    const access = requestsOf(variant, build, side, found.warp)[found.request];
    const lines = [...access.address].map(address => {
      const cell = cellAt(layout, address);
      if (cell === null || cell === 'pad') throw new Error('a lane outside the tile');
      return side === 'store' ? cell.row : Math.floor(cell.column / taken);
    });
    expect(lines).toContain(side === 'store' ? index : Math.floor(index / taken));
    // The same half of a long line as before.
    expect((found.warp * 32) % threads.x).toBe((near.warp * 32) % threads.x);
  }
});

test.each([
  ['padded', 32, 4, 'store', 20, 0, 'row 20'],
  ['padded', 32, 4, 'load', 5, 0, 'column 5'],
  ['padded', 64, 4, 'store', 9, 1, 'columns 32 to 63 of row 20'],
  ['padded', 64, 4, 'load', 9, 1, 'rows 32 to 63 of column 20'],
  ['coarsened', 32, 4, 'load', 5, 1, 'column 13'],
  ['vectorized', 64, 4, 'store', 1, 1, 'rows 18 to 19'],
  ['vectorized', 64, 4, 'load', 0, 0, 'every 4th row of columns 0 to 7'],
  ['vectorized', 32, 8, 'load', 1, 1, 'every 2nd row of columns 4 to 7'],
  ['vectorized', 64, 16, 'load', 1, 0, 'rows 32 to 63 of column 0'],
] as const)(
  '%s, tile %i, %i bytes: %s of warp %i, request %i',
  (variant, tile, elementBytes, side, warp, request, says) => {
    const build = { tile, elementBytes };
    const access = requestsOf(variant, build, side, warp)[request];
    expect(placeOf(tileLayout(variant, schema.parse(build)), access)).toBe(says);
  },
);
