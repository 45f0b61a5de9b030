import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outlineLoops, outlinePath } from './outline.ts';

const area = (loop: readonly (readonly [number, number])[]): number =>
  loop.reduce((sum, [x, y], i) => {
    const [nx, ny] = loop[(i + 1) % loop.length];
    return sum + (x * ny - nx * y) / 2;
  }, 0);

const anyCells = fc.uniqueArray(fc.record({ row: fc.nat(6), column: fc.nat(6) }), {
  selector: ({ row, column }) => row * 7 + column,
  maxLength: 30,
});

test('the outline encloses as much as there are cells', () => {
  fc.assert(
    fc.property(anyCells, cells => {
      const total = outlineLoops(cells).reduce((sum, loop) => sum + area(loop), 0);
      expect(total).toBe(cells.length);
    }),
  );
});

test('every corner turns', () => {
  fc.assert(
    fc.property(anyCells, cells => {
      for (const loop of outlineLoops(cells))
        loop.forEach(([x, y], i) => {
          const [px, py] = loop.at(i - 1)!;
          const [nx, ny] = loop[(i + 1) % loop.length];
          expect((x - px) * (nx - x) + (y - py) * (ny - y) === 0).toBe(true);
        });
    }),
  );
});

test('cells that touch at a corner keep outlines of their own', () => {
  const diagonal = [0, 1, 2].map(i => ({ row: i, column: i }));
  expect(outlineLoops(diagonal)).toHaveLength(3);
});

test('a ring has a hole, which runs the other way', () => {
  const ring = [0, 1, 2]
    .flatMap(row => [0, 1, 2].map(column => ({ row, column })))
    .filter(c => c.row !== 1 || c.column !== 1);
  const areas = outlineLoops(ring)
    .map(area)
    .toSorted((a, b) => a - b);
  expect(areas).toEqual([-1, 9]);
});

test('the path is moved outwards on all sides', () => {
  const place = { x: 100, y: 50, pitchX: 10, pitchY: 10, outset: 1 };
  expect(outlinePath([{ row: 0, column: 0 }], place)).toBe('M99 49L111 49L111 61L99 61Z');
  expect(outlinePath([], place)).toBe('');
});
