/** Bank map, punch card, sweep and track: places and points. */
import { describe, expect, test } from 'vitest';
import { bankMapFigure } from '../bank-map/figure.ts';
import { bankMapFrame, bankMapHit, lineCountOf, wordBox } from '../bank-map/frame.ts';
import { caseView, columnLoad, request, rowStore, tile } from '../cases/builders.ts';
import { barBox, sweepHit } from '../pitch-sweep/draw.ts';
import { punchCardFigure } from '../punch-card/figure.ts';
import { punchBox, punchCardFrame, punchCardHit } from '../punch-card/frame.ts';
import { UNTAGGED } from '../scene/scene.ts';
import { themes } from '../theme.ts';
import { playheadX, trackFrame, trackHit } from '../wavefront-track/draw.ts';
import { bankHits, wordCells } from './bank-hits.ts';

const theme = themes.light;
const unpadded = tile({ rows: 32, columns: 32 });
const padded = tile({ rows: 32, columns: 32, pad: 1 });
const middle = (box: { x: number; y: number; width: number; height: number }): [number, number] => [
  box.x + box.width / 2,
  box.y + box.height / 2,
];

describe('bank map', () => {
  test.each([1, 8, 33, 200, 2048])('every word of %i lines leads back to itself', lineCount => {
    const records = { layout: null, request: null, lineCount };
    const view = caseView(theme);
    const frame = bankMapFrame(records, view);
    for (let word = 0; word < lineCount * 32; word += 7)
      expect(bankMapHit(records, view, ...middle(wordBox(frame, word)))).toEqual({ kind: 'word', wordAddress: word });
  });

  test('one line count means one scale', () => {
    const frames = [unpadded, padded].map(layout =>
      bankMapFrame({ layout, request: columnLoad(layout, 5), lineCount: 33 }, caseView(theme)),
    );
    expect(frames[0]).toEqual(frames[1]);
  });

  test('without a forced count, as many lines as tile and request reach', () => {
    expect(lineCountOf({ layout: unpadded, request: null, lineCount: null })).toBe(32);
    expect(lineCountOf({ layout: padded, request: null, lineCount: null })).toBe(33);
    const far = request({ widthBytes: 16, addressOf: lane => 4096 + 16 * lane });
    expect(lineCountOf({ layout: null, request: far, lineCount: null })).toBe(36);
  });

  test('a bank map of padding names it, and picks nothing there', () => {
    const figure = bankMapFigure({ layout: padded, request: null, lineCount: null }, caseView(theme));
    const frame = bankMapFrame({ layout: padded, request: null, lineCount: null }, caseView(theme));
    const mark = figure.hit(...middle(wordBox(frame, 32)))!;
    expect(mark.lens.title).toBe('pad, never read');
    expect(mark.pickable).toBe(false);
    expect(figure.hit(...middle(wordBox(frame, 33)))!.highlight).toEqual({ cell: { row: 1, column: 0 }, bank: null });
  });

  test('worst degree of a block wins', () => {
    // Line 0 is conflict-free but in bank 3, which holds three more words two lines down.
    const mixed = request({
      widthBytes: 4,
      addressOf: lane => (lane < 4 ? 12 + 128 * (lane + 2) : lane < 8 ? 4 * (lane - 4) : null),
    });
    const hits = bankHits(mixed);
    const { fill } = wordCells(8, 4, caseView(theme), hits);
    const single = wordCells(8, 1, caseView(theme), hits).fill;
    for (let bank = 0; bank < 32; bank++) {
      const column = [0, 1, 2, 3].map(line => single[line * 32 + bank]);
      expect(fill[bank]).toBe(Math.max(...column));
    }
    expect(hits.worstDegree[3]).toBe(5);
    expect(fill[3]).toBeGreaterThan(fill[0]);
  });

  test('the playhead parts served from pending', () => {
    const hits = bankHits(columnLoad(unpadded, 5));
    const { fill } = wordCells(32, 1, caseView(theme, { playhead: 12 }), hits);
    const column = Array.from({ length: 32 }, (_, line) => fill[line * 32 + 5]);
    expect(new Set(column.slice(0, 12)).size).toBe(1);
    expect(new Set(column.slice(12)).size).toBe(1);
    expect(column[0]).not.toBe(column[12]);
  });
});

