/** The coalescing picture in words: caption, lens, keyboard, table. */

import { popcount32 } from '../../base/bits.ts';
import { LANES, SECTOR_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { CoalescingRecords } from '../records.ts';
import { columnNoun, isActive, laneText } from '../requests/request-cells.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { coalescingScene, SECTOR_ROW } from './draw.ts';
import { type CoalescingFrame, coalescingFrame, laneBoxes, laneY, sectorBox, sectorIndexOf } from './frame.ts';
import { type Fetch, sectorAddressOf } from './sectors.ts';

export function coalescingFigure(records: CoalescingRecords, view: PictureView): Figure {
  const frame = coalescingFrame(records, view);
  const markOf = (target: CoalescingTarget | null): Mark | null => {
    if (target === null) return null;
    return target.kind === 'lane' ? laneMark(frame, records, target.lane) : sectorMark(frame, records, target.sector);
  };
  return {
    ...captionOf(records, frame.fetch),
    source: view.source,
    scene: coalescingScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => markOf(coalescingHit(frame, x, y)),
    markOf: highlight => markOf(targetOf(frame, highlight)),
    step: (highlight, dx, dy) => step(frame, records, highlight, dx, dy),
    table: () => laneTable(frame, records),
  };
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;

function captionOf({ access, origin }: CoalescingRecords, { sectors, lines, ideal, usedBytes }: Fetch): Caption {
  const fetched = sectors.length * SECTOR_BYTES;
  const from = origin === null ? '' : `; offsets from ${origin.name} at ${addressText(origin.byteAddress)}`;
  const detail =
    `32 ${columnNoun(access)}s × sectors of ${access.space} memory (32 B each): ` +
    `${count(sectors.length, 'sector')} in ${count(lines, 'line')} of 128 B, ideal ${ideal}; ` +
    `${count(usedBytes, 'byte')} asked for of ${fetched.toLocaleString('en-US')} moved (${percent(usedBytes, fetched)}); ` +
    `hatch = moved, not asked for; warm = less than half of a sector asked for, where fewer would do${from}`;
  return {
    title: 'Coalescing',
    text: `${count(sectors.length, 'sector')} of 32 B, ideal ${ideal}; hatch = unused`,
    detail,
    differing: '',
  };
}

const laneHighlight = (lane: number): Highlight => ({ cell: { row: lane, column: 0 }, bank: null });
const sectorHighlight = (sector: number): Highlight => ({ cell: { row: SECTOR_ROW, column: sector }, bank: null });

function targetOf({ fetch }: CoalescingFrame, highlight: Highlight): CoalescingTarget | null {
  const cell = highlight?.cell;
  if (!cell || cell.row > SECTOR_ROW) return null;
  if (cell.row < SECTOR_ROW) return { kind: 'lane', lane: cell.row };
  return cell.column < fetch.sectors.length ? { kind: 'sector', sector: cell.column } : null;
}

function laneMark(frame: CoalescingFrame, records: CoalescingRecords, lane: number): Mark {
  const { access, origin } = records;
  const highlight = laneHighlight(lane);
  const row = { x: frame.x, y: laneY(frame, lane), width: 0, height: frame.pitchY };
  const title = laneText([lane], columnNoun(access));
  if (!isActive(access, lane))
    return { highlight, box: row, lens: { title, lines: ['takes no part'] }, pickable: false };
  const address = access.address[lane];
  const sector = sectorAddressOf(address);
  const sharing = frame.fetch.shared.find(shared => shared.byteAddress === address)?.lanes ?? [];
  const last = address - sector + access.widthBytes - 1;
  const lines = [
    addressText(address),
    ...(origin === null ? [] : [`${origin.name} ${frame.offsetText(address)}`]),
    `bytes ${address - sector}–${last} of sector ${frame.offsetText(sector)}`,
    ...(sharing.length > 1 ? [`same bytes for ${count(sharing.length, 'lane')}`] : []),
  ];
  return { highlight, box: laneBoxes(frame, records, lane)[0], lens: { title, lines }, pickable: true };
}

function sectorMark(frame: CoalescingFrame, { access }: CoalescingRecords, index: number): Mark {
  const { byteAddress, usedMask, lanes } = frame.fetch.sectors[index];
  const used = popcount32(usedMask);
  return {
    highlight: sectorHighlight(index),
    box: sectorBox(frame, index),
    lens: {
      title: `sector ${frame.offsetText(byteAddress)}`,
      lines: [addressText(byteAddress), `${used} of ${SECTOR_BYTES} B asked for`, laneText(lanes, columnNoun(access))],
    },
    pickable: true,
  };
}

/** Up and down the active lanes; above the first lie the sectors, where left and right lead along memory. */
function step(frame: CoalescingFrame, records: CoalescingRecords, at: Highlight, dx: number, dy: number): Highlight {
  const { sectors } = frame.fetch;
  const { access } = records;
  const active = Array.from({ length: LANES }, (_, lane) => lane).filter(lane => isActive(access, lane));
  const target = targetOf(frame, at);
  if (active.length === 0) return at;
  if (target === null) return laneHighlight(active[0]);
  if (target.kind === 'sector') {
    if (dy > 0) return laneHighlight(sectors[target.sector].lanes[0]);
    return sectorHighlight(Math.min(sectors.length - 1, Math.max(0, target.sector + dx)));
  }
  const next = Math.max(0, active.indexOf(target.lane)) + (dy === 0 ? dx : dy);
  if (dy < 0 && next < 0) return sectorHighlight(sectorIndexOf(frame.fetch, access.address[target.lane]));
  return laneHighlight(active[Math.min(active.length - 1, Math.max(0, next))]);
}

const laneTable = (frame: CoalescingFrame, { access }: CoalescingRecords): Table => ({
  columns: [
    columnNoun(access),
    'address',
    'offset',
    'sector',
    'bytes of it',
    `${columnNoun(access)}s on the same bytes`,
  ],
  rows: Array.from({ length: LANES }, (_, lane) => {
    if (!isActive(access, lane)) return [`${lane}`, '—', '—', '—', '—', '—'];
    const address = access.address[lane];
    const sector = sectorAddressOf(address);
    const sharing = frame.fetch.shared.find(shared => shared.byteAddress === address)?.lanes.length ?? 1;
    return [
      `${lane}`,
      addressText(address),
      frame.offsetText(address),
      frame.offsetText(sector),
      `${address - sector}–${address - sector + access.widthBytes - 1}`,
      `${sharing}`,
    ];
  }),
});

// Finds what is under a point of a coalescing picture.

type CoalescingTarget =
  | { readonly kind: 'lane'; readonly lane: number }
  | { readonly kind: 'sector'; readonly sector: number };

/** A lane's whole row belongs to the lane; above the rows, a column belongs to its sector. */
export function coalescingHit(frame: CoalescingFrame, px: number, py: number): CoalescingTarget | null {
  if (px < 0) return null;
  const lane = Math.floor((py - frame.lanesY) / frame.pitchY);
  if (lane >= 0 && lane < LANES) return { kind: 'lane', lane };
  if (py < frame.bracketY || py >= frame.lanesY) return null;
  const sector = frame.sectorX.findLastIndex(left => px >= left);
  return sector >= 0 && px < frame.sectorX[sector] + frame.sectorPx ? { kind: 'sector', sector } : null;
}
