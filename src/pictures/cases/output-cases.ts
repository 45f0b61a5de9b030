/** Output grids: results that are right, wrong, or not there. */
import { outputGridFigure } from '../output-grid/figure.ts';
import { ELEMENT_RIGHT, ELEMENT_UNWRITTEN, ELEMENT_WRONG, type OutputGridRecords } from '../records.ts';
import { once } from './once.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

function output(rows: number, columns: number, stateOf: (row: number, column: number) => number): OutputGridRecords {
  const states = Uint8Array.from({ length: rows * columns }, (_, i) => stateOf(Math.floor(i / columns), i % columns));
  return { rows, columns, states, valuesAt: null };
}

/** Rows and columns swapped in 16 × 16 blocks only: what a kernel writes that forgets to swap the blocks. */
const blocksNotSwapped = once(() =>
  output(32, 32, (row, column) => (Math.floor(row / 16) === Math.floor(column / 16) ? ELEMENT_RIGHT : ELEMENT_WRONG)),
);

/** A grid of CTAs that is rounded down leaves the last rows and columns alone. */
const edgeLeftOut = once(() =>
  output(40, 40, (row, column) => (row >= 32 || column >= 32 ? ELEMENT_UNWRITTEN : ELEMENT_RIGHT)),
);

const large = once(() =>
  output(256, 256, (row, column) => {
    if (column >= 224) return ELEMENT_UNWRITTEN;
    return (row * 256 + column) % 1021 === 0 ? ELEMENT_WRONG : ELEMENT_RIGHT;
  }),
);

export const outputCases: readonly PictureCase[] = [
  pictureCase({
    id: 'output-wrong',
    title: 'Wrong result',
    blurb: 'Transposed inside the tiles, but the tiles stayed where they were.',
    unbanked: true,
    figureIn: view => outputGridFigure(blocksNotSwapped(), view),
  }),
  pictureCase({
    id: 'output-unwritten',
    title: 'Never written',
    blurb: 'Too few CTAs: the edge still holds what the buffer was filled with.',
    unbanked: true,
    figureIn: view => outputGridFigure(edgeLeftOut(), view),
  }),
  pictureCase({
    id: 'output-256',
    title: 'Few wrong among many',
    blurb: 'In 65,536 elements a single wrong one still colours its block.',
    large: true,
    unbanked: true,
    figureIn: view => outputGridFigure(large(), view),
  }),
];