describe('punch card', () => {
  test('numbers only rows that have room for it', () => {
    // Lanes 8 apart meet in a bank: four wavefronts in rows of 10 px.
    const fourWay = request({ widthBytes: 4, addressOf: lane => 16 * lane });
    const numbers = (textScale: number) =>
      punchCardFigure({ layout: null, request: fourWay, rows: 'wavefronts' }, { ...caseView(theme), textScale })
        .scene.layers.flatMap(({ texts }) => texts)
        .filter(({ text, anchor }) => anchor === 'end' && /^\d$/.test(text))
        .map(({ text }) => text);
    expect(numbers(1)).toEqual(['1', '2', '3', '4']);
    expect(numbers(1.5)).toEqual(['1', '4']);
  });

  test('atomics on one word fill a box in each of their wavefronts', () => {
    const at = (kind: 'load' | 'atomic') => {
      const one = request({ widthBytes: 4, kind, addressOf: lane => (lane < 5 ? 12 : null) });
      const records = { layout: null, request: one, rows: 'wavefronts' as const };
      const { layers } = punchCardFigure(records, caseView(theme)).scene;
      // Boxes without a tag are the ground.
      return layers.flatMap(({ rects: { tags } }) =>
        [...tags.lane].flatMap((lane, i) => (lane === UNTAGGED ? [] : [[lane, tags.bank[i]]])),
      );
    };
    expect(at('load')).toEqual([[0, 3]]);
    expect(at('atomic')).toEqual([0, 1, 2, 3, 4].map(lane => [lane, 3]));
  });

  const vectors = request({ widthBytes: 16, addressOf: lane => lane * 144 });

  test.each(['lanes', 'wavefronts'] as const)('every place of the %s card leads back to itself', rows => {
    const records = { layout: null, request: vectors, rows };
    const view = caseView(theme);
    const frame = punchCardFrame(records, view);
    expect(frame.rowY).toHaveLength(rows === 'lanes' ? 32 : 4);
    for (let row = 0; row < frame.rowY.length; row++)
      for (let bank = 0; bank < 32; bank++)
        expect(punchCardHit(records, view, ...middle(punchBox(frame, row, bank)))).toEqual({ row, bank });
    // There is no row between two phases.
    const lastOfPhase = frame.phaseRows[0] - 1;
    expect(punchCardHit(records, view, 100, frame.rowY[lastOfPhase] + frame.pitchY + 3)).toBeNull();
  });

  test('the arrow keys skip idle lanes', () => {
    const layout = tile({ rows: 32, columns: 32 });
    const even = request({ widthBytes: 4, addressOf: lane => (lane % 2 === 0 ? lane * 128 : null) });
    const figure = punchCardFigure({ layout, request: even, rows: 'lanes' }, caseView(theme));
    const first = figure.step(null, 0, 1);
    expect(first).toEqual({ cell: { row: 0, column: 0 }, bank: null });
    expect(figure.step(first, 0, 1)).toEqual({ cell: { row: 2, column: 0 }, bank: null });
    expect(figure.step(first, 0, -1)).toEqual(first);
  });

  test('the table has a row per lane', () => {
    const figure = punchCardFigure({ layout: padded, request: rowStore(padded, 2), rows: 'lanes' }, caseView(theme));
    const table = figure.table();
    expect(table.rows).toHaveLength(32);
    expect(table.rows[3]).toEqual(['3', '0x0114', '5', '1', '1']);
  });
});

describe('sweep and track', () => {
  const sweep = {
    points: [32, 33, 34, 36, 40, 48].map(pitch => ({ pitch, wavefronts: 32, ways: 32 })),
    variants: [],
    unit: 'words',
  };

  test('every bar leads back to its point, and stays inside the width', () => {
    for (let i = 0; i < sweep.points.length; i++) {
      const box = barBox(sweep, 202, i);
      expect(sweepHit(sweep, 202, box.x + box.width / 2)).toBe(i);
      expect(box.x + box.width).toBeLessThanOrEqual(202);
    }
    expect(sweepHit(sweep, 202, -1)).toBeNull();
    expect(sweepHit(sweep, 202, 202)).toBeNull();
  });

  test('the playhead falls where it is dropped', () => {
    const records = {
      tracks: [
        { letter: 'A' as const, wavefronts: 32, ways: [] },
        { letter: 'B' as const, wavefronts: 1, ways: [] },
      ],
    };
    const frame = trackFrame(records, 560);
    for (let served = 1; served <= 32; served++) expect(trackHit(records, 560, playheadX(frame, served))).toBe(served);
    expect(trackHit(records, 560, 0)).toBe(0);
    expect(trackHit(records, 560, 9999)).toBe(32);
    expect(playheadX(frame, Number.POSITIVE_INFINITY)).toBe(playheadX(frame, 32));
  });
});
