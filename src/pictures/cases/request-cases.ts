/** Bank maps and punch cards: what one request costs. */
import { bankMapFigure } from '../bank-map/figure.ts';
import { punchCardFigure } from '../punch-card/figure.ts';
import { columnLoad, request, tile, unpaddedColumnLoad } from './builders.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const unpadded = tile({ rows: 32, columns: 32 });
const padded = tile({ rows: 32, columns: 32, pad: 1 });
const padTwo = tile({ rows: 32, columns: 32, pad: 2 });
const wide = tile({ rows: 16, columns: 16, elementBytes: 8 });

/** All lanes read four words, eight lanes each. */
const broadcast = request({ widthBytes: 4, addressOf: lane => Math.floor(lane / 8) * 132 });
/** Rows of 16-byte elements at a pitch of 9 chunks: every quarter warp meets all banks. */
const vectors = request({ widthBytes: 16, addressOf: lane => lane * 144 });
const doubles = request({ widthBytes: 8, addressOf: lane => lane * 128 });

/** Column 5 of the padded tile as the model has it, and as a kernel loads it that leaves the padding out of its index. */
const padNotUsed = { layout: padded, request: unpaddedColumnLoad(5), predicted: columnLoad(padded, 5) };

/** Height as in an exhibit, below a tile. */
const FLAT = { maxHeight: 110 };

const bankMaps: readonly PictureCase[] = [
  pictureCase({
    id: 'bank-map-unpadded',
    title: 'One busy bank',
    blurb: '32 words of bank 5: the other 31 banks wait through 32 wavefronts.',
    view: FLAT,
    figureIn: view => bankMapFigure({ layout: unpadded, request: columnLoad(unpadded, 5), lineCount: 33 }, view),
  }),
  pictureCase({
    id: 'bank-map-padded',
    title: 'All banks, one word each',
    blurb: 'The column steps one bank per line; padding runs along beside it.',
    view: { ...FLAT, highlight: { cell: { row: 11, column: 5 }, bank: null } },
    figureIn: view => bankMapFigure({ layout: padded, request: columnLoad(padded, 5), lineCount: 33 }, view),
  }),
  pictureCase({
    id: 'bank-map-pad-2',
    title: 'Half of the banks',
    blurb: 'At pitch 34 the lanes meet in 16 banks, two words each.',
    view: FLAT,
    figureIn: view => bankMapFigure({ layout: padTwo, request: columnLoad(padTwo, 5), lineCount: null }, view),
  }),
  pictureCase({
    id: 'bank-map-playhead',
    title: 'Halfway through a conflict',
    blurb: 'After 12 of 32 wavefronts: served words are solid, the others wait.',
    view: { ...FLAT, playhead: 12 },
    figureIn: view => bankMapFigure({ layout: unpadded, request: columnLoad(unpadded, 5), lineCount: null }, view),
  }),
  pictureCase({
    id: 'bank-map-8-byte',
    title: 'Two phases',
    blurb: '8-byte elements are served by half warps; each half costs 16 wavefronts here.',
    view: FLAT,
    figureIn: view => bankMapFigure({ layout: wide, request: doubles, lineCount: 32 }, view),
  }),
  pictureCase({
    id: 'bank-map-broadcast',
    title: 'Broadcast',
    blurb: 'Eight lanes per word cost nothing extra: dots count the lanes that share it.',
    view: FLAT,
    figureIn: view => bankMapFigure({ layout: null, request: broadcast, lineCount: 4 }, view),
  }),
  pictureCase({
    id: 'bank-map-pad-not-used',
    title: 'Predicted and emulated apart',
    blurb: 'Known wrong: dashed words were meant, flagged ones are read; 32 wavefronts instead of one.',
    view: { ...FLAT, source: 'emulated' },
    figureIn: view => bankMapFigure({ ...padNotUsed, lineCount: null }, view),
  }),
];

const punchCards: readonly PictureCase[] = [
  pictureCase({
    id: 'punch-card-pad-2',
    title: 'Which lanes collide',
    blurb: 'Lane l and lane l + 16 want different words of one bank: the second half is excess.',
    figureIn: view => punchCardFigure({ layout: padTwo, request: columnLoad(padTwo, 5), rows: 'lanes' }, view),
  }),
  pictureCase({
    id: 'punch-card-vectors',
    title: 'Quarter warps',
    blurb: '16-byte loads are served eight lanes at a time; they take at least four wavefronts.',
    figureIn: view => punchCardFigure({ layout: null, request: vectors, rows: 'lanes' }, view),
  }),
  pictureCase({
    id: 'punch-card-broadcast',
    title: 'Shared words',
    blurb: 'A line joins the lanes that read one word: they are served together.',
    figureIn: view => punchCardFigure({ layout: null, request: broadcast, rows: 'lanes' }, view),
  }),
  pictureCase({
    id: 'wavefronts-unpadded',
    title: 'Wavefront by wavefront',
    blurb: 'Each pass over the banks serves one lane; all but the first are excess.',
    view: { playhead: 12 },
    figureIn: view => punchCardFigure({ layout: unpadded, request: columnLoad(unpadded, 5), rows: 'wavefronts' }, view),
  }),
  pictureCase({
    id: 'wavefronts-vectors',
    title: 'Lanes of each wavefront',
    blurb: 'With room in the cells, each shows the lane that it serves.',
    view: { width: 720 },
    figureIn: view => punchCardFigure({ layout: null, request: vectors, rows: 'wavefronts' }, view),
  }),
  pictureCase({
    id: 'punch-card-pad-not-used',
    title: 'Almost every lane differs',
    blurb: 'Known wrong: every lane but the first should have a bank of its own (dashed) and meets bank 5 instead.',
    view: { source: 'emulated' },
    figureIn: view => punchCardFigure({ ...padNotUsed, rows: 'lanes' }, view),
  }),
];

export const requestCases: readonly PictureCase[] = [...bankMaps, ...punchCards];
