/** The padding schedule: what it calls wanted avoids conflicts, and a drag moves a pad from bank to bank. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moves } from '../../model/permute/fixtures/permutations.ts';
import { paddedStrides, type padsOf } from '../../model/permute/pad-sweep.ts';
import { residueElements } from '../../model/permute/strides.ts';
import { caseView } from '../cases/builders.ts';
import { variants } from '../cases/permute-builders.ts';
import type { PaddingScheduleRecords } from '../permute/records.ts';
import { textPx } from '../scene/text-metrics.ts';
import { themes } from '../theme.ts';
import { padAfterDrag, paddingScheduleFigure } from './figure.ts';
import { paddingScheduleFrame, rulerBox } from './frame.ts';
import { numbersText, scheduleOf, worstPhase } from './rows.ts';

const load = { side: 'load', warp: 0, k: 0 } as const;
const rotation: PaddingScheduleRecords = {
  variants: variants('rotation', ['none', 'write-order residue']),
  chosen: load,
};
const rowOf = (records: PaddingScheduleRecords, name: string) =>
  scheduleOf(records).rows.find(row => row.name === name)!;

describe('rows', () => {
  test('rotation: eight words of padding give A the residue that it wants', () => {
    const { wanted, steps, cells } = rowOf(rotation, 'A');
    expect(wanted).toBe(8);
    expect(steps).toEqual([0, 1, 2, 3]);
    expect(cells.map(({ pad, stride, residue }) => [pad, stride, residue])).toEqual([
      [0, 64, 0],
      [8, 72, 8],
    ]);
    expect(cells.map(({ landings }) => landings.map(({ bank }) => bank))).toEqual([
      [0, 0, 0, 0],
      [0, 8, 16, 24],
    ]);
    expect(scheduleOf(rotation).requests.map(request => worstPhase(request!))).toEqual([4, 1]);
  });

  test('a mode that the warp does not cross wants nothing', () => {
    const { wanted, steps } = rowOf(rotation, 'BC');
    expect([wanted, steps.length]).toEqual([null, 1]);
  });

  test('lanes of 16-byte elements are served eight at a time, so that only steps among them matter', () => {
    const records = { variants: variants('quads', ['none']), chosen: { ...load, side: 'store' as const } };
    expect(rowOf(records, 'C').wanted).toBe(1);
    expect(rowOf(records, 'A').wanted).toBeNull();
  });

  test('where several lanes share a global access, no residue is the wanted one', () => {
    const [block] = variants('rotation', ['none']);
    const move = { ...block.move, vectors: { store: 4, load: 4 } };
    expect(scheduleOf({ variants: [{ ...block, move }], chosen: load }).rows.every(row => row.wanted === null)).toBe(
      true,
    );
  });

  test('an XOR says which bits it takes, and leaves the pads alone', () => {
    const records = { variants: variants('transpose', ['xor']), chosen: load };
    expect(rowOf(records, 'A').cells[0].xorText).toBe('bits 6–10 XORed into 0–4');
    expect(rowOf(records, 'B').cells[0].xorText).toBe('');
  });

  test.each([
    ['in a row', [0, 1, 2, 3, 4], '6–10 ⊕ into 0–4'],
    ['here and there', [2, 0, 3, 1, 4], '5 bits XORed'],
  ])('bits XORed %s are named as far as there is room before the ruler', (_, bits, words) => {
    const [block] = variants('transpose', ['xor']);
    const xor = block.layout.xor.map((each, i) => ({ ...each, bit: bits[i] }));
    const records = { variants: [block, { ...block, layout: { ...block.layout, xor } }], chosen: load };
    const view = { ...caseView(themes.light), width: 760 };
    const frame = paddingScheduleFrame(records, scheduleOf(records).rows, view);
    const texts = paddingScheduleFigure(records, view).scene.layers.flatMap(layer => layer.texts);
    const own = texts.find(({ text, x }) => text === words && x > frame.groupX[1])!;
    expect(frame.isInline).toBe(true);
    expect(own.x + textPx(words, own.size)).toBeLessThanOrEqual(rulerBox(frame, 1, 0).x);
  });

  test('a register exchange lands nowhere', () => {
    const schedule = scheduleOf({ variants: variants('pair', ['register exchange']), chosen: load });
    expect(schedule.requests).toEqual([null]);
    expect(schedule.rows.flatMap(row => row.cells[0].landings)).toEqual([]);
  });
});

/** Checks the rule by which the picture paints a residue green: it must be harmless. */
test('strides with all wanted residues have no conflict, for words and larger elements', () => {
  const wide = moves(fc.integer({ min: 2, max: 9 }), fc.constantFrom(4, 8, 16));
  fc.assert(
    fc.property(wide, move => {
      const [block] = variants('seed', ['none']);
      const names = move.modes.map((_, mode) => `M${mode}`);
      const plain = {
        ...block,
        move,
        names,
        layout: {
          ...block.layout,
          strides: paddedStrides(
            move,
            move.modes.map(() => 0),
          ),
        },
      };
      const { rows } = scheduleOf({ variants: [plain], chosen: load });
      const modulus = residueElements(move.elementBytes);
      // Every stride a multiple of 32 words, plus what is wanted: far apart, so that no two elements meet.
      const strides = move.modes.map((_, mode) => {
        const wanted = rows.find(row => row.mode === mode)?.wanted ?? 0;
        return wanted + modulus * 64 * 16 ** mode;
      });
      const banks = laneBanks(move, strides);
      expect(new Set(banks).size).toBe(banks.length);
    }),
    { numRuns: 60 },
  );

  /** Residues of the lanes that are served first. */
  function laneBanks(move: Parameters<typeof padsOf>[0], strides: readonly number[]): number[] {
    const modulus = residueElements(move.elementBytes);
    const counts = move.loadOrder.map(mode => move.modes[mode].extent);
    const lanes = Math.min(
      32,
      modulus,
      counts.reduce((a, b) => a * b, 1),
    );
    return Array.from({ length: lanes }, (_, lane) => {
      let rest = lane;
      let offset = 0;
      for (const mode of move.loadOrder) {
        offset += (rest % move.modes[mode].extent) * strides[mode];
        rest = Math.floor(rest / move.modes[mode].extent);
      }
      return offset % modulus;
    });
  }
});

