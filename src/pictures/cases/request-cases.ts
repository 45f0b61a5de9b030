/** Bank maps and punch cards: what one request costs. */
import { bankMapFigure } from '../bank-map.figure.ts';
import { punchCardFigure } from '../punch-card.figure.ts';
import { caseView, columnLoad, request, tile } from './builders.ts';
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

const bankMaps: readonly PictureCase[] = [
  pictureCase({
    id: 'bank-map-unpadded',
    title: 'One busy bank',
    blurb: '32 words of bank 5: the other 31 banks wait through 32 wavefronts.',
    figure: theme =>
      bankMapFigure({ layout: unpadded, request: columnLoad(unpadded, 5), lineCount: 33 }, caseView(theme)),
  }),
  pictureCase({
    id: 'bank-map-padded',
    title: 'All banks, one word each',
    blurb: 'The column steps one bank per line; padding runs along beside it.',
    figure: theme =>
      bankMapFigure(
        { layout: padded, request: columnLoad(padded, 5), lineCount: 33 },
        caseView(theme, { highlight: { cell: { row: 11, column: 5 }, bank: null } }),
      ),
  }),
  pictureCase({
    id: 'bank-map-pad-2',
    title: 'Half of the banks',
    blurb: 'At pitch 34 the lanes meet in 16 banks, two words each.',
    figure: theme =>
      bankMapFigure({ layout: padTwo, request: columnLoad(padTwo, 5), lineCount: null }, caseView(theme)),
  }),
  pictureCase({
    id: 'bank-map-playhead',
    title: 'Halfway through a conflict',
    blurb: 'After 12 of 32 wavefronts: served words are solid, the others wait.',
    figure: theme =>
      bankMapFigure(
        { layout: unpadded, request: columnLoad(unpadded, 5), lineCount: null },
        caseView(theme, { playhead: 12 }),
      ),
  }),
  pictureCase({
    id: 'bank-map-8-byte',
    title: 'Two phases',
    blurb: '8-byte elements go by half warps; each half costs 16 wavefronts here.',
    figure: theme => bankMapFigure({ layout: wide, request: doubles, lineCount: 32 }, caseView(theme)),
  }),
  pictureCase({
    id: 'bank-map-broadcast',
    title: 'Broadcast',
    blurb: 'Eight lanes per word cost nothing extra: dots count the lanes that listen in.',
    figure: theme => bankMapFigure({ layout: null, request: broadcast, lineCount: 4 }, caseView(theme)),
  }),
];

const punchCards: readonly PictureCase[] = [
  pictureCase({
    id: 'punch-card-pad-2',
    title: 'Which lanes collide',
    blurb: 'Lane l and lane l + 16 want different words of one bank: the second half is excess.',
    figure: theme =>
      punchCardFigure({ layout: padTwo, request: columnLoad(padTwo, 5), rows: 'lanes' }, caseView(theme)),
  }),
  pictureCase({
    id: 'punch-card-vectors',
    title: 'Quarter warps',
    blurb: '16-byte loads go by eight lanes; four wavefronts are the least there can be.',
    figure: theme => punchCardFigure({ layout: null, request: vectors, rows: 'lanes' }, caseView(theme)),
  }),
  pictureCase({
    id: 'punch-card-broadcast',
    title: 'Shared words',
    blurb: 'A line joins the lanes that read one word: they are served together.',
    figure: theme => punchCardFigure({ layout: null, request: broadcast, rows: 'lanes' }, caseView(theme)),
  }),
  pictureCase({
    id: 'wavefronts-unpadded',
    title: 'Wavefront by wavefront',
    blurb: 'Each pass over the banks serves one lane; all but the first are excess.',
    figure: theme =>
      punchCardFigure(
        { layout: unpadded, request: columnLoad(unpadded, 5), rows: 'wavefronts' },
        caseView(theme, { playhead: 12 }),
      ),
  }),
  pictureCase({
    id: 'wavefronts-vectors',
    title: 'Lanes of each wavefront',
    blurb: 'With room in the cells, each shows the lane that it serves.',
    figure: theme =>
      punchCardFigure({ layout: null, request: vectors, rows: 'wavefronts' }, caseView(theme, { width: 720 })),
  }),
];

export const requestCases: readonly PictureCase[] = [...bankMaps, ...punchCards];
