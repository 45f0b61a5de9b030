/** The counting loop in words: caption, lens, keyboard, table; a ruler chooses a request. */
import { LANES } from '../../base/hardware.ts';
import { residueElements } from '../../model/permute/strides.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure, Handle } from '../figure.ts';
import { elementLines, indexText } from '../permute/block-element-text.ts';
import { coordinatesOf } from '../permute/block-elements.ts';
import { type CountingLoopRecords, cellOfElement } from '../permute/records.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { countingLoopScene, shownSlot } from './draw.ts';
import { type CountingFrame, countingFrame, countingHit, laneCellBox } from './frame.ts';
import { type CountedRequests, type CountedRow, countedRows, verdictText } from './rows.ts';

export function countingLoopFigure(records: CountingLoopRecords, view: PictureView): Figure {
  const counted = countedRows(records);
  const scene = countingLoopScene(records, view);
  const shared = { source: view.source, scene, zoomable: null };
  if (counted === null) return { ...shared, ...NO_MEMORY };
  const frame = countingFrame(records, counted, view);
  const slotMark = (slot: number): Mark | null => markOfSlot(records, counted, frame, slot);
  return {
    ...shared,
    ...captionOf(records, counted),
    handles: [rowHandle(frame, counted)],
    hit(x, y) {
      const target = countingHit(frame, x, y);
      if (target === null) return null;
      return target.kind === 'slot' ? slotMark(target.slot) : markOfRow(frame, counted, target.row);
    },
    markOf(highlight) {
      const slot = shownSlot(records, counted, frame, highlight);
      return slot === null ? null : slotMark(slot);
    },
    step: (highlight, dx, dy) => step(records, counted, frame, highlight, dx + LANES * dy),
    table: () => countingTable(records, counted),
  };
}

const NO_MEMORY: Omit<Figure, 'source' | 'scene' | 'zoomable'> = {
  title: 'Counting loop',
  text: 'no shared memory',
  detail: 'the block goes from register to register',
  differing: '',
  handles: [],
  hit: () => null,
  markOf: () => null,
  step: highlight => highlight,
  table: () => ({ columns: ['request'], rows: [] }),
};

const VERBS = { store: 'stores', load: 'loads' } as const;

function captionOf({ block, side }: CountingLoopRecords, { rows }: CountedRequests): Caption {
  const modulus = residueElements(block.move.elementBytes);
  const number = (verdict: CountedRow['verdict']): number => rows.filter(row => row.verdict === verdict).length;
  const parts = [
    { n: number('consecutive'), text: 'consecutive' },
    { n: number('distinct'), text: 'all different' },
    { n: number('colliding'), text: 'in conflict' },
  ].filter(({ n }) => n > 0);
  const verdicts = parts.map(({ n, text }) => `${n.toLocaleString('en-US')} ${text}`).join(', ');
  return {
    title: side === 'store' ? 'Stores, counted' : 'Loads, counted',
    text: verdicts,
    detail:
      `${count(rows.length, 'request')} of the block's ${VERBS[side]}, one row each: ${verdicts}; a cell is the place of a ` +
      `lane's element modulo ${modulus} elements, in the colour of its bank; left: the index of lane 0, slowest first`,
    differing: '',
  };
}

/** The strip of all rows where there is one, else the counters. */
function rowHandle(frame: CountingFrame, { rows }: CountedRequests): Handle {
  const { overview, rowsY, bottom, lanesX } = frame;
  const box = overview ?? { x: 0, y: rowsY, width: lanesX, height: bottom - rowsY };
  const within = (row: number): number => Math.min(rows.length - 1, Math.max(0, Math.floor(row)));
  return { name: 'row', box, valueAt: (_, to) => within(((to.y - box.y) / box.height) * rows.length) };
}

const requestText = ({ warp, k }: CountedRow, vector: number): string =>
  vector > 1 ? `warp ${warp}, request ${k}` : `warp ${warp}`;

function markOfSlot(
  { block, side }: CountingLoopRecords,
  { sequence, rows }: CountedRequests,
  frame: CountingFrame,
  slot: number,
): Mark | null {
  const element = sequence.elements[slot];
  if (element < 0) return null;
  const row = rows[Math.floor(slot / LANES)];
  const modulus = residueElements(block.move.elementBytes);
  const place = sequence.offsets[slot];
  return {
    highlight: { cell: cellOfElement(element), bank: null },
    box: laneCellBox(frame, slot),
    lens: {
      title: `${requestText(row, block.move.vectors[side])}, lane ${slot % LANES}: ${indexText(block, element)}`,
      lines: [`${place} mod ${modulus} = ${place % modulus}`, ...elementLines(block, element), verdictText(row, false)],
    },
    pickable: true,
  };
}

function markOfRow(frame: CountingFrame, { rows }: CountedRequests, row: number): Mark {
  const { warp, k, wavefronts, runs } = rows[row];
  const first = laneCellBox(frame, row * LANES);
  return {
    highlight: null,
    box: { ...first, x: frame.verdictX, width: 40 },
    lens: {
      title: `warp ${warp}, request ${k}`,
      lines: [verdictText(rows[row], false), `${count(wavefronts, 'wavefront')}, ideal ${runs.length}`],
    },
    pickable: false,
  };
}

/** Along the lanes in sight, on from one row to the next. */
function step(
  records: CountingLoopRecords,
  counted: CountedRequests,
  frame: CountingFrame,
  highlight: Highlight,
  by: number,
): Highlight {
  const first = frame.first * LANES;
  const slot = shownSlot(records, counted, frame, highlight);
  const to = slot === null ? first : slot + by;
  const isThere = to >= first && to < first + frame.count * LANES && counted.sequence.elements[to] >= 0;
  return isThere ? { cell: cellOfElement(counted.sequence.elements[to]), bank: null } : highlight;
}

function countingTable({ block }: CountingLoopRecords, { rows, sequence }: CountedRequests): Table {
  const { names, move } = block;
  const used = names.flatMap((name, mode) => (move.modes[mode].extent > 1 ? [{ name, mode }] : []));
  return {
    columns: ['warp', 'request', ...used.map(({ name }) => name), 'residues', 'verdict', 'wavefronts'],
    rows: rows.map((row, i) => {
      const index = coordinatesOf(move, sequence.elements[i * LANES]);
      const lanes = row.runs.flatMap(({ first, lanes: n }) => [...sequence.residues.slice(first, first + n)]);
      const counters = used.map(({ mode }) => `${index[mode]}`);
      return [`${row.warp}`, `${row.k}`, ...counters, lanes.join(' '), verdictText(row, false), `${row.wavefronts}`];
    }),
  };
}
