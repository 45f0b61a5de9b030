import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complement } from './complement.ts';
import { composition } from './composition.ts';
import { compactLayouts, layouts, tableOf } from './fixtures/arbitrary-layouts.ts';
import { layoutFromText } from './fixtures/layout-text.ts';
import { compatible } from './int-tuple.ts';
import { concatenated, type Layout, layoutRank, modeAt, modesOf, offsetAt, sizeOf } from './layout.ts';
import { errorText, type Refusable } from './layout-error.ts';
import { printLayout } from './notation.ts';
import {
  compositionBy,
  hierUnzip,
  logicalDivide,
  logicalProduct,
  type Tiler,
  tiledDivide,
  tiledProduct,
  zippedDivide,
  zippedProduct,
} from './tiler.ts';

const L = layoutFromText;
const shown = (result: Refusable<Layout>): string => (result.ok ? printLayout(result.value) : errorText(result.error));
const mustBe = (result: Refusable<Layout>): Layout => {
  if (!result.ok) throw new Error(errorText(result.error));
  return result.value;
};

const MATRIX = L('(9,(4,8)):(59,(13,1))');
const TILER = [L('3:3'), L('(2,4):(1,8)')];

describe('tilers', () => {
  it("give the results of CuTe's documentation", () => {
    expect(shown(compositionBy(L('(12,(4,8)):(59,(13,1))'), [L('3:4'), L('8:2')]))).toBe('(3,(2,4)):(236,(26,1))');
    expect(shown(compositionBy(L('(12,(4,8)):(59,(13,1))'), [3, 8]))).toBe('(3,(4,2)):(59,(13,1))');
    expect(shown(logicalDivide(L('(4,2,3):(2,1,8)'), L('4:2')))).toBe('((2,2),(2,3)):((4,1),(2,8))');
    expect(shown(zippedDivide(MATRIX, TILER))).toBe('((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))');
    expect(shown(logicalProduct(L('(2,2):(4,1)'), L('6:1')))).toBe('((2,2),(2,3)):((4,1),(2,8))');
    expect(shown(logicalProduct(L('(2,2):(4,1)'), L('(4,2):(2,1)')))).toBe('((2,2),(4,2)):((4,1),(8,2))');
  });

  it('arrange tiles and rests as CuTe does', () => {
    const a = L('(4,6,5):(1,4,24)');
    const shapes = [logicalDivide, zippedDivide, tiledDivide].map(divide => shown(divide(a, [2, 3])).split(':')[0]);
    expect(shapes).toEqual(['((2,2),(3,2),5)', '((2,3),(2,2,5))', '((2,3),2,2,5)']);
    const products = [logicalProduct, zippedProduct, tiledProduct].map(multiply => shown(multiply(a, [2, 3])));
    expect(products.map(text => text.split(':')[0])).toEqual(['((4,2),(6,3),5)', '((4,6),(2,3,5))', '((4,6),2,3,5)']);
  });

  it('leave null modes and those beyond the tuple as they are', () => {
    const a = L('(4,6,5):(1,4,24)');
    expect(shown(compositionBy(a, [null, 3]))).toBe('(4,3,5):(1,4,24)');
    expect(shown(zippedDivide(a, [null, 3]))).toBe('((1,3),(4,2,5)):((0,4),(1,12,24))');
    expect(shown(hierUnzip(logicalDivide, a, null))).toBe('(1,(4,6,5)):(0,(1,4,24))');
    expect(shown(logicalDivide(a, []))).toBe(printLayout(a));
  });

  it('multiply by an integer, where pycute divides', () => {
    expect(shown(logicalProduct(L('4:1'), 3))).toBe('(4,3):(1,4)');
  });

  it('name the mode that does not fit', () => {
    expect(shown(logicalDivide(L('(4,6):(1,4)'), [2, L('(2,2):(1,1)')]))).toMatch(/^mode 1: strides overlap/);
    expect(shown(compositionBy(L('(4,6):(1,4)'), [1, 2, 3]))).toBe('a tiler of 3 modes for a layout of rank 2');
  });

  it('divide: mode 0 is A ∘ B, mode 1 the rest, together A ∘ (B, B*)', () => {
    fc.assert(
      fc.property(compactLayouts, layouts(fc.constantFrom(1, 2, 4, 8), [1, 2, 4]), (a, tile) => {
        const result = logicalDivide(a, tile);
        if (!result.ok) return;
        const rest = mustBe(complement(tile, sizeOf(a)));
        const both = concatenated([tile, rest]);
        expect(layoutRank(result.value)).toBe(2);
        expect(modeAt(result.value, 0)).toEqual(mustBe(composition(a, tile)));
        expect(compatible(both.shape, result.value.shape)).toBe(true);
        const inside = tableOf(both).every(offset => offset < sizeOf(a));
        if (inside) {
          expect(tableOf(result.value)).toEqual(tableOf(both).map(offset => offsetAt(a, offset)));
          expect(new Set(tableOf(result.value))).toEqual(new Set(tableOf(a)));
        }
      }),
    );
  });

  it('multiply: mode 0 is A, mode 1 refines B, and no two copies of A meet', () => {
    fc.assert(
      fc.property(compactLayouts, compactLayouts, fc.constantFrom(1, 2), (block, tiles, gap) => {
        fc.pre(sizeOf(block) * sizeOf(tiles) <= 600);
        const a = { shape: [block.shape], stride: [timesAll(block.stride, gap)] };
        const result = logicalProduct(a, tiles);
        if (!result.ok) return;
        expect(modeAt(result.value, 0)).toEqual(a);
        expect(compatible(tiles.shape, modeAt(result.value, 1).shape)).toBe(true);
        const offsets = tableOf(result.value);
        expect(new Set(offsets).size).toBe(offsets.length);
      }),
    );
  });

  it('go into nested modes: every coordinate leads where the tiles and A lead it', () => {
    let answered = 0;
    fc.assert(
      fc.property(layouts(fc.integer({ min: -9, max: 40 })), nestedTilers, (a, tiler) => {
        const [composed, divided] = [compositionBy(a, tiler), logicalDivide(a, tiler)];
        if (!composed.ok || !divided.ok) return;
        answered++;
        expect(tableOf(composed.value)).toEqual(expectedTable(a, tiler, 'compose'));
        expect(tableOf(divided.value)).toEqual(expectedTable(a, tiler, 'divide'));
        for (const arrange of [zippedDivide, tiledDivide]) {
          const sorted = (layout: Layout) => tableOf(layout).sort((x, y) => x - y);
          expect(sorted(mustBe(arrange(a, tiler)))).toEqual(sorted(divided.value));
        }
      }),
      { numRuns: 1000 },
    );
    expect(answered).toBeGreaterThan(150);
  });

  it('say by its path which nested mode does not fit', () => {
    const a = L('((4,2),6):((1,4),8)');
    expect(shown(logicalDivide(a, [[null, [2, 3]], 2]))).toBe('mode 0.1: a tiler of 2 modes for a layout of rank 1');
    expect(shown(logicalDivide(a, [[2, L('(2,2):(1,1)')]]))).toMatch(/^mode 0\.1: strides overlap/);
    expect(shown(compositionBy(L('(((2,3),2),6):(((1,9),4),8)'), [[L('2:3')], 2]))).toMatch(
      /^mode 0\.0: 2:3 steps over/,
    );
    expect(shown(tiledDivide(a, [2, 3, 1]))).toBe('a tiler of 3 modes for a layout of rank 2');
  });

  it('multiply where strides do not chain: copies keep clear of each other, or are refused', () => {
    // CuTe's room for three copies of (6,2):(6,2) is 2:1; its third copy would go to offset 2, which is one of A's own
    // offsets.
    expect(shown(logicalProduct(L('(6,2):(6,2)'), L('3:1')))).toContain('a size of 2 or 4 would do');
    expect(shown(logicalProduct(L('(6,2):(6,2)'), L('4:1')))).toBe('((6,2),(2,2)):((6,2),(1,36))');
    let answered = 0;
    fc.assert(
      fc.property(layouts(fc.integer({ min: 1, max: 24 })), compactLayouts, (a, tiles) => {
        const offsets = tableOf(a);
        fc.pre(new Set(offsets).size === offsets.length && offsets.length * sizeOf(tiles) <= 600);
        const result = logicalProduct(a, tiles);
        if (!result.ok) return;
        answered++;
        expect(new Set(tableOf(result.value)).size).toBe(offsets.length * sizeOf(tiles));
      }),
      { numRuns: 1000 },
    );
    expect(answered).toBeGreaterThan(100);
  });

  it('zip: the layout of tiles is the composition, and by-mode results hold the same offsets', () => {
    const tilers: fc.Arbitrary<readonly Tiler[]> = fc.tuple(fc.constantFrom(1, 2, 4), fc.constantFrom(1, 3, null));
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 2 }),
        tilers,
        (strides, tiler) => {
          const a = { shape: [8, 6], stride: strides };
          const zipped = mustBe(zippedDivide(a, tiler));
          const tile = mustBe(
            compositionBy(
              a,
              tiler.map(part => part ?? 1),
            ),
          );
          expect(tableOf(modeAt(zipped, 0))).toEqual(tableOf(tile));
          const sorted = (layout: Layout) => tableOf(layout).sort((x, y) => x - y);
          for (const divide of [zippedDivide, tiledDivide, logicalDivide])
            expect(sorted(mustBe(divide(a, tiler)))).toEqual(sorted(a));
        },
      ),
    );
  });
});

