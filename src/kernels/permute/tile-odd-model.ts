/** The closed form of `tile-odd.cu`: which address every lane of a CTA touches. */
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import { type OddBlock, rowVectorsOf } from '../../model/permute/time/odd-blocks.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { besides, type gridOf, type TilePairs, type TileStart, tileStart, upTo } from './tile-grid.ts';

interface OddTiles {
  readonly block: OddBlock;
  readonly pairs: TilePairs;
  readonly grid: ReturnType<typeof gridOf>;
  readonly layout: TileLayout;
  /** Of the tensor. */
  readonly elements: number;
  /** Addresses by name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/** A CTA's block: rows of the pair down from `low` to `high`, and where its first one would start. */
interface Cta extends OddTiles {
  readonly start: TileStart;
  readonly low: number;
  readonly high: number;
  readonly columns: number;
}

export function predictOddTile(cta: number, tiles: OddTiles): Prediction {
  const { block, pairs, layout } = tiles;
  const start = tileStart(tiles.grid, cta);
  const { length, total } = pairs.down;
  const own: Cta = {
    ...{ ...tiles, start },
    low: Math.max(0, start.down - (block.cut - 1)),
    high: Math.min(start.down + length, total),
    columns: Math.min(pairs.across.length, pairs.across.total - start.across),
  };
  const turns = Math.ceil((own.columns * (length / block.vector)) / block.threads);
  const accesses = [...rowLoads(own), ...upTo(turns).flatMap(turn => columnWrites(own, turn * block.threads))];
  return { trace: ctaTrace(cta, block.threads, accesses), tile: layout, sharedBytes: block.sharedBytes };
}

/** The elements that a number of vectors start with, and their places, or null. */
type ElementOf = (thread: number) => number | null;

const then =
  (of: ElementOf, address: (element: number) => number | null): ElementOf =>
  thread => {
    const element = of(thread);
    return element === null ? null : address(element);
  };

/** Where a row of the block starts in the input: the number of its first element. */
const firstOf = ({ start, pairs }: Cta, row: number): number => start.input + start.across + besides(pairs.down, row);

/** All of a thread's vectors are loaded before the first is stored. */
function rowLoads(cta: Cta): CtaAccess[] {
  const { block, elements } = cta;
  const { vector, held, threads } = block;
  const load = { space: 'global', kind: 'load', interval: 0 } as const;
  const vectors = upTo(held).map(i => vectorAt(cta, i * threads));
  const whole = vectors.map(
    ({ element }): CtaAccess => ({
      ...{ ...load, ...cellsOf(cta, vector) },
      addressOf: then(element, at => (at + vector <= elements ? inputAt(cta, at) : null)),
    }),
  );
  // Where the tensor ends within a vector.
  const last = vectors.flatMap(({ element }) =>
    upTo(vector - 1).map(
      (k): CtaAccess => ({
        ...{ ...load, ...cellsOf(cta, 1) },
        addressOf: then(element, at => (at + vector > elements && at + k < elements ? inputAt(cta, at + k) : null)),
      }),
    ),
  );
  const stores = vectors.map(
    ({ place }): CtaAccess => ({
      space: 'shared',
      kind: 'store',
      interval: 0,
      ...cellsOf(cta, vector),
      addressOf: place,
    }),
  );
  return [...whole, ...last, ...stores];
}

const cellsOf = ({ layout }: Cta, elements: number) => ({ widthBytes: elements * layout.elementBytes });

const inputAt = ({ buffers, layout }: Cta, element: number): number =>
  buffers.get('in')! + element * layout.elementBytes;

/** The vector that a thread loads: its first element, and its address in shared memory. */
function vectorAt(cta: Cta, number: number): { readonly element: ElementOf; readonly place: ElementOf } {
  const { block, low, high, columns } = cta;
  const rowVectors = rowVectorsOf(block);
  const element: ElementOf = thread => {
    const [row, along] = [Math.floor((number + thread) / rowVectors), (number + thread) % rowVectors];
    const first = firstOf(cta, low + row);
    const at = (Math.floor(first / block.vector) + along) * block.vector;
    return low + row < high && at < first + columns ? at : null;
  };
  const place: ElementOf = thread => {
    if (element(thread) === null) return null;
    return tileAddress(
      cta,
      Math.floor((number + thread) / rowVectors),
      ((number + thread) % rowVectors) * block.vector,
    );
  };
  return { element, place };
}

/** Element `along` of a row of shared memory, in vectors as they are in the input. */
function tileAddress({ block, layout }: Cta, row: number, along: number): number {
  const { vector } = block;
  return byteAddressOf(layout, Math.floor(row / vector), (row % vector) * rowVectorsOf(block) * vector + along);
}

/** The vectors of columns that threads write, from `number` on. */
interface ColumnVectors {
  readonly columnOf: (thread: number) => number;
  /** The row that the vector begins in, which may lie before the first one; null where there is none. */
  readonly topOf: ElementOf;
  /** The row of its element `k`, or null. */
  readonly rowOf: (thread: number, k: number) => number | null;
  readonly outputAt: (thread: number, row: number) => number;
}

function columnVectors(
  { block, pairs, start, low, high, columns, buffers, layout }: Cta,
  number: number,
): ColumnVectors {
  const { vector, cut } = block;
  const slots = pairs.down.length / vector;
  const columnOf = (thread: number): number => Math.floor((number + thread) / slots);
  const outputOf = (column: number): number => start.output + besides(pairs.across, start.across + column);
  const topOf: ElementOf = thread => {
    const column = columnOf(thread);
    if (column >= columns) return null;
    const top = start.down + ((number + thread) % slots) * vector - (outputOf(column) % cut);
    return top < high && top + vector > low ? top : null;
  };
  const rowOf: ColumnVectors['rowOf'] = (thread, k) =>
    then(topOf, top => (top + k < low || top + k >= high ? null : top + k))(thread);
  const outputAt: ColumnVectors['outputAt'] = (thread, row) =>
    buffers.get('out')! + (outputOf(columnOf(thread)) + row) * layout.elementBytes;
  return { columnOf, topOf, rowOf, outputAt };
}

/** Each thread loads a vector of a column element by element, and writes it: whole, or in pieces where the pair starts or ends. */
function columnWrites(cta: Cta, number: number): CtaAccess[] {
  const { vector } = cta.block;
  const { columnOf, topOf, rowOf, outputAt } = columnVectors(cta, number);
  const isWhole = (top: number): boolean => top >= cta.low && top + vector <= cta.high;
  const load = { space: 'shared', kind: 'load', interval: 1, ...cellsOf(cta, 1) } as const;
  const write = { space: 'global', kind: 'store', interval: 1 } as const;
  return [
    ...upTo(vector).map(
      (k): CtaAccess => ({
        ...load,
        addressOf: thread => {
          const row = rowOf(thread, k);
          return row === null ? null : tileAddress(cta, row - cta.low, (firstOf(cta, row) % vector) + columnOf(thread));
        },
      }),
    ),
    {
      ...{ ...write, ...cellsOf(cta, vector) },
      addressOf: thread => then(topOf, top => (isWhole(top) ? outputAt(thread, top) : null))(thread),
    },
    ...upTo(vector).map(
      (k): CtaAccess => ({
        ...{ ...write, ...cellsOf(cta, 1) },
        addressOf: thread => {
          const row = rowOf(thread, k);
          return row === null || isWhole(row - k) ? null : outputAt(thread, row);
        },
      }),
    ),
  ];
}
