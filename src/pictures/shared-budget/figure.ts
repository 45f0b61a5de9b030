/** The budget in words: caption, lens, keyboard, table. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { SharedPiece } from '../../model/pipeline/shared-pieces.ts';
import type { Caption, Figure } from '../figure.ts';
import type { SharedBudgetRecords } from '../records.ts';
import type { Highlight, Lens, Mark, PictureView, Table } from '../view.ts';
import { budgetScene } from './draw.ts';
import { budgetFrame, kibText, pieceBox, pieceUnder, wordsOf } from './frame.ts';

export function sharedBudgetFigure(records: SharedBudgetRecords, view: PictureView): Figure {
  const frame = budgetFrame(records, view);
  const markOf = (highlight: Highlight): Mark | null => {
    const box = highlight?.cell ? pieceBox(frame, highlight.cell) : null;
    if (!highlight?.cell || box === null) return null;
    const { row, column } = highlight.cell;
    return { highlight, box, lens: lensOf(frame.rows[row][column], records), pickable: true };
  };
  return {
    ...captionOf(records, frame.usedBytes),
    source: view.source,
    scene: budgetScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => markOf(pieceHighlight(pieceUnder(frame, x, y))),
    markOf,
    step: (highlight, dx, dy) => step(frame.rows, highlight, dx, dy),
    table: () => budgetTable(frame.rows.flat(), records),
  };
}

const pieceHighlight = (cell: Cell | null): Highlight => (cell === null ? null : { cell, bank: null });

const bytesText = (bytes: number): string => `${bytes.toLocaleString('en-US')} B`;

function captionOf({ mostBytes }: SharedBudgetRecords, usedBytes: number): Caption {
  const left = mostBytes - usedBytes;
  const rest = left < 0 ? `${kibText(-left)} too many` : `${kibText(left)} free`;
  return {
    title: 'Shared memory',
    text: `${kibText(usedBytes)} of ${kibText(mostBytes)}, ${rest}`,
    detail: `the buffers side by side, ${bytesText(usedBytes)} of the ${bytesText(mostBytes)} that a CTA may have, ${rest}; barriers and alignment are left out; a dashed one lies in the bytes of another`,
    differing: '',
  };
}

const overText = ({ over }: SharedPiece): string => (over.length === 0 ? 'its own' : `those of ${over.join(' and ')}`);

const lensOf = (piece: SharedPiece, records: SharedBudgetRecords): Lens => ({
  title: wordsOf(piece, records).join(' · '),
  lines: [`bytes ${bytesText(piece.from)} to ${bytesText(piece.to)}`, `its bytes are ${overText(piece)}`],
});

function step(rows: readonly (readonly SharedPiece[])[], highlight: Highlight, dx: number, dy: number): Highlight {
  const from = highlight?.cell;
  if (!from) return pieceHighlight({ row: 0, column: 0 });
  const row = Math.min(rows.length - 1, Math.max(0, from.row + dy));
  return pieceHighlight({ row, column: Math.min(rows[row].length - 1, Math.max(0, from.column + dx)) });
}

const budgetTable = (pieces: readonly SharedPiece[], records: SharedBudgetRecords): Table => ({
  columns: ['buffer', 'from byte', 'bytes', 'bytes are'],
  rows: pieces.map(piece => [
    wordsOf(piece, records)[0],
    bytesText(piece.from),
    bytesText(piece.to - piece.from),
    overText(piece),
  ]),
});