describe('dragging a ruler', () => {
  const view = { ...caseView(themes.light), width: 787 };
  const frame = paddingScheduleFrame(rotation, scheduleOf(rotation).rows, view);

  test('moves the pad from bank to bank, never below none', () => {
    const padFrom = (pad: number, slots: number, elementBytes: number) =>
      padAfterDrag(frame, pad, slots * frame.slot, elementBytes);
    expect([padFrom(0, 3, 4), padFrom(8, -2, 4), padFrom(1, -5, 4)]).toEqual([3, 6, 0]);
    expect([padFrom(0, 3, 1), padFrom(0, 4, 8), padFrom(0, 4, 16)]).toEqual([12, 2, 1]);
  });

  test('rulers lie within their group, one above the other', () => {
    for (const width of [390, 600, 787, 1400])
      for (const count of [1, 2, 3, 4]) {
        const records = { ...rotation, variants: Array.from({ length: count }, () => rotation.variants[0]) };
        const { rows } = scheduleOf(records);
        const at = paddingScheduleFrame(records, rows, { ...view, width });
        for (let variant = 0; variant < count; variant++)
          rows.forEach((_, row) => {
            const box = rulerBox(at, variant, row);
            expect(box.x + box.width).toBeLessThanOrEqual(at.groupX[variant + 1]);
            expect(box.y + box.height).toBeLessThanOrEqual(at.rowsY + (row + 1) * at.rowPitch);
          });
      }
  });

  test('a step under the pointer is an element', () => {
    const figure = paddingScheduleFigure(rotation, view);
    const box = rulerBox(frame, 1, 1);
    const mark = figure.hit(box.x + 16 * frame.slot + 1, box.y + 3)!;
    expect(mark.lens.title).toBe('B: a = 2');
    expect(mark.highlight).toEqual({ cell: { row: 0, column: 2 * 64 }, bank: null });
  });
});

test('numbers that follow each other are said by their ends', () => {
  expect([numbersText([5, 6, 7]), numbersText([5, 7]), numbersText([5, 6])]).toEqual(['5–7', '5, 7', '5, 6']);
});
