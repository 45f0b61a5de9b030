/** Tile grids: layouts, element sizes and requests. */
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import type { ColourBy, Request } from '../records.ts';
import { drawnLayout } from '../tile-grid/drawn-layout.ts';
import { tileGridFigure } from '../tile-grid/figure.ts';
import { tileLinesFigure } from '../tile-lines/figure.ts';
import type { PictureView } from '../view.ts';
import { columnLoad, request, rowStore, tile, unpaddedColumnLoad } from './builders.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

interface TileCase {
  readonly id: string;
  readonly title: string;
  readonly blurb: string;
  readonly layout: TileLayout;
  readonly request: (layout: TileLayout) => Request | null;
  readonly predicted?: (layout: TileLayout) => Request;
  readonly colourBy?: ColourBy;
  readonly view?: Partial<PictureView>;
  readonly large?: true;
}

const square = { rows: 32, columns: 32 };

const specs: readonly TileCase[] = [
  {
    id: 'tile-unpadded',
    title: 'Column load, no padding',
    blurb: 'At pitch 32 a column of fp32 lies in one bank: 32 wavefronts.',
    layout: tile(square),
    request: layout => columnLoad(layout, 5),
  },
  {
    id: 'tile-padded',
    title: 'Column load, one pad word',
    blurb: 'At pitch 33 the banks shift by one per row, so a column meets all 32.',
    layout: tile({ ...square, pad: 1 }),
    request: layout => columnLoad(layout, 5),
    view: { highlight: { cell: { row: 11, column: 5 }, bank: null } },
  },
  {
    id: 'tile-xor',
    title: 'Column load, XOR swizzle',
    blurb: 'Column XOR row spreads a column over all banks and needs no padding.',
    layout: tile({ ...square, xor: true }),
    request: layout => columnLoad(layout, 5),
  },
  {
    id: 'tile-pad-2',
    title: 'Column load, two pad words',
    blurb: 'An even pitch reaches every second bank only: 2 wavefronts.',
    layout: tile({ ...square, pad: 2 }),
    request: layout => columnLoad(layout, 5),
  },
  {
    id: 'tile-row-store',
    title: 'Row store',
    blurb: 'A row of 32 words is one line of 128 bytes: one wavefront in any layout.',
    layout: tile({ ...square, pad: 1 }),
    request: layout => rowStore(layout, 9),
  },
  {
    id: 'tile-2-byte',
    title: 'Elements of 2 bytes',
    blurb: 'Two neighbours share a word, so colours come in pairs.',
    layout: tile({ rows: 16, columns: 32, elementBytes: 2, pad: 2 }),
    request: layout => columnLoad(layout, 6),
  },
  {
    id: 'tile-8-byte',
    title: 'Elements of 8 bytes',
    blurb: 'Each element takes two banks and shows the first of them.',
    layout: tile({ rows: 16, columns: 16, elementBytes: 8, pad: 1 }),
    request: layout => columnLoad(layout, 3),
  },
  {
    id: 'tile-16-byte',
    title: 'Elements of 16 bytes',
    blurb: 'Each element is a chunk of four banks; padding by one chunk rotates the hues.',
    layout: tile({ rows: 8, columns: 8, elementBytes: 16, pad: 1 }),
    request: layout => columnLoad(layout, 2),
    view: { selection: { row: 3, column: 2 } },
  },
  {
    id: 'tile-edge',
    title: 'Edge of the matrix',
    blurb: 'At the matrix edge 11 of 32 lanes stay idle; the others still share one bank.',
    layout: tile(square),
    request: layout => columnLoad({ ...layout, rows: 21 }, 12),
  },
  {
    id: 'tile-chunks',
    title: 'Chunks of 16 bytes',
    blurb: 'One hue per 16-byte chunk: the unit in which TMA swizzles move data.',
    layout: tile({ rows: 16, columns: 32, xor: true }),
    request: () => null,
    colourBy: 'chunk',
  },
  {
    id: 'tile-base-address',
    title: 'Tile behind other data',
    blurb: 'The bank follows the absolute address: a base of 0x0414 shifts all colours.',
    layout: tile({ rows: 16, columns: 32, baseBytes: 0x0414 }),
    request: layout => rowStore(layout, 4),
    view: { highlight: { cell: null, bank: 0 } },
  },
  {
    id: 'tile-pad-not-used',
    title: 'Padding that is not used',
    blurb: 'Known wrong: the load should run down column 5 (dashed); its index leaves the padding out (flags).',
    layout: tile({ ...square, pad: 1 }),
    request: () => unpaddedColumnLoad(5),
    predicted: layout => columnLoad(layout, 5),
    view: { source: 'emulated', highlight: { cell: { row: 11, column: 5 }, bank: null } },
  },
  {
    id: 'tile-64',
    title: '64 × 64 tile',
    blurb: 'A larger tile wraps around the 32 banks twice per row.',
    layout: tile({ rows: 64, columns: 64, pad: 1 }),
    request: layout => columnLoad(layout, 20),
    large: true,
  },
  {
    id: 'tile-256',
    title: '256 × 256 tile',
    blurb: '65,536 elements: blocks of cells until you zoom in.',
    layout: tile({ rows: 256, columns: 256, elementBytes: 2, pad: 8 }),
    request: layout => columnLoad(layout, 100),
    large: true,
  },
  {
    id: 'tile-lines',
    title: 'Few long rows',
    blurb: 'Four rows of 2,080 bytes, line by line: a step marks where a row ends, behind its 32 bytes of padding.',
    layout: tile({ rows: 4, columns: 2048, elementBytes: 1, pad: 32 }),
    request: ({ baseBytes }) => request({ widthBytes: 4, addressOf: lane => baseBytes + 2080 + 4 * lane }),
    view: { selection: { row: 2, column: 300 } },
  },
];

export const tileCases: readonly PictureCase[] = specs.map(spec => {
  const { layout, request, predicted, colourBy = 'bank', ...rest } = spec;
  const records = { layout, request: request(layout), predicted: predicted?.(layout) ?? null, colourBy };
  const lines = drawnLayout(layout);
  const figureIn = (view: PictureView) =>
    lines === layout ? tileGridFigure(records, view) : tileLinesFigure({ ...records, lines }, view);
  return pictureCase({ ...rest, figureIn });
});