const timesAll = (t: Layout['stride'], by: number): Layout['stride'] =>
  typeof t === 'number' ? t * by : t.map(part => timesAll(part, by));

/** Tilers for up to three modes; some of them have tilers for nested modes. */
const nestedTilers: fc.Arbitrary<Tiler> = (() => {
  const tile = fc.oneof(
    fc.constantFrom<Tiler>(null, 1, 2, 3, 4),
    fc.constantFrom('2:1', '2:2', '3:1', '(2,2):(1,2)', '2:0').map(L),
  );
  const nested = fc.oneof(tile, fc.array(tile, { maxLength: 2 }));
  return fc.oneof(tile, fc.array(nested, { maxLength: 3 }));
})();

/**
 * The offsets by the definition: whole numbers are coordinates of A's modes, one after another, and the results are
 * added.
 */
function expectedTable(a: Layout, tiler: Tiler, how: 'compose' | 'divide'): number[] {
  if (tiler === null) return tableOf(a);
  if (Array.isArray(tiler)) {
    const parts = tiler.map((part, mode) => expectedTable(modeAt(a, mode), part, how));
    const rest = modesOf(a).slice(tiler.length).map(tableOf);
    return [...parts, ...rest].reduceRight((slow, fast) => slow.flatMap(s => fast.map(f => s + f)), [0]);
  }
  const tile = typeof tiler === 'number' ? L(`${tiler}:1`) : (tiler as Layout);
  const chosen = how === 'compose' ? tile : concatenated([tile, mustBe(complement(tile, sizeOf(a)))]);
  return tableOf(chosen).map(index => offsetAt(a, index));
}
