/** Tiles of C that a CTA computes, and the contents of its shared memory, in closed form. */
import { roundUp } from '../../base/bits.ts';
import { WARPGROUP_WARPS } from '../../base/hardware.ts';
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import { clusterCtas, ELEMENT_BYTES, type GemmBuild, operandBytes, TILE_K, tileKOf } from './build.ts';
import type { GemmSize } from './launch.ts';
import { endsInHalves } from './versions.ts';

export const ROW_BYTES = TILE_K * ELEMENT_BYTES;

/** Tiles below each other that come before the next column of tiles. */
const RASTER_ROWS = 8;

/** First row and column of C. */
export interface TileCorner {
  readonly row: number;
  readonly column: number;
}

export function placeInCluster({ clusterM, clusterN }: GemmBuild, cta: number): TileCorner {
  const rank = cta % (clusterM * clusterN);
  return { row: rank % clusterM, column: Math.floor(rank / clusterM) };
}

/** One after the other; a cluster's CTAs have neighbouring tiles. `ctas`: of the grid. */
export function tilesOf(build: GemmBuild, { m, n }: GemmSize, cta: number, ctas: number): TileCorner[] {
  const { tileM, tileN, clusterM, clusterN } = build;
  const size = clusterCtas(build);
  const rows = Math.ceil(m / (tileM * clusterM));
  const columns = Math.ceil(n / (tileN * clusterN));
  const place = placeInCluster(build, cta);
  const corners: TileCorner[] = [];
  for (let i = Math.floor(cta / size); i < rows * columns; i += ctas / size) {
    const at = tileAt(i, rows, columns);
    const [row, column] = [at.row * clusterM + place.row, at.column * clusterN + place.column];
    corners.push({ row: row * tileM, column: column * tileN });
  }
  return corners;
}

/** Bands of some rows of tiles, column by column within a band. */
function tileAt(index: number, rows: number, columns: number): TileCorner {
  const band = Math.floor(index / (RASTER_ROWS * columns));
  const within = index % (RASTER_ROWS * columns);
  const height = Math.min(RASTER_ROWS, rows - band * RASTER_ROWS);
  return { row: band * RASTER_ROWS + (within % height), column: Math.floor(within / height) };
}

export const stepsOf = (build: Pick<GemmBuild, 'elementType'>, { k }: Pick<GemmSize, 'k'>): number =>
  Math.ceil(k / tileKOf(build));

/** The steps along K that a CTA takes, of which a cluster's CTAs may have a part each. */
export function ownSteps(build: GemmBuild, size: Pick<GemmSize, 'k'>, cta: number): { first: number; end: number } {
  const { splits } = build;
  const [rank, all] = [cta % splits, stepsOf(build, size)];
  return { first: Math.floor((all * rank) / splits), end: Math.floor((all * (rank + 1)) / splits) };
}

export type GemmOperand = 'a' | 'b';

/** Rows of A, or columns of B, that a stage holds. */
export const operandRows = ({ tileM, tileN }: GemmBuild, operand: GemmOperand): number =>
  operand === 'a' ? tileM : tileN;

const stageBytes = ({ tileM, tileN }: GemmBuild): number => (tileM + tileN) * ROW_BYTES;

/** Rows of 128 bytes. */
const swizzled = (rows: number, elementBytes: number, baseBytes: number): TileLayout => ({
  rows,
  columns: ROW_BYTES / elementBytes,
  elementBytes,
  pitchElements: ROW_BYTES / elementBytes,
  swizzle: { kind: 'address', swizzles: tmaSwizzle('128B').swizzles },
  baseBytes,
});

export const operandTile = (build: GemmBuild, stage: number, operand: GemmOperand): TileLayout =>
  swizzled(
    operandRows(build, operand),
    operandBytes(build),
    stage * stageBytes(build) + (operand === 'a' ? 0 : build.tileM * ROW_BYTES),
  );

/** Rows of a box of C on its way out, and columns: as wide as the swizzle. Boxes lie behind stages and barriers. */
export const BOX_ROWS = 16;
export const BOX_COLUMNS = TILE_K;
function boxesPerWarp({ version, tileN }: GemmBuild): number {
  if (endsInHalves(version)) return tileN / BOX_COLUMNS;
  return tileN < 128 ? 1 : 2;
}

const boxesStart = (build: GemmBuild): number =>
  build.stages * stageBytes(build) + roundUp(2 * build.stages * 8, 8 * ROW_BYTES);

/** A warp has as many as it fills at a time. Where C leaves half by half, both warpgroups have the same. */
export function boxTile(build: GemmBuild, warp: number, box: number): TileLayout {
  const own = boxesPerWarp(build);
  const place = endsInHalves(build.version) ? warp % WARPGROUP_WARPS : warp;
  return swizzled(BOX_ROWS, ELEMENT_BYTES, boxesStart(build) + (place * own + (box % own)) * BOX_ROWS * ROW_BYTES);
}

/** Rows of C of a warp, in the ring's memory when no stage is needed any more: a chunk lies between them. */
export const rowsTile = ({ tileN }: GemmBuild, warp: number): TileLayout => ({
  rows: BOX_ROWS,
  columns: tileN,
  elementBytes: ELEMENT_BYTES,
  pitchElements: tileN + ROWS_GAP,
  swizzle: { kind: 'none' },
  baseBytes: warp * BOX_ROWS * (tileN + ROWS_GAP) * ELEMENT_BYTES,
});
const ROWS_GAP = 16 / ELEMENT_BYTES;

/** A tile in shared memory, and what it is. */
export interface NamedTile {
  readonly name: string;
  readonly layout: TileLayout;
  /** Whether it is a tile of C, whose columns do not run along K. */
  readonly isOutput: boolean;
}

/** The warp's rows of C that an address lies in, where these take the ring's place. */
export function rowsTileAt(build: GemmBuild, address: number): NamedTile {
  const warp = Math.floor(address / (BOX_ROWS * (build.tileN + ROWS_GAP) * ELEMENT_BYTES));
  return { name: `C of warp ${warp}`, layout: rowsTile(build, warp), isOutput: true };
}

/** The tile that an address lies in. */
export function tileAtAddress(build: GemmBuild, address: number): NamedTile {
  const stage = Math.floor(address / stageBytes(build));
  if (stage < build.stages) {
    const operand = address % stageBytes(build) < build.tileM * ROW_BYTES ? 'a' : 'b';
    return {
      name: `stage ${stage} ${operand.toUpperCase()}`,
      layout: operandTile(build, stage, operand),
      isOutput: false,
    };
  }
  const i = Math.floor((address - boxesStart(build)) / (BOX_ROWS * ROW_BYTES));
  const warp = Math.floor(i / boxesPerWarp(build));
  const whose = endsInHalves(build.version) ? `warps ${warp} and ${warp + WARPGROUP_WARPS}` : `warp ${warp}`;
  return { name: `C of ${whose}`, layout: boxTile(build, warp, i % boxesPerWarp(build)), isOutput: true };
}
