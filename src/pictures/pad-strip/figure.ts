/** The pad strip in words: caption, lens, keyboard, table. A cell is a row of the sweep and a pad. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { SWEPT_PADS } from '../../model/permute/pad-sweep.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { PadStripRecords } from '../permute/records.ts';
import { stepCell } from '../scene/grid-figure.ts';
import type { Highlight, Lens, Mark, PictureView, Table } from '../view.ts';
import { isTooLarge, padStripScene } from './draw.ts';
import { padBox, padUnder, type StripFrame, stripFrame } from './frame.ts';

const CAPTION: Caption = {
  title: 'Other pads',
  text: 'wavefronts of the block',
  detail:
    'wavefronts of the stores and loads of the block, when one mode has another pad and the others keep theirs; ' +
    'outlined = the current pads; hatched = needs more shared memory than there is; pads in elements',
  differing: '',
};

export function padStripFigure(records: PadStripRecords, view: PictureView): Figure {
  const frame = stripFrame(records, view);
  const { sweep } = records;
  const markAt = (cell: Cell): Mark => padMark(records, frame, cell);
  return {
    ...CAPTION,
    source: view.source,
    scene: padStripScene(records, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const cell = padUnder(frame, x, y);
      return cell && markAt(cell);
    },
    markOf(highlight) {
      const cell = highlight?.cell;
      return cell && cell.row < sweep.length && cell.column < SWEPT_PADS ? markAt(cell) : null;
    },
    step: (highlight, dx, dy) => step(records, highlight, dx, dy),
    table: () => stripTable(records),
  };
}

const padMark = (records: PadStripRecords, frame: StripFrame, cell: Cell): Mark => ({
  highlight: { cell, bank: null },
  box: padBox(frame, cell),
  lens: lensOf(records, cell),
  pickable: true,
});

/** Moves from the current pads: the first key shows the first mode's pad. */
function step({ sweep }: PadStripRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  if (sweep.length === 0) return null;
  if (!highlight?.cell) return { cell: { row: 0, column: Math.min(sweep[0].pad, SWEPT_PADS - 1) }, bank: null };
  return stepCell({ rows: sweep.length, columns: SWEPT_PADS }, highlight, dx, dy);
}

const bytesText = (bytes: number): string => `${bytes.toLocaleString('en-US')} B`;

function lensOf(records: PadStripRecords, { row, column }: Cell): Lens {
  const { mode, pad, costs } = records.sweep[row];
  const cost = costs[column];
  const { wavefronts, ideal, sharedBytes, stride } = cost;
  const verdict = wavefronts === ideal ? 'no conflict' : `${ideal.toLocaleString('en-US')} without a conflict`;
  return {
    title: `${records.names[mode]}: pad ${column}${column === pad ? ', as it is' : ''}`,
    lines: [
      `stride ${stride}`,
      `${count(wavefronts, 'wavefront')}, ${verdict}`,
      bytesText(sharedBytes),
      ...(isTooLarge(cost, records) ? [`more than the ${bytesText(records.limitBytes)} that there are`] : []),
    ],
  };
}

const stripTable = (records: PadStripRecords): Table => ({
  columns: ['mode', 'pad', 'stride', 'wavefronts', 'without a conflict', 'bytes', 'fits'],
  rows: records.sweep.flatMap(({ mode, costs }) =>
    costs.map((cost, pad) => {
      const { stride, wavefronts, ideal, sharedBytes } = cost;
      const fits = isTooLarge(cost, records) ? 'no' : 'yes';
      return [records.names[mode], ...[pad, stride, wavefronts, ideal, sharedBytes].map(n => `${n}`), fits];
    }),
  ),
});
