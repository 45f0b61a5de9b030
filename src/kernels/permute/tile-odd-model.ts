/** The closed form of `tile-odd.cu`: which address every lane of a CTA touches. */
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import { alongOf, type OddBlock } from '../../model/permute/time/odd-blocks.ts';
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

/** All of a thread's words are loaded before the first is stored. */
function rowLoads(cta: Cta): CtaAccess[] {
  const { block, elements } = cta;
  const { word } = block;
  const load = { space: 'global', kind: 'load', interval: 0 } as const;
  const store = { space: 'shared', kind: 'store', interval: 0, ...cellsOf(cta, 1) } as const;
  const words = upTo(block.rows).flatMap(i => upTo(block.words).map(w => wordAt(cta, i, w)));
  const isWhole = (element: number): boolean => element + word <= elements;
  const whole = words.map(
    ({ element }): CtaAccess => ({
      ...{ ...load, ...cellsOf(cta, word) },
      addressOf: then(element, at => (isWhole(at) ? inputAt(cta, at) : null)),
    }),
  );
  const stores = words.flatMap(({ element, place }) =>
    upTo(word).map(
      (k): CtaAccess => ({
        ...store,
        addressOf: thread => then(element, at => (isWhole(at) ? place(thread, k) : null))(thread),
      }),
    ),
  );
  return [...whole, ...stores, ...lastElements(cta, words)];
}

/** Where the tensor ends within a word: one element after the other. */
function lastElements(cta: Cta, words: readonly Word[]): CtaAccess[] {
  const { block, elements } = cta;
  const whole = elements - (elements % block.word);
  const last = words.find(({ element }) => upTo(block.threads).some(thread => element(thread) === whole));
  if (whole === elements || last === undefined) return [];
  const only = (address: (thread: number) => number): ElementOf => {
    return thread => then(last.element, at => (at === whole ? address(thread) : null))(thread);
  };
  return upTo(elements - whole).flatMap((k): CtaAccess[] => [
    {
      ...{ space: 'global', kind: 'load', interval: 0, ...cellsOf(cta, 1) },
      addressOf: only(() => inputAt(cta, whole + k)),
    },
    {
      ...{ space: 'shared', kind: 'store', interval: 0, ...cellsOf(cta, 1) },
      addressOf: only(thread => last.place(thread, k)),
    },
  ]);
}

const cellsOf = ({ layout }: Cta, elements: number) => ({ widthBytes: elements * layout.elementBytes });

const inputAt = ({ buffers, layout }: Cta, element: number): number =>
  buffers.get('in')! + element * layout.elementBytes;

/** A word that threads load: its first element, and the address of its element `k` in shared memory. */
interface Word {
  readonly element: ElementOf;
  readonly place: (thread: number, k: number) => number;
}

/** Word `w` of a thread's row `i`. */
function wordAt(cta: Cta, i: number, w: number): Word {
  const { block, low, high, columns } = cta;
  const { word } = block;
  const along = alongOf(block);
  const rowOf = (thread: number): number => Math.floor(thread / along) + i * (block.threads / along);
  // Elements from the start of the row's first word.
  const furtherOf = (thread: number): number => ((thread % along) + w * along) * word;
  const beforeOf = (thread: number): number => firstOf(cta, low + rowOf(thread)) % word;
  return {
    element: thread => {
      const [row, before] = [low + rowOf(thread), beforeOf(thread)];
      const further = furtherOf(thread);
      return row < high && further < columns + before ? firstOf(cta, row) - before + further : null;
    },
    place: (thread, k) => tileAddress(cta, rowOf(thread), furtherOf(thread) - beforeOf(thread) + k),
  };
}

/** Element `column` of a row of shared memory; those of a word may begin before the row does. */
const tileAddress = ({ block, layout }: Cta, row: number, column: number): number =>
  byteAddressOf(layout, row, block.word - 1 + column);

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
  // Of vectors that are whole, or of others.
  const rowIf = (whole: boolean, k: number): ElementOf => {
    return thread => then(topOf, top => (isWhole(top) === whole ? rowOf(thread, k) : null))(thread);
  };
  const loadOf = (whole: boolean, k: number): CtaAccess => ({
    ...load,
    addressOf: thread => then(rowIf(whole, k), row => tileAddress(cta, row - cta.low, columnOf(thread)))(thread),
  });
  return [
    ...upTo(vector).map(k => loadOf(true, k)),
    {
      ...{ ...write, ...cellsOf(cta, vector) },
      addressOf: thread => then(rowIf(true, 0), top => outputAt(thread, top))(thread),
    },
    ...upTo(vector).flatMap((k): CtaAccess[] => [
      loadOf(false, k),
      {
        ...{ ...write, ...cellsOf(cta, 1) },
        addressOf: thread => then(rowIf(false, k), row => outputAt(thread, row))(thread),
      },
    ]),
  ];
}
