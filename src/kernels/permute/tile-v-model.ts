/** The closed form of `tile-v.cu`: which address every lane of a CTA touches. */
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { TileBlock } from '../../model/permute/time/tile-blocks.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { besides, type gridOf, type TilePair, type TilePairs, tileStart, upTo } from './tile-grid.ts';

interface WideTiles {
  readonly block: TileBlock;
  readonly pairs: TilePairs;
  readonly grid: ReturnType<typeof gridOf>;
  readonly layout: TileLayout;
  /** Addresses by name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/** An element of a block, by its number along both pairs. */
type Cell = readonly [across: number, down: number];

type CellOf = (thread: number) => Cell;

type AddressAt = (cell: Cell) => number;

/** What a thread moves from the first cell on: a vector across, or down. */
export function predictWideTile(cta: number, tiles: WideTiles): Prediction {
  const { block, pairs, layout } = tiles;
  const start = tileStart(tiles.grid, cta);
  const ends = [endOf(pairs.across, start.across), endOf(pairs.down, start.down)];
  const { input, output } = globalCells(tiles, start);
  const tile: AddressAt = cell => tileAddress(tiles, cell);
  const access =
    (of: Pick<CtaAccess, 'space' | 'kind' | 'interval'>, addressAt: AddressAt) =>
    (cellOf: CellOf, elements = block.vector): CtaAccess => ({
      ...of,
      widthBytes: elements * layout.elementBytes,
      addressOf: thread => {
        const cell = cellOf(thread);
        return cell.every((at, side) => at < ends[side]) ? addressAt(cell) : null;
      },
    });
  const read = access({ space: 'global', kind: 'load', interval: 0 }, input);
  const store = access({ space: 'shared', kind: 'store', interval: 0 }, tile);
  const load = access({ space: 'shared', kind: 'load', interval: 1 }, tile);
  const write = access({ space: 'global', kind: 'store', interval: 1 }, output);
  const vectors = upTo(block.held).map(i => vectorAt(block, i * block.threads));
  const columns = Math.min(block.held, block.vector);
  const accesses = [
    ...vectors.map(cell => read(cell)),
    ...vectors.map(cell => store(cell)),
    ...upTo(block.held / columns).flatMap(i => {
      const part = partAt(block, columns, i * block.threads);
      return [
        ...upTo(block.vector).map(row => load(movedBy(part, 0, row), columns)),
        ...upTo(columns).map(column => write(movedBy(part, column, 0))),
      ];
    }),
  ];
  return { trace: ctaTrace(cta, block.threads, accesses), tile: layout, sharedBytes: block.sharedBytes };
}

/** Elements of a block along a pair that are there. */
const endOf = ({ length, total }: TilePair, start: number): number => Math.min(length, total - start);

/** The vector across that a thread loads. */
function vectorAt({ lengths: [across], vector }: TileBlock, first: number): CellOf {
  const vectors = across / vector;
  return thread => [((first + thread) % vectors) * vector, Math.floor((first + thread) / vectors)];
}

/** The upper left cell of what a thread turns: some columns of a square. Those of one square belong to neighbours. */
function partAt({ lengths: [, down], vector }: TileBlock, columns: number, first: number): CellOf {
  const [squares, parts] = [down / vector, vector / columns];
  return thread => {
    const square = Math.floor((first + thread) / parts);
    const across = Math.floor(square / squares) * vector + ((first + thread) % parts) * columns;
    return [across, (square % squares) * vector];
  };
}

const movedBy =
  (cellOf: CellOf, across: number, down: number): CellOf =>
  thread => {
    const cell = cellOf(thread);
    return [cell[0] + across, cell[1] + down];
  };

/** Rows of a square lie one behind the other, and squares in the order of the output. */
function tileAddress({ block: { lengths, vector }, layout }: WideTiles, [across, down]: Cell): number {
  return byteAddressOf(layout, Math.floor(down / vector), (down % vector) * lengths[0] + across);
}

/** Where the cells of a CTA's block are from and go to: side by side along one pair, and by strides along the other. */
function globalCells({ pairs, layout, buffers }: WideTiles, start: ReturnType<typeof tileStart>) {
  const { across, down } = start;
  const place = (buffer: string, element: number): number => buffers.get(buffer)! + element * layout.elementBytes;
  const input: AddressAt = cell => place('in', start.input + across + cell[0] + besides(pairs.down, down + cell[1]));
  const output: AddressAt = cell =>
    place('out', start.output + down + cell[1] + besides(pairs.across, across + cell[0]));
  return { input, output };
}
