/** What the page calls a warp's accesses of shared memory: which tile they reach, and where in it they begin. */
import { cellAt, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { Access } from '../../trace/access-trace.ts';
import type { GemmBuild } from './build.ts';
import { type NamedTile, rowsTileAt, tileAtAddress } from './tiles.ts';

/** The tile of an access's first lane; null without an access. */
export function tileOf(build: GemmBuild, access: Access | null): NamedTile | null {
  const first = access?.address.find(address => address >= 0);
  if (access === null || first === undefined) return null;
  const isOfRows = build.version === 'v6-small' && (access.kind === 'stmatrix' || access.kind === 'load');
  return isOfRows ? rowsTileAt(build, first) : tileAtAddress(build, first);
}

/** 'stage 1 A, row 32, k 16'; of C, 'C of warp 2, row 0, column 16'. */
export function requestName(build: GemmBuild, access: Access | null): string {
  const tile = tileOf(build, access);
  if (tile === null || access === null) return 'no such access';
  const cells = Array.from(access.address, address => cellOf(tile.layout, address)).filter(cell => cell !== null);
  const [row, column] = [Math.min(...cells.map(cell => cell.row)), Math.min(...cells.map(cell => cell.column))];
  return `${tile.name}, row ${row}, ${tile.isOutput ? 'column' : 'k'} ${column}`;
}

function cellOf(layout: TileLayout, address: number) {
  const cell = address < 0 ? null : cellAt(layout, address);
  return cell === 'pad' ? null : cell;
}
