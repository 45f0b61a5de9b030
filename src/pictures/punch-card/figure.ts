/** The punch card in words: caption, keyboard, table. */
import { LANES, WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import type { WordHit } from '../../model/banks/wavefronts.ts';
import { type Cell, cellAt } from '../../model/layout/tile-layout.ts';
import { bankText, count, elementFormula } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { PunchCardRecords } from '../records.ts';
import { differenceLines, differingDetail, differingText, laneDifferences } from '../requests/lane-differences.ts';
import { bytesPerLane, isActive, laneText } from '../requests/request-cells.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { laneMissedAt } from './differences.ts';
import { highlightedHits, punchCardScene } from './draw.ts';
import { type PunchCardFrame, type PunchTarget, punchBox, punchCardFrame, punchCardHit } from './frame.ts';

export function punchCardFigure(records: PunchCardRecords, view: PictureView): Figure {
  const marks = punchCardMarks(records, punchCardFrame(records, view));
  return {
    ...captionOf(records),
    source: view.source,
    scene: punchCardScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => marks.at(punchCardHit(records, view, x, y)),
    markOf: marks.of,
    step: (highlight, _dx, dy) => stepLane(records, highlight, dy),
    table: () => requestTable(records),
  };
}

function captionOf({ request, predicted, rows }: PunchCardRecords): Caption {
  const differences = laneDifferences(request, predicted);
  const compared = differingDetail(differences);
  const detail =
    rows === 'lanes'
      ? `lanes × banks; dot = ${bytesPerLane(request.access)} B, line = shared word`
      : 'wavefronts × banks; warm = excess; order of wavefronts is illustrative';
  return {
    title: 'Punch card',
    text: differences.length > 0 ? `by ${rows === 'lanes' ? 'lane' : 'wavefront'}` : `${rows} × banks`,
    detail: `${detail}${compared}`,
    differing: differingText(differences),
  };
}

/** The next active lane up or down. */
function stepLane(records: PunchCardRecords, highlight: Highlight, dy: number): Highlight {
  const { access, cost } = records.request;
  const at = highlightedHits(records, highlight)[0]?.lane;
  let lane = at === undefined ? (cost.hits[0]?.lane ?? 0) : at + dy;
  while (lane >= 0 && lane < LANES && !isActive(access, lane)) lane += Math.sign(dy) || 1;
  const cell = lane < 0 || lane >= LANES ? null : cellOfLane(records, lane);
  return cell === null ? highlight : { cell, bank: null };
}

const requestTable = ({ request }: PunchCardRecords): Table => ({
  columns: ['lane', 'address', 'banks', 'phase', 'wavefront'],
  rows: Array.from({ length: LANES }, (_, lane) => {
    const hits = request.cost.hits.filter(hit => hit.lane === lane);
    if (hits.length === 0) return [`${lane}`, '—', '—', '—', '—'];
    const banks = hits.map(hit => hit.bank).join(' ');
    return [
      `${lane}`,
      addressText(request.access.address[lane]),
      banks,
      `${hits[0].phase + 1}`,
      `${hits[0].wavefront + 1}`,
    ];
  }),
});

// Words about a place of the punch card: its lanes, their address, when they are served, where they differ.

interface PunchCardMarks {
  at(target: PunchTarget | null): Mark | null;
  of(highlight: Highlight): Mark | null;
}

function punchCardMarks(records: PunchCardRecords, frame: PunchCardFrame): PunchCardMarks {
  const markOfHits = (hits: readonly WordHit[], { row, bank }: PunchTarget): Mark | null => {
    if (hits.length === 0) return null;
    const cell = cellOfLane(records, hits[0].lane);
    return {
      highlight: { cell, bank: cell === null ? hits[0].bank : null },
      box: punchBox(frame, row, bank),
      lens: { title: laneText([...new Set(hits.map(hit => hit.lane))]), lines: hitLines(records, hits) },
      pickable: cell !== null,
    };
  };
  return {
    at: target => target && markOfHits(hitsAt(records, target), target),
    of(highlight) {
      const hits = highlightedHits(records, highlight).slice(0, 1);
      const mark = hits.length === 0 ? null : markOfHits(hits, placeOf(records, hits[0]));
      // A bank or a wide request holds more facts than the first: the one asked for stays.
      return mark && { ...mark, highlight };
    },
  };
}

const placeOf = ({ rows }: PunchCardRecords, { lane, wavefront, bank }: WordHit): PunchTarget => ({
  row: rows === 'lanes' ? lane : wavefront,
  bank,
});

/** A row of the card by lanes is one lane's; by wavefronts a cell is what its bank serves, or the lane it should serve. */
function hitsAt(records: PunchCardRecords, target: PunchTarget): readonly WordHit[] {
  const { hits } = records.request.cost;
  if (records.rows === 'lanes') return hits.filter(hit => hit.lane === target.row);
  const served = hits.filter(hit => hit.wavefront === target.row && hit.bank === target.bank);
  if (served.length > 0) return served;
  const missed = laneMissedAt(records, target);
  return missed === null ? [] : hits.filter(hit => hit.lane === missed);
}

function cellOfLane({ layout, request }: PunchCardRecords, lane: number): Cell | null {
  const cell = layout === null ? null : cellAt(layout, request.access.address[lane]);
  return cell === 'pad' ? null : cell;
}

function hitLines(records: PunchCardRecords, hits: readonly WordHit[]): string[] {
  const { layout, request, predicted } = records;
  const [{ lane, lanesOnWord, phase, wavefront }] = hits;
  const { cost, access } = request;
  const cell = cellOfLane(records, lane);
  const address = access.address[lane];
  const phases = cost.phases.length > 1 ? `, phase ${phase + 1} of ${cost.phases.length}` : '';
  const lanes = new Set(hits.map(hit => hit.lane));
  return [
    ...(layout === null || cell === null
      ? []
      : [`row ${cell.row}, column ${cell.column}`, elementFormula(layout, cell)]),
    `${addressText(address)} → ${bankText(address, Math.max(WORD_BYTES, bytesPerLane(access)))}`,
    `wavefront ${wavefront + 1} of ${cost.wavefronts}${phases}`,
    ...(lanesOnWord > 1 ? [`word shared by ${count(lanesOnWord, 'lane')}`] : []),
    ...differenceLines(laneDifferences(request, predicted).filter(d => lanes.has(d.lane))),
  ];
}
