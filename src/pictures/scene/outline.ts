/** The outline of a set of grid cells, as one path: what marks a request as one thing. */
import type { Cell } from '../../model/layout/tile-layout.ts';

type Corner = readonly [column: number, row: number];

export interface CellPlacement {
  readonly x: number;
  readonly y: number;
  readonly pitchX: number;
  readonly pitchY: number;
  /** How far the outline keeps from the cells' pitch boxes; negative runs inside. */
  readonly outset: number;
}

/** SVG path data; '' for no cells. Runs clockwise round each island, holes the other way. */
export function outlinePath(cells: readonly Cell[], place: CellPlacement): string {
  return outlineLoops(cells)
    .map(loop => loopPath(loop, place))
    .join('');
}

const key = (column: number, row: number): string => `${column},${row}`;

/** Closed loops of corners, cells on the right-hand side. */
export function outlineLoops(cells: readonly Cell[]): Corner[][] {
  const next = boundaryEdges(cells);
  const loops: Corner[][] = [];
  for (const start of next.keys()) {
    while ((next.get(start)?.length ?? 0) > 0) loops.push(walk(next, start));
  }
  return loops.map(dropStraightCorners);
}

/** Start corner to end corners of the edges between a cell and the outside. */
function boundaryEdges(cells: readonly Cell[]): Map<string, Corner[]> {
  const inside = new Set(cells.map(({ row, column }) => key(column, row)));
  const next = new Map<string, Corner[]>();
  const add = (fromColumn: number, fromRow: number, to: Corner): void => {
    const from = key(fromColumn, fromRow);
    next.set(from, [...(next.get(from) ?? []), to]);
  };
  for (const name of inside) {
    const [c, r] = name.split(',').map(Number);
    if (!inside.has(key(c, r - 1))) add(c, r, [c + 1, r]);
    if (!inside.has(key(c + 1, r))) add(c + 1, r, [c + 1, r + 1]);
    if (!inside.has(key(c, r + 1))) add(c + 1, r + 1, [c, r + 1]);
    if (!inside.has(key(c - 1, r))) add(c, r + 1, [c, r]);
  }
  return next;
}

function walk(next: Map<string, Corner[]>, start: string): Corner[] {
  const loop: Corner[] = [];
  const [column, row] = start.split(',').map(Number);
  let at: Corner = [column, row];
  let heading: Corner = [0, 0];
  do {
    loop.push(at);
    const exits = next.get(key(at[0], at[1]))!;
    const to = exits.length === 1 ? exits.pop()! : takeRightTurn(exits, at, heading);
    heading = [to[0] - at[0], to[1] - at[1]];
    at = to;
  } while (key(at[0], at[1]) !== start);
  return loop;
}

/** If two cells touch only at a corner, turns right: each cell gets a loop of its own. */
function takeRightTurn(exits: Corner[], at: Corner, [dx, dy]: Corner): Corner {
  const right = exits.findIndex(to => to[0] - at[0] === -dy && to[1] - at[1] === dx);
  return exits.splice(Math.max(0, right), 1)[0];
}

const isStraight = (a: Corner, b: Corner, c: Corner): boolean =>
  (a[0] === b[0] && b[0] === c[0]) || (a[1] === b[1] && b[1] === c[1]);

const dropStraightCorners = (loop: Corner[]): Corner[] =>
  loop.filter((corner, i) => !isStraight(loop.at(i - 1)!, corner, loop[(i + 1) % loop.length]));

/** Moves every edge outwards by `outset`: a corner moves along the normals of its two edges. */
function loopPath(loop: readonly Corner[], { x, y, pitchX, pitchY, outset }: CellPlacement): string {
  const points = loop.map((corner, i) => {
    const [px, py] = loop.at(i - 1)!;
    const [nx, ny] = loop[(i + 1) % loop.length];
    const normalX = Math.sign(corner[1] - py) + Math.sign(ny - corner[1]);
    const normalY = Math.sign(px - corner[0]) + Math.sign(corner[0] - nx);
    return `${round(x + corner[0] * pitchX + normalX * outset)} ${round(y + corner[1] * pitchY + normalY * outset)}`;
  });
  return `M${points.join('L')}Z`;
}

const round = (v: number): number => Math.round(v * 100) / 100;
