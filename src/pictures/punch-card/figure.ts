/** The punch card in words: caption, keyboard, table. */
import { LANES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import type { Caption, Figure } from '../figure.ts';
import type { PunchCardRecords } from '../records.ts';
import { differingDetail, differingText, laneDifferences } from '../requests/lane-differences.ts';
import { bytesPerLane, isActive } from '../requests/request-cells.ts';
import type { Highlight, PictureView, Table } from '../view.ts';
import { highlightedHits, punchCardScene } from './draw.ts';
import { punchCardFrame, punchCardHit } from './frame.ts';
import { cellOfLane, punchCardMarks } from './marks.ts';

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
