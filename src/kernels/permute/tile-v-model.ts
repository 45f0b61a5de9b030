/** The closed form of `tile-v.cu`: which address every lane of a CTA touches. */
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { WideBlock } from '../../model/permute/time/wide-blocks.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { blockStart, type PieceStart, type Pieces } from './pieces.ts';
import type { TensorDim } from './tensor-dims.ts';

interface WideTiles {
  readonly block: WideBlock;
  readonly pieces: Pieces;
  readonly dims: readonly TensorDim[];
  readonly layout: TileLayout;
  /** Accesses of a thread under way at once. */
  readonly held: number;
  /** Addresses by name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/** An element of a block, by its number along each side. */
type Cell = readonly [across: number, acrossNext: number, down: number, downNext: number];

type CellOf = (thread: number) => Cell | null;

type AddressAt = (cell: Cell) => number;

/** What a thread moves from the first cell on: a vector across, or down. */
export function predictWideTile(cta: number, tiles: WideTiles): Prediction {
  const { block, layout, held } = tiles;
  const start = blockStart(tiles.pieces, cta);
  const { input, output } = globalCells(tiles, start);
  const tile: AddressAt = cell => tileAddress(tiles, cell);
  const access =
    (of: Pick<CtaAccess, 'space' | 'kind' | 'interval'>, addressAt: AddressAt) =>
    (cellOf: CellOf): CtaAccess => ({
      ...of,
      widthBytes: block.vector * layout.elementBytes,
      addressOf: thread => {
        const cell = cellOf(thread);
        return cell?.every((at, side) => at < start.left[side]) ? addressAt(cell) : null;
      },
    });
  const read = access({ space: 'global', kind: 'load', interval: 0 }, input);
  const store = access({ space: 'shared', kind: 'store', interval: 0 }, tile);
  const load = access({ space: 'shared', kind: 'load', interval: 1 }, tile);
  const write = access({ space: 'global', kind: 'store', interval: 1 }, output);
  const vectors = upTo(held).map(i => vectorAt(block, i * block.threads));
  const accesses = [
    ...vectors.map(read),
    ...vectors.map(store),
    ...upTo(Math.ceil(held / block.vector)).flatMap(i => {
      const square = squareAt(block, i * block.threads);
      const inSquare = upTo(block.vector);
      return [
        ...inSquare.map(row => load(below(square, row))),
        ...inSquare.map(column => write(beside(square, column))),
      ];
    }),
  ];
  return { trace: ctaTrace(cta, block.threads, accesses), tile: layout, sharedBytes: block.sharedBytes };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** The digits of a number, the first with the least weight; null beyond the last one. */
function digitsOf(number: number, counts: readonly number[]): number[] | null {
  let rest = number;
  const digits = counts.map(count => {
    const digit = rest % count;
    rest = Math.floor(rest / count);
    return digit;
  });
  return rest === 0 ? digits : null;
}

/** The vector across that a thread loads. */
function vectorAt({ lengths, vector }: WideBlock, first: number): CellOf {
  const [across, acrossNext, down, downNext] = lengths;
  return thread => {
    const digits = digitsOf(first + thread, [across / vector, acrossNext, down, downNext]);
    return digits && [digits[0] * vector, digits[1], digits[2], digits[3]];
  };
}

/** The upper left cell of the square that a thread turns. */
function squareAt({ lengths, vector }: WideBlock, first: number): CellOf {
  const [across, acrossNext, down, downNext] = lengths;
  return thread => {
    const digits = digitsOf(first + thread, [down / vector, downNext, across / vector, acrossNext]);
    return digits && [digits[2] * vector, digits[3], digits[0] * vector, digits[1]];
  };
}

const movedBy =
  (cellOf: CellOf, across: number, down: number): CellOf =>
  thread => {
    const cell = cellOf(thread);
    return cell && [cell[0] + across, cell[1], cell[2] + down, cell[3]];
  };

const below = (square: CellOf, row: number): CellOf => movedBy(square, 0, row);
const beside = (square: CellOf, column: number): CellOf => movedBy(square, column, 0);

/** Rows of a square lie one behind the other, and squares in the order of the output. */
function tileAddress({ block: { lengths, vector }, layout }: WideTiles, cell: Cell): number {
  const [across, , down, downNext] = lengths;
  const row = (cell[1] * downNext + cell[3]) * down + cell[2];
  return byteAddressOf(layout, Math.floor(row / vector), (row % vector) * across + cell[0]);
}

/** Where the cells of a CTA's block are from and go to. */
function globalCells({ block: { sides }, dims, layout, buffers }: WideTiles, { input, output }: PieceStart) {
  const along = (buffer: string, first: number, stride: 'inStride' | 'outStride'): AddressAt => {
    const strides = sides.map(side => (side === null ? 0 : dims[side][stride]));
    return cell => {
      const element = cell.reduce((sum, at, side) => sum + at * strides[side], first);
      return buffers.get(buffer)! + element * layout.elementBytes;
    };
  };
  return { input: along('in', input, 'inStride'), output: along('out', output, 'outStride') };
}
