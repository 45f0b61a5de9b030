/** Buffers: how their values are spread, and their bytes. */
import { valueHistogram, valueRange } from '../../model/values/value-histogram.ts';
import type { BufferInit, ElementType } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { hexFigure } from '../hex-view/figure.ts';
import { histogramFigure } from '../histogram/figure.ts';
import { ELEMENT_RIGHT, ELEMENT_UNWRITTEN, ELEMENT_WRONG, type ElementCheck, type HexRecords } from '../records.ts';
import { valueGridFigure } from '../value-grid/figure.ts';
import { once, onceEach } from './once.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

function bytesOf(type: ElementType, length: number, init: BufferInit): Uint8Array {
  const bytes = bufferBytes({ type, length, init }, 'buffer');
  if (!bytes.ok) throw new Error(bytes.error.message);
  return bytes.value;
}

/** Sums of twelve random numbers: a bell. */
function sums(length: number): number[] {
  const terms = new Float32Array(bytesOf('f32', 12 * length, { kind: 'random', seed: 7 }).buffer);
  return Array.from({ length }, (_, i) => terms.subarray(12 * i, 12 * i + 12).reduce((sum, v) => sum + v, -6));
}

const histogram = (name: string, type: ElementType, bytes: Uint8Array) => ({
  name,
  histogram: valueHistogram(bytes, type),
  greatestCount: null,
});

const bell = once(() => bytesOf('f16', 4096, { kind: 'values', values: sums(4096) }));
const dice = once(() => bytesOf('s32', 600, { kind: 'random', seed: 3, low: 1, high: 6, integers: true }));

/** The last quarter was never written; two elements hold their neighbour's value. */
function brokenBytes(): Uint8Array {
  const floats = bytesOf('f32', 40, { kind: 'iota', start: 0, step: 0.25 });
  const broken = Uint8Array.from(floats).fill(0xff, 120);
  broken.set(floats.subarray(24, 28), 28);
  broken.set(floats.subarray(72, 76), 68);
  return broken;
}

const check = (): ElementCheck => ({
  states: Uint8Array.from({ length: 40 }, (_, i) =>
    i >= 30 ? ELEMENT_UNWRITTEN : i === 7 || i === 17 ? ELEMENT_WRONG : ELEMENT_RIGHT,
  ),
  expectedAt: index => `${index / 4}`,
});

/** Row r, column c hold r·c: symmetric, and least along two edges. One row was never written. */
const productBytes = (): Uint8Array =>
  bytesOf('f32', 24 * 24, {
    kind: 'values',
    values: Array.from({ length: 24 * 24 }, (_, i) =>
      Math.floor(i / 24) === 17 ? Number.NaN : Math.floor(i / 24) * (i % 24),
    ),
  });

function gridOf(name: string, type: ElementType, bytes: Uint8Array, columns: number, shown = bytes) {
  return { name, type, bytes: shown, columns, range: valueRange(bytes, type) };
}

const records = onceEach({
  matrix: () => gridOf('out', 'f32', productBytes(), 24),
  few: () => gridOf('sums', 's32', dice(), 8, dice().subarray(0, 4 * 60)),
  bell: () => histogram('sums', 'f16', bell()),
  overflown: () => {
    const values = sums(1024).map((v, i) => (i % 90 === 0 ? Number.NaN : v > 1.6 ? 1e6 * v : v));
    return histogram('sums', 'f16', bytesOf('f16', 1024, { kind: 'values', values }));
  },
  dice: () => histogram('dice', 's32', dice()),
  checked: (): HexRecords => ({
    name: 'out',
    type: 'f32',
    bytes: brokenBytes(),
    check: check(),
    firstRow: 0,
    rowCount: 10,
  }),
  halves: (): HexRecords => ({
    name: 'weights',
    type: 'f16',
    bytes: bell().subarray(0, 128),
    check: null,
    firstRow: 0,
    rowCount: 8,
  }),
});

const VIEW = { source: 'emulated' } as const;

export const bufferCases: readonly PictureCase[] = [
  pictureCase({
    id: 'values-products',
    title: 'A matrix of products',
    blurb: 'A fuller shade means a greater value; a row of values that are no numbers is hatched.',
    unbanked: true,
    view: VIEW,
    figureIn: view => valueGridFigure(records.matrix, view),
  }),
  pictureCase({
    id: 'values-few',
    title: 'Values in their cells',
    blurb: 'Cells that are wide enough hold their value; the last row is cut short.',
    unbanked: true,
    view: VIEW,
    figureIn: view => valueGridFigure(records.few, view),
  }),
  pictureCase({
    id: 'histogram-bell',
    title: 'A bell of values',
    blurb: 'What a buffer of halves holds after a sum of random numbers.',
    unbanked: true,
    view: VIEW,
    figureIn: view => histogramFigure(records.bell, view),
  }),
  pictureCase({
    id: 'histogram-not-finite',
    title: 'Overflown halves',
    blurb: 'Values that are not finite have no place on the axis: they stand apart, hatched.',
    unbanked: true,
    view: VIEW,
    figureIn: view => histogramFigure(records.overflown, view),
  }),
  pictureCase({
    id: 'histogram-integers',
    title: 'Six values',
    blurb: 'Few different integers get a bar each.',
    unbanked: true,
    view: VIEW,
    figureIn: view => histogramFigure(records.dice, view),
  }),
  pictureCase({
    id: 'hex-checked',
    title: 'Bytes against what they should be',
    blurb: 'Flagged elements are wrong, dotted ones were never written; the lens has both values.',
    unbanked: true,
    view: { ...VIEW, width: 720 },
    figureIn: view => hexFigure(records.checked, view),
  }),
  pictureCase({
    id: 'hex-halves',
    title: 'Bytes of halves',
    blurb: 'Boxes are elements; pointing at one decodes it.',
    unbanked: true,
    view: VIEW,
    figureIn: view => hexFigure(records.halves, view),
  }),
];
