/** The picture of steps in words: caption, lens, keyboard, table; its rulers choose a step and a warp. */

import { popcount32 } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import { cellAt } from '../../model/layout/tile-layout.ts';
import { addressFormula, bankOf, count } from '../address-text.ts';
import type { Caption, Figure, Handle } from '../figure.ts';
import type { WarpStep, WarpStepsRecords } from '../records.ts';
import { isActive } from '../requests/request-cells.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { highlightedLanes, laneDegree, requestOfWarp, stepWavefronts, warpStepsScene } from './draw.ts';
import { laneBox, type WarpStepsFrame, warpBox, warpStepsFrame, warpStepsHit } from './frame.ts';

export function warpStepsFigure(records: WarpStepsRecords, view: PictureView): Figure {
  const frame = warpStepsFrame(records, view);
  return {
    ...captionOf(records),
    source: view.source,
    scene: warpStepsScene(records, view),
    zoomable: null,
    handles: rulers(frame, records),
    hit(x, y) {
      const target = warpStepsHit(frame, records, x, y);
      if (target === null) return null;
      const { kind, step } = target;
      return kind === 'lane'
        ? laneMark(frame, records, step, target.lane)
        : warpMark(frame, records, step, target.warp);
    },
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, dx, dy) => stepLane(records, highlight, dx + dy),
    table: () => stepTable(records),
  };
}

const activeLanes = ({ requests }: WarpStep): number =>
  requests.reduce((sum, { access }) => sum + popcount32(access.activeMask), 0);

const meanText = (lanes: number, requests: number): string => (requests === 0 ? '—' : (lanes / requests).toFixed(1));

const sum = (steps: readonly WarpStep[], of: (step: WarpStep) => number): number =>
  steps.reduce((total, step) => total + of(step), 0);

function captionOf({ steps, warps, chosen }: WarpStepsRecords): Caption {
  const requests = sum(steps, step => step.requests.length);
  const wavefronts = sum(steps, stepWavefronts);
  const lanes = meanText(sum(steps, activeLanes), requests);
  return {
    title: 'Steps',
    text: `${count(wavefronts, 'wavefront')}; mean ${lanes} of 32 lanes`,
    detail:
      `${count(steps.length, 'step')} of ${count(warps, 'warp')}: ${count(requests, 'request')}, ` +
      `${count(wavefronts, 'wavefront')}, ${lanes} of 32 lanes active on average; left: the lanes of warp ${chosen.warp}; ` +
      'right: all warps, filled as far as their lanes are active; colour = words of one bank',
    differing: '',
  };
}

function rulers(frame: WarpStepsFrame, { steps, warps }: WarpStepsRecords): Handle[] {
  const along = (offset: number, pitch: number, length: number) =>
    Math.min(length - 1, Math.max(0, Math.floor(offset / pitch)));
  const height = frame.bottom - frame.rowsY;
  return [
    {
      name: 'row',
      box: { x: 0, y: frame.rowsY, width: frame.labelX, height },
      valueAt: (_, to) => along(to.y - frame.rowsY, frame.rowPitch, steps.length),
    },
    {
      name: 'column',
      box: { x: frame.warpsX, y: 0, width: warps * frame.warpPitch, height: frame.bottom },
      valueAt: (_, to) => along(to.x - frame.warpsX, frame.warpPitch, warps),
    },
  ];
}

function laneMark(frame: WarpStepsFrame, records: WarpStepsRecords, at: number, lane: number): Mark | null {
  const { layout, steps, chosen } = records;
  const request = requestOfWarp(steps[at], chosen.warp);
  if (request === null || !isActive(request.access, lane)) return null;
  const address = request.access.address[lane];
  const cell = cellAt(layout, address);
  const element = cell === 'pad' ? null : cell;
  const degree = laneDegree(request, lane);
  return {
    highlight: { cell: element, bank: element === null ? bankOf(address) : null },
    box: laneBox(frame, at, lane),
    lens: {
      title: `${steps[at].name}, warp ${chosen.warp} lane ${lane}`,
      lines: [
        ...(element === null ? [] : [addressFormula(layout, element)]),
        degree > 1 ? `one of ${degree} words of its bank` : 'alone in its bank, or on the same word',
      ],
    },
    pickable: element !== null,
  };
}

function warpMark(frame: WarpStepsFrame, { steps }: WarpStepsRecords, at: number, warp: number): Mark {
  const request = requestOfWarp(steps[at], warp);
  const lines =
    request === null
      ? ['no lane takes part']
      : [
          `${popcount32(request.access.activeMask)} of ${LANES} lanes`,
          `${count(request.cost.wavefronts, 'wavefront')}, ideal ${request.cost.ideal}`,
        ];
  const lens = { title: `${steps[at].name}, warp ${warp}`, lines };
  return { highlight: null, box: warpBox(frame, at, warp), lens, pickable: false };
}

/** Place in the chosen step if the chosen warp accesses it there, otherwise in the first step in which it does. */
function placeOf(records: WarpStepsRecords, highlight: Highlight): { step: number; lane: number } | null {
  const lanes = highlightedLanes(records, highlight);
  return lanes.find(({ step }) => step === records.chosen.step) ?? lanes[0] ?? null;
}

function markOf(frame: WarpStepsFrame, records: WarpStepsRecords, highlight: Highlight): Mark | null {
  const place = placeOf(records, highlight);
  return place && laneMark(frame, records, place.step, place.lane);
}

/** Along the active lanes of the chosen request. */
function stepLane(records: WarpStepsRecords, highlight: Highlight, by: number): Highlight {
  const { layout, steps, chosen } = records;
  const request = chosen.step < steps.length ? requestOfWarp(steps[chosen.step], chosen.warp) : null;
  if (request === null) return highlight;
  const { access } = request;
  const active = Array.from({ length: LANES }, (_, lane) => lane).filter(lane => isActive(access, lane));
  const place = placeOf(records, highlight);
  const from = place?.step === chosen.step ? active.indexOf(place.lane) : -1;
  const next = from < 0 ? 0 : Math.min(active.length - 1, Math.max(0, from + by));
  const cell = cellAt(layout, access.address[active[next]]);
  return cell === null || cell === 'pad' ? highlight : { cell, bank: null };
}

const stepTable = ({ steps }: WarpStepsRecords): Table => ({
  columns: ['step', 'warps at work', 'active lanes', 'lanes per warp at work', 'wavefronts', 'ideal'],
  rows: steps.map(step => {
    const lanes = activeLanes(step);
    const { length } = step.requests;
    const ideal = step.requests.reduce((total, { cost }) => total + cost.ideal, 0);
    return [step.name, `${length}`, `${lanes}`, meanText(lanes, length), `${stepWavefronts(step)}`, `${ideal}`];
  }),
});
