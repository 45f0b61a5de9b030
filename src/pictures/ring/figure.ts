/** The rings in words: caption, lens, keyboard, table. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { RingRecords } from '../records.ts';
import type { Highlight, Lens, Mark, PictureView } from '../view.ts';
import { ringScene } from './draw.ts';
import { ringFrame, slotBox, slotUnder } from './frame.ts';
import { arrivalsDue, bytesDue, ringTable, type SlotRow, slotRows } from './table.ts';

export function ringFigure(records: RingRecords, view: PictureView): Figure {
  const frame = ringFrame(records, view);
  const markOf = (highlight: Highlight): Mark | null => {
    const cell = highlight?.cell;
    const ring = cell ? frame.rings[cell.row] : undefined;
    if (!cell || ring === undefined || cell.column >= ring.buffer.stages) return null;
    const row = rowOf(records, cell);
    return { highlight: slotHighlight(cell), box: slotBox(ring, cell.column), lens: lensOf(row), pickable: true };
  };
  return {
    ...captionOf(records),
    source: view.source,
    scene: ringScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => markOf(slotHighlight(slotUnder(frame, x, y))),
    markOf,
    step: (highlight, dx, dy) => step(records, highlight, dx, dy),
    table: () => ringTable(records.scenario, records.state),
  };
}

const slotHighlight = (cell: Cell | null): Highlight => (cell === null ? null : { cell, bank: null });

const rowOf = ({ scenario, state }: RingRecords, { row, column }: Cell): SlotRow => {
  const { name } = scenario.buffers[row];
  return slotRows(scenario, state).find(({ slot }) => slot.buffer === name && slot.stage === column)!;
};

function captionOf({ scenario, state }: RingRecords): Caption {
  const clk = Math.round(state.clk).toLocaleString('en-US');
  const slots = count(state.slots.length, 'slot');
  return {
    title: scenario.buffers.length === 1 ? 'Ring' : 'Rings',
    text: `at cycle ${clk}`,
    detail: `${slots} of ${count(scenario.buffers.length, 'buffer')} at cycle ${clk}: a sector for each stage, clockwise from the top, with its contents and the roles that use it`,
    differing: '',
  };
}

function lensOf({ slot, holds, state, full, empty }: SlotRow): Lens {
  const lines = [slot.holds === null ? state : `${holds}: ${state}`];
  if (full !== null)
    lines.push(`${full.name}: parity ${full.parity}, ${bytesDue(full)} and ${arrivalsDue(full)} arrivals due`);
  if (empty !== null) lines.push(`${empty.name}: parity ${empty.parity}, ${arrivalsDue(empty)} arrivals due`);
  return { title: `${slot.buffer}[${slot.stage}]`, lines };
}

/** Sideways round a ring, up and down from ring to ring. */
function step({ scenario: { buffers } }: RingRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  const from = highlight?.cell;
  if (!from) return slotHighlight({ row: 0, column: 0 });
  const row = Math.min(buffers.length - 1, Math.max(0, from.row + dy));
  const { stages } = buffers[row];
  return slotHighlight({ row, column: (((Math.min(from.column, stages - 1) + dx) % stages) + stages) % stages });
}
