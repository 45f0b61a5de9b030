import { describe, expect, it } from 'vitest';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { clockFill } from './axis.ts';
import { sampleStripFigure } from './figure.ts';
import { jitterOf } from './frame.ts';
import type { SampleStripRecords } from './records.ts';

const view = defaultView(themes.light, 'measured', 500);
const samplesNs = Array.from({ length: 40 }, (_, i) => 80_000 + ((i * 7) % 40) * 10);
const records: SampleStripRecords = {
  text: 'steady',
  rows: [
    { letter: 'A', name: 'tiled', outcome: { samplesNs, samplesMhz: new Array(40).fill(1980) } },
    { letter: 'B', name: 'broken', outcome: { why: 'wrong answer, not timed', isWrong: true } },
    {
      letter: 'C',
      name: 'slow',
      outcome: { samplesNs: samplesNs.map(ns => 2 * ns), samplesMhz: new Array(40).fill(1700) },
    },
  ],
  bound: { ns: 28_000, name: 'data sheet' },
  range: null,
};
const at = (row: number, column: number) => ({ cell: { row, column }, bank: null });
const textsOf = (shown: SampleStripRecords, width = 500): string[] =>
  sampleStripFigure(shown, { ...view, width }).scene.layers.flatMap(({ texts }) => texts.map(({ text }) => text));
const figure = sampleStripFigure(records, view);

describe('a sample strip', () => {
  it('draws every sample, and only those', () => {
    const dots = figure.scene.layers[1].dots.geometry.length / 3;
    expect(dots).toBe(80);
  });

  it('finds each sample where it is drawn', () => {
    for (const run of samplesNs.keys()) {
      const { box } = figure.markOf(at(2, run))!;
      expect(figure.hit(box.x + box.width / 2, box.y + box.height / 2)?.highlight).toEqual(at(2, run));
    }
    expect(figure.hit(250, 70)).toBe(null);
  });

  it('says of a sample which run it was, how long, and at which clock', () => {
    expect(figure.markOf(at(0, 0))?.lens).toEqual({
      title: 'A tiled',
      lines: ['run 1 of 40', '80.000 µs, −0.24 % of the median', 'SM clock 1980 MHz'],
    });
    expect(figure.markOf(at(1, 0))).toBe(null);
  });

  it('flags what was sampled of a GPU that was held back, and says what held it', () => {
    const { samplesMhz } = { samplesMhz: new Array(40).fill(1980) };
    const held = {
      samplesNs,
      samplesMhz,
      clockEvents: [
        [0x4, 30],
        [0, 10],
      ] as const,
      celsius: { low: 50, high: 61 },
    };
    const shown = sampleStripFigure({ ...records, rows: [{ letter: 'A', name: 'tiled', outcome: held }] }, view);
    expect(shown.markOf(at(0, 29))?.lens.lines.slice(2)).toEqual([
      'SM clock 1980 MHz, held back: power limit',
      'GPU at 50 to 61 °C in this run',
    ]);
    expect(shown.markOf(at(0, 30))?.lens.lines[2]).toBe('SM clock 1980 MHz');
    expect(shown.scene.layers[1].lines.geometry.length / 5).toBe(30);
    expect(figure.scene.layers[1].lines.geometry).toHaveLength(0);
  });

  it('is walked by rank within a variant, and past those without samples', () => {
    expect(figure.step(at(0, 0), 1, 0)).toEqual(at(0, samplesNs.indexOf(80_010)));
    expect(figure.step(at(0, 0), -1, 0)).toEqual(at(0, 0));
    expect(figure.step(at(0, 0), 0, 1)?.cell?.row).toBe(2);
    expect(figure.step(null, 1, 0)?.cell?.row).toBe(0);
  });

  it('restates the median of a range, and drops nothing', () => {
    expect(textsOf(records)).toContain('80.20 µs ± 0.1 %, n 40');
    const ranged = { ...records, range: { fromNs: 80_000, toNs: 80_090 } };
    expect(textsOf(ranged)).toContain('80.05 µs ± 0.0 %, n 10 of 40');
    expect(textsOf(ranged)).toContain('no sample in the range');
    expect(sampleStripFigure(ranged, view).scene.layers[1].dots.geometry).toHaveLength(240);
  });

  it('says that a wrong variant has no time', () => {
    expect(textsOf(records)).toContain('wrong answer, not timed');
    expect(figure.table().rows[1]).toEqual(['B broken', '—', 'wrong answer, not timed', '—', '—', '—', '—']);
  });

  it('warns of noise, and of no other', () => {
    const noisy = samplesNs.map((ns, i) => (i % 2 === 0 ? ns : ns * 1.2));
    const row = { letter: 'A' as const, name: 'tiled', outcome: { samplesNs: noisy, samplesMhz: noisy } };
    expect(textsOf({ ...records, rows: [row] }).filter(text => text.startsWith('noisy'))).toEqual(['noisy, IQR 18 %']);
    expect(textsOf(records).filter(text => text.startsWith('noisy'))).toEqual([]);
  });

  it('has nothing to draw where nothing was timed', () => {
    const none = sampleStripFigure({ ...records, rows: [records.rows[1]] }, view);
    expect(none.step(null, 1, 0)).toBe(null);
    expect(none.hit(100, 10)).toBe(null);
  });
});

it('samples that follow each other are spread', () => {
  for (let run = 0; run < 1000; run++) expect(Math.abs(jitterOf(run) - jitterOf(run + 1))).toBeGreaterThan(3);
});

it('a clock turns a sample into a warning, and no further', () => {
  const { sources, warn } = themes.dark;
  expect(clockFill(themes.dark, 1980, 1980)).toBe(sources.measured.ink);
  expect(clockFill(themes.dark, 1700, 1980)).toBe(warn.ink);
  expect(clockFill(themes.dark, 900, 1980)).toBe(warn.ink);
});
