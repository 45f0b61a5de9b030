import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellAt } from '../../model/layout/tile-layout.ts';
import { type Access, accessAt } from '../../trace/access-trace.ts';
import { tileLayout } from './geometry.ts';
import { lineOf, requestOnLine } from './lines.ts';
import { predict } from './model.ts';
import { schema } from './params.ts';

const paramsOf = (tile: 32 | 64) => schema.parse({ tile });

/** The predicted shared requests of a warp on one side, in order. */
function requestsOf(tile: 32 | 64, side: 'store' | 'load', warp: number): Access[] {
  const { trace } = predict('padded', paramsOf(tile), 0);
  return Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row)).filter(
    access => access.space === 'shared' && access.kind === side && access.warp === warp,
  );
}

test.each([
  [32, 'store'],
  [32, 'load'],
  [64, 'store'],
  [64, 'load'],
] as const)('tile %i: the line of every %s is where the model has its lanes', (tile, side) => {
  const p = paramsOf(tile);
  const layout = tileLayout('padded', p);
  for (let warp = 0; warp < 32; warp++)
    for (const [request, access] of requestsOf(tile, side, warp).entries()) {
      const { index, first } = lineOf(p, { warp, request });
      for (const lane of [0, 1, 31]) {
        const along = first + lane;
        const cell = side === 'store' ? { row: index, column: along } : { row: along, column: index };
        expect(cellAt(layout, access.address[lane])).toEqual(cell);
      }
    }
});

test('a tile of 64 has two warps to a line and four requests to a warp', () => {
  expect(lineOf(paramsOf(64), { warp: 9, request: 1 })).toEqual({ index: 20, first: 32 });
  expect(requestOnLine(paramsOf(64), 20, { warp: 1, request: 3 })).toEqual({ warp: 9, request: 1 });
  expect(requestOnLine(paramsOf(32), 20, { warp: 1, request: 0 })).toEqual({ warp: 20, request: 0 });
});

test('a line and back', () => {
  fc.assert(
    fc.property(fc.constantFrom(32 as const, 64 as const), fc.nat(63), fc.nat(31), (tile, line, warp) => {
      const p = paramsOf(tile);
      const index = line % tile;
      const found = requestOnLine(p, index, { warp, request: 0 });
      expect(lineOf(p, found)).toEqual({ index, first: lineOf(p, { warp, request: 0 }).first });
      expect(found.warp).toBeLessThan(32);
    }),
  );
});
