/** The closed form of `tile.cu`: which address every lane of a CTA touches. */
import { LANES } from '../../base/hardware.ts';
import { byteAddressOf, sizeBytes, type TileLayout } from '../../model/layout/tile-layout.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { startOf, type TensorDim } from './tensor-dims.ts';

/** Warps of a CTA, as in tile.cu. */
export const WARPS = 8;

/** Matrices that are transposed. */
export interface TileMatrices {
  /** Fastest in the input: its elements lie side by side in a row. */
  readonly across: TensorDim;
  /** Fastest in the output. */
  readonly down: TensorDim;
  /** All other dimensions, the output's fastest first: they count the matrices. */
  readonly others: readonly TensorDim[];
}

interface Tiles {
  readonly matrices: TileMatrices;
  readonly layout: TileLayout;
  /** Addresses by name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/** Tiles of a matrix, along each of its sides. */
export const tilesOf = ({ across, down }: TileMatrices, { rows, columns }: TileLayout): readonly [number, number] => [
  Math.ceil(across.extent / columns),
  Math.ceil(down.extent / rows),
];

/** Row and column of the tile that a thread accesses. */
type CellOf = (thread: number) => readonly [row: number, column: number];

type AddressAt = (row: number, column: number) => number;

export function predictTile(cta: number, tiles: Tiles): Prediction {
  const { layout } = tiles;
  const { input, output, isInside } = globalCells(cta, tiles);
  const tile: AddressAt = (row, column) => byteAddressOf(layout, row, column);
  const access =
    (of: Pick<CtaAccess, 'space' | 'kind' | 'interval'>, addressAt: AddressAt) =>
    (cellOf: CellOf): CtaAccess => ({
      ...of,
      widthBytes: layout.elementBytes,
      addressOf: thread => {
        const [row, column] = cellOf(thread);
        return isInside(row, column) ? addressAt(row, column) : null;
      },
    });
  const read = access({ space: 'global', kind: 'load', interval: 0 }, input);
  const store = access({ space: 'shared', kind: 'store', interval: 0 }, tile);
  const load = access({ space: 'shared', kind: 'load', interval: 1 }, tile);
  const write = access({ space: 'global', kind: 'store', interval: 1 }, output);
  const lanes = Array.from({ length: layout.columns / LANES }, (_, part) => part * LANES);
  const accesses = [
    ...lanes.flatMap(first => [...alongRows(layout, first).map(read), ...alongRows(layout, first).map(store)]),
    ...lanes.flatMap(first => alongColumns(layout, first).flatMap(cellOf => [load(cellOf), write(cellOf)])),
  ];
  return { trace: ctaTrace(cta, WARPS * LANES, accesses), tile: layout, sharedBytes: sizeBytes(layout) };
}

/** The steps of the warps down the tile, their lanes being in the columns from `first` on. */
const alongRows = ({ rows }: TileLayout, first: number): CellOf[] =>
  Array.from({ length: rows / WARPS }, (_, step) => thread => [
    step * WARPS + Math.floor(thread / LANES),
    first + (thread % LANES),
  ]);

/** The same with rows and columns exchanged. */
const alongColumns = (layout: TileLayout, first: number): CellOf[] =>
  alongRows(layout, first).map(cellOf => thread => {
    const [column, row] = cellOf(thread);
    return [row, column];
  });

/** Places of a CTA's cells in the input and in the output. */
function globalCells(cta: number, { matrices, layout, buffers }: Tiles) {
  const { across, down, others } = matrices;
  const [tilesAcross, tilesDown] = tilesOf(matrices, layout);
  const left = (cta % tilesAcross) * layout.columns;
  const top = (Math.floor(cta / tilesAcross) % tilesDown) * layout.rows;
  const start = startOf(others, Math.floor(cta / (tilesAcross * tilesDown)));
  const address = (buffer: string, element: number) => buffers.get(buffer)! + element * layout.elementBytes;
  const input: AddressAt = (row, column) => address('in', start.input + (top + row) * down.inStride + left + column);
  const output: AddressAt = (row, column) =>
    address('out', start.output + (left + column) * across.outStride + top + row);
  return {
    input,
    output,
    isInside: (row: number, column: number) => top + row < down.extent && left + column < across.extent,
  };
}
