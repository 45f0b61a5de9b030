/**
 * How fast pictures are made, without a screen: the scene of a 256 × 256 tile when it is new, when the pointer moves,
 * when zoomed in, and when zoomed by a step; its SVG; and the scenes of the 64 × 64 tile. Medians of several rounds, in
 * milliseconds.
 */
import { LANES } from '../../src/base/hardware.ts';
import { costOfAccess } from '../../src/model/banks/wavefronts.ts';
import { byteAddressOf, type TileLayout } from '../../src/model/layout/tile-layout.ts';
import { bankMapScene } from '../../src/pictures/bank-map/draw.ts';
import type { TileGridRecords } from '../../src/pictures/records.ts';
import { svgDocument } from '../../src/pictures/scene/svg.ts';
import { themes } from '../../src/pictures/theme.ts';
import { tileGridFrame, tileGridHit, tileGridScene } from '../../src/pictures/tile-grid/draw.ts';
import { defaultView } from '../../src/pictures/view.ts';
import { type Access, NO_PC } from '../../src/trace/access-trace.ts';

const ROUNDS = 31;

const layoutOf = (size: number): TileLayout => ({
  rows: size,
  columns: size,
  elementBytes: 4,
  pitchElements: size + 1,
  swizzle: { kind: 'none' },
  baseBytes: 0,
});

function recordsOf(layout: TileLayout): TileGridRecords {
  const access: Access = {
    cta: 0,
    warp: 0,
    pc: NO_PC,
    space: 'shared',
    kind: 'load',
    widthBytes: 4,
    activeMask: 0xffff_ffff,
    interval: 0,
    line: 0,
    file: '',
    address: Float64Array.from({ length: LANES }, (_, lane) => byteAddressOf(layout, lane, 5)),
  };
  return { layout, request: { access, cost: costOfAccess(access) }, colourBy: 'bank' };
}

/** Median milliseconds; the first rounds warm the code up and are dropped. */
function median(work: (round: number) => void): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + 10; round++) {
    const start = performance.now();
    work(round);
    times.push(performance.now() - start);
  }
  return times.slice(10).toSorted((a, b) => a - b)[ROUNDS >> 1];
}

const view = defaultView(themes.light, 'predicted', 394);
/** Cells at full size, so that all 65,536 are drawn. */
const everyCell = { ...defaultView(themes.light, 'predicted', 1400), maxHeight: 1400, cellPx: { min: 5, max: 5 } };

export function run() {
  const large = recordsOf(layoutOf(256));
  const middle = recordsOf(layoutOf(64));
  const { plot } = tileGridFrame(large, everyCell);
  // A new layout object each time, so that nothing is kept from the round before.
  const anew = () => tileGridScene({ ...large, layout: { ...large.layout } }, everyCell);
  const hover = (round: number) => {
    const target = tileGridHit(large, everyCell, plot.x + 10 + round, plot.y + 10 + round);
    const cell = target?.kind === 'cell' ? target.cell : null;
    tileGridScene(large, { ...everyCell, highlight: { cell, bank: null } });
  };
  const zoom = (round: number) => {
    const k = 1 + round / 8;
    tileGridScene(large, { ...everyCell, zoom: { k, x: -plot.x * (k - 1), y: -plot.y * (k - 1) } });
  };
  const scene = anew();
  const group = { id: 'A', parts: [{ x: 0, y: 0, scene }] };
  const frame = { width: scene.width, height: scene.height, title: '', description: '', background: null };
  const rows = [
    ['256 × 256 tile: scene anew', median(anew)],
    ['256 × 256 tile: pointer moves', median(hover), 'at most 16'],
    ['256 × 256 tile: zoom step', median(zoom), 'at most 16'],
    ['256 × 256 tile: SVG', median(() => svgDocument({ ...frame, groups: [group] }))],
    ['64 × 64 tile and bank map anew', median(() => bothOf(middle)), 'at most 16'],
  ] as const;
  return rows.map(([name, value, goal]) => ({
    name,
    value: Number(value.toFixed(2)),
    unit: 'ms',
    ...(goal && { goal }),
  }));
}

function bothOf(records: TileGridRecords): void {
  const layout = { ...records.layout };
  tileGridScene({ ...records, layout }, view);
  bankMapScene({ layout, request: records.request, lineCount: null }, view);
}
