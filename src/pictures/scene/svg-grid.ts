/** SVG text of a grid of cells. */
import { type CellGrid, NO_FILL, type PlacedGrid, UNTAGGED } from './scene.ts';
import { opacityText, px, tagText } from './svg-marks.ts';

export function gridText(placed: PlacedGrid): string {
  const { grid, gapX } = placed;
  const cells = grid.address === null ? plainCells(placed) : taggedCells(placed);
  return `<g shape-rendering="${gapX === 0 ? 'crispEdges' : 'auto'}">\n${cells.join('\n')}\n</g>`;
}

const cellPlace = ({ grid, x, y, pitchX, pitchY }: PlacedGrid, i: number): [x: string, y: string] => {
  const column = i % grid.columns;
  return [px(x + column * pitchX), px(y + ((i - column) / grid.columns) * pitchY)];
};

function taggedCells(placed: PlacedGrid): string[] {
  const { grid, pitchX, pitchY, gapX, gapY } = placed;
  const size = `width="${px(pitchX - gapX)}" height="${px(pitchY - gapY)}"`;
  const cells: string[] = [];
  for (let i = 0; i < grid.fill.length; i++) {
    if (grid.fill[i] === NO_FILL) continue;
    const [x, y] = cellPlace(placed, i);
    cells.push(`<rect x="${x}" y="${y}" ${size} fill="${grid.palette[grid.fill[i]]}"${cellStateText(grid, i)}/>`);
  }
  return cells;
}

/** Cells that stand for nothing in particular: one path per colour and opacity. */
function plainCells(placed: PlacedGrid): string[] {
  const { grid, pitchX, pitchY, gapX, gapY } = placed;
  const cell = `h${px(pitchX - gapX)}v${px(pitchY - gapY)}h${px(gapX - pitchX)}z`;
  const paths = new Map<string, string>();
  for (let i = 0; i < grid.fill.length; i++) {
    if (grid.fill[i] === NO_FILL) continue;
    const look = `fill="${grid.palette[grid.fill[i]]}"${opacityText(opacityOf(grid, i))}`;
    paths.set(look, `${paths.get(look) ?? ''}M${cellPlace(placed, i).join(' ')}${cell}`);
  }
  return [...paths].map(([look, d]) => `<path ${look} d="${d}"/>`);
}

const opacityOf = ({ opacity }: CellGrid, i: number): number => opacity?.[i] ?? 100;

const cellStateText = (grid: CellGrid, i: number): string =>
  opacityText(opacityOf(grid, i)) +
  tagText(grid.lane?.[i] ?? UNTAGGED, grid.bank?.[i] ?? UNTAGGED, grid.address?.[i] ?? UNTAGGED);
