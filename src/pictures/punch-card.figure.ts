/** The punch card in words: caption, lens, keyboard, table. */
import { addressText } from '../base/numerals.ts';
import type { WordHit } from '../model/banks/wavefronts.ts';
import { type Cell, cellAt } from '../model/layout/tile-layout.ts';
import { LANES } from '../trace/access-trace.ts';
import { bankText, count, elementFormula, WORD_BYTES } from './address-text.ts';
import type { Figure } from './figure.ts';
import { type PunchTarget, punchBox, punchCardFrame, punchCardHit } from './punch-card.frame.ts';
import { highlightedHits, punchCardScene } from './punch-card.geometry.ts';
import type { PunchCardRecords } from './records.ts';
import { bytesPerLane, isActive, laneText } from './request-cells.ts';
import type { Highlight, Mark, PictureView, Table } from './view.ts';

export function punchCardFigure(records: PunchCardRecords, view: PictureView): Figure {
  const frame = punchCardFrame(records, view);
  const { cost, access } = records.request;
  const isLanes = records.rows === 'lanes';
  const hitsAt = ({ row, bank }: PunchTarget): WordHit[] =>
    cost.hits.filter(hit => (isLanes ? hit.lane === row : hit.wavefront === row && hit.bank === bank));
  const markOfHits = (hits: readonly WordHit[]): Mark => {
    const cell = cellOfLane(records, hits[0].lane);
    return {
      highlight: { cell, bank: cell === null ? hits[0].bank : null },
      box: punchBox(frame, isLanes ? hits[0].lane : hits[0].wavefront, hits[0].bank),
      lens: { title: laneText([...new Set(hits.map(hit => hit.lane))]), lines: hitLines(records, hits[0]) },
      pickable: cell !== null,
    };
  };
  return {
    title: 'Punch card',
    text: isLanes ? lanesCaption(bytesPerLane(access)) : 'wavefronts × banks; warm = excess',
    source: view.source,
    scene: punchCardScene(records, view),
    zoomable: null,
    hit(x, y) {
      const target = punchCardHit(records, view, x, y);
      const hits = target === null ? [] : hitsAt(target);
      return hits.length === 0 ? null : markOfHits(hits);
    },
    markOf(highlight) {
      const hits = highlightedHits(records, highlight);
      return hits.length === 0 ? null : markOfHits(hits.slice(0, 1));
    },
    step: (highlight, _dx, dy) => stepLane(records, highlight, dy),
    table: () => requestTable(records),
  };
}

const lanesCaption = (bytes: number): string => `lanes × banks; dot = ${bytes} B, line = shared word`;

function cellOfLane({ layout, request }: PunchCardRecords, lane: number): Cell | null {
  const cell = layout === null ? null : cellAt(layout, request.access.address[lane]);
  return cell === 'pad' ? null : cell;
}

function hitLines(records: PunchCardRecords, hit: WordHit): string[] {
  const { layout, request } = records;
  const { cost, access } = request;
  const cell = cellOfLane(records, hit.lane);
  const address = access.address[hit.lane];
  const phases = cost.phases.length > 1 ? `, phase ${hit.phase + 1} of ${cost.phases.length}` : '';
  return [
    ...(layout === null || cell === null
      ? []
      : [`row ${cell.row}, column ${cell.column}`, elementFormula(layout, cell)]),
    `${addressText(address)} → ${bankText(address, Math.max(WORD_BYTES, bytesPerLane(access)))}`,
    `wavefront ${hit.wavefront + 1} of ${cost.wavefronts}${phases}`,
    ...(hit.lanesOnWord > 1 ? [`word shared by ${count(hit.lanesOnWord, 'lane')}`] : []),
  ];
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
