/** What a place of the punch card says of itself: its lanes, their address, when they are served, where they differ. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import type { WordHit } from '../../model/banks/wavefronts.ts';
import { type Cell, cellAt } from '../../model/layout/tile-layout.ts';
import { bankText, count, elementFormula } from '../address-text.ts';
import type { PunchCardRecords } from '../records.ts';
import { differenceLines, laneDifferences } from '../requests/lane-differences.ts';
import { bytesPerLane, laneText } from '../requests/request-cells.ts';
import type { Highlight, Mark } from '../view.ts';
import { laneMissedAt } from './differences.ts';
import { highlightedHits } from './draw.ts';
import { type PunchCardFrame, type PunchTarget, punchBox } from './frame.ts';

interface PunchCardMarks {
  at(target: PunchTarget | null): Mark | null;
  of(highlight: Highlight): Mark | null;
}

export function punchCardMarks(records: PunchCardRecords, frame: PunchCardFrame): PunchCardMarks {
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

export function cellOfLane({ layout, request }: PunchCardRecords, lane: number): Cell | null {
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
