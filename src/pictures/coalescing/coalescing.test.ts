/** The coalescing picture: what it counts is what the model counts, and every mark answers for itself. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { popcount32 } from '../../base/bits.ts';
import { sectorsOf } from '../../model/banks/sectors.ts';
import { caseView, request } from '../cases/builders.ts';
import type { CoalescingRecords } from '../records.ts';
import { themes } from '../theme.ts';
import type { Box } from '../view.ts';
import { SECTOR_ROW } from './draw.ts';
import { coalescingFigure, coalescingHit } from './figure.ts';
import { coalescingFrame, laneBoxes, sectorBox } from './frame.ts';
import { byteRuns, fetchOf, wasteOf } from './sectors.ts';

const theme = themes.light;
const middle = (box: Box): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];

function records(widthBytes: number, addressOf: (lane: number) => number | null): CoalescingRecords {
  const { access } = request({ widthBytes, addressOf });
  return { access: { ...access, space: 'global' }, origin: null };
}

/** Any aligned access, with lanes left out and lanes on the same bytes. */
const accesses = fc
  .record({
    widthBytes: fc.constantFrom(1, 2, 4, 8, 16),
    slots: fc.array(fc.option(fc.nat(400), { freq: 6 }), { minLength: 32, maxLength: 32 }),
    base: fc.constantFrom(0, 128, 2 ** 40),
  })
  .map(({ widthBytes, slots, base }) =>
    records(widthBytes, lane => (slots[lane] === null ? null : base + slots[lane] * widthBytes)),
  );

test('counts what the model counts', () => {
  fc.assert(
    fc.property(accesses, ({ access }) => {
      const { sectors, lines, ideal, usedBytes } = fetchOf(access);
      expect({ sectors: sectors.length, lines, ideal, bytes: usedBytes }).toEqual(sectorsOf(access));
    }),
  );
});

test('runs of bytes rebuild the mask', () => {
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), mask => {
      const runs = byteRuns(mask);
      const bits = runs.flatMap(run => Array.from<number>({ length: run.count }).fill(run.isUsed ? 1 : 0));
      expect(bits).toEqual(Array.from({ length: 32 }, (_, bit) => (mask >>> bit) & 1));
      expect(runs.every((run, i) => i === 0 || run.isUsed !== runs[i - 1].isUsed)).toBe(true);
    }),
  );
});

test('every lane and sector leads back to itself, in any width', () => {
  fc.assert(
    fc.property(accesses, fc.constantFrom(300, 394, 900), (drawn, width) => {
      const frame = coalescingFrame(drawn, caseView(theme, { width }));
      for (let lane = 0; lane < 32; lane++)
        for (const box of laneBoxes(frame, drawn, lane))
          expect(coalescingHit(frame, ...middle(box))).toEqual({ kind: 'lane', lane });
      frame.sectorX.forEach((_, sector) => {
        expect(coalescingHit(frame, ...middle(sectorBox(frame, sector)))).toEqual({ kind: 'sector', sector });
      });
    }),
    { numRuns: 40 },
  );
});

describe('waste', () => {
  test('is none where fewer sectors would not do, however little of them is used', () => {
    const single = fetchOf(records(4, lane => (lane === 0 ? 96 : null)).access);
    expect(single.sectors.map(sector => wasteOf(single, sector))).toEqual([1]);
  });

  test('is what a sector moves for each byte asked for', () => {
    const shifted = fetchOf(records(4, lane => 4 * lane + 4).access);
    expect(shifted.sectors.map(sector => popcount32(sector.usedMask))).toEqual([28, 32, 32, 32, 4]);
    expect(wasteOf(shifted, shifted.sectors[4])).toBe(8);
  });
});

describe('the figure', () => {
  const column = records(4, lane => (lane < 31 ? 4096 * lane + 20 : null));
  const figure = coalescingFigure(column, caseView(theme));

  test('says the numbers', () => {
    expect(figure.text).toBe('31 sectors of 32 B, ideal 4; hatch = unused');
    expect(figure.detail).toContain(
      '31 sectors in 31 lines of 128 B, ideal 4; 124 bytes asked for of 992 moved (12.5 %)',
    );
    const rows = figure.table().rows;
    expect(rows[1]).toEqual(['1', '0x1014', '+0x1014', '+0x1000', '20–23', '1']);
    expect(rows[31]).toEqual(['31', '—', '—', '—', '—', '—']);
  });

  test('is walked by keys: lanes below, sectors above', () => {
    const first = figure.step(null, 0, 1);
    expect(first?.cell).toEqual({ row: 0, column: 0 });
    const sectors = figure.step(first, 0, -1);
    expect(sectors?.cell).toEqual({ row: SECTOR_ROW, column: 0 });
    const third = figure.step(sectors, 2, 0);
    expect(figure.markOf(third)?.lens).toEqual({
      title: 'sector +0x2000',
      lines: ['0x2000', '4 of 32 B asked for', 'lane 2'],
    });
    expect(figure.step(third, 0, 1)?.cell).toEqual({ row: 2, column: 0 });
    expect(figure.step(figure.step(first, 0, 40), 0, 1)?.cell).toEqual({ row: 30, column: 0 });
  });

  test('an inactive lane says so and cannot be pinned', () => {
    const frame = coalescingFrame(column, caseView(theme));
    const mark = figure.hit(frame.x + 2, frame.lanesY + 31.5 * frame.pitchY)!;
    expect(mark.lens.lines).toEqual(['takes no part']);
    expect(mark.pickable).toBe(false);
  });

  test('an access of no lane draws and answers', () => {
    const empty = coalescingFigure(
      records(4, () => null),
      caseView(theme),
    );
    expect(empty.text).toContain('0 sectors');
    expect(empty.step(null, 0, 1)).toBeNull();
  });
});

test('on one scale, a sector is equally wide', () => {
  const view = caseView(theme, { scale: { columns: 32, rows: 32 } });
  const [few, many] = [records(4, lane => 4 * lane), records(4, lane => 4096 * lane)];
  expect(coalescingFrame(few, view).sectorPx).toBe(coalescingFrame(many, view).sectorPx);
});
