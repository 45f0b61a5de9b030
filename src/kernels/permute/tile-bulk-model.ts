/** The closed form of `tile-bulk.cu`: which address every lane of a CTA touches, and which bytes the copy engine moves. */
import { CHUNK_BYTES, LANES } from '../../base/hardware.ts';
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { BulkBlock } from '../../model/permute/time/bulk-blocks.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { besides, type gridOf, type TilePairs, tileStart, upTo } from './tile-grid.ts';

interface BulkTiles {
  readonly block: BulkBlock;
  readonly pairs: TilePairs;
  readonly grid: ReturnType<typeof gridOf>;
  readonly layout: TileLayout;
  /** Addresses by name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/** A CTA's block, as far as the tensor goes. */
interface Cta extends BulkTiles {
  readonly start: ReturnType<typeof tileStart>;
  readonly columns: number;
  readonly rows: number;
}

export function predictBulkTile(cta: number, tiles: BulkTiles): Prediction {
  const { block, pairs, layout } = tiles;
  const start = tileStart(tiles.grid, cta);
  const own: Cta = {
    ...{ ...tiles, start },
    columns: Math.min(pairs.across.length, pairs.across.total - start.across),
    rows: Math.min(pairs.down.length, pairs.down.total - start.down),
  };
  const squares = upTo(block.squares).map(i => squareAt(own, i * block.threads));
  const turns = Math.ceil(own.columns / block.threads);
  const accesses = [
    ...squares.flatMap(at => rowLoads(own, at)),
    ...squares.flatMap(at => columnStores(own, at)),
    ...upTo(turns).flatMap(turn => columnCopies(own, turn * block.threads)),
  ];
  return { trace: ctaTrace(cta, block.threads, accesses), tile: layout, sharedBytes: block.sharedBytes };
}

/** The first element of a thread's square, by its number along both pairs; null where it lies beyond the ends. */
type SquareOf = (thread: number) => readonly [across: number, down: number] | null;

function squareAt({ block, columns, rows }: Cta, first: number): SquareOf {
  const { vector } = block;
  const squares = block.lengths[0] / vector;
  return thread => {
    const number = first + thread;
    const [across, down] = [(number % squares) * vector, Math.floor(number / squares) * vector];
    return across < columns && down < rows ? [across, down] : null;
  };
}

const inSquare =
  (squareOf: SquareOf, address: (across: number, down: number) => number): CtaAccess['addressOf'] =>
  thread => {
    const at = squareOf(thread);
    return at === null ? null : address(...at);
  };

/** A vector of each row of the square. */
const rowLoads = ({ block, pairs, start, buffers, layout }: Cta, squareOf: SquareOf): CtaAccess[] =>
  upTo(block.vector).map(row => ({
    ...({ space: 'global', kind: 'load', widthBytes: CHUNK_BYTES, interval: 0 } as const),
    addressOf: inSquare(squareOf, (across, down) => {
      const element = start.input + start.across + across + besides(pairs.down, start.down + down + row);
      return buffers.get('in')! + element * layout.elementBytes;
    }),
  }));

const columnStores = (cta: Cta, squareOf: SquareOf): CtaAccess[] =>
  upTo(cta.block.vector).map(column => ({
    ...({ space: 'shared', kind: 'store', widthBytes: CHUNK_BYTES, interval: 0 } as const),
    addressOf: inSquare(squareOf, (across, down) => tileAddress(cta, across + column, down)),
  }));

/** Columns of a square lie one behind the other. */
const tileAddress = ({ block: { lengths, vector }, layout }: Cta, across: number, down: number): number =>
  byteAddressOf(layout, Math.floor(across / vector), (across % vector) * lengths[1] + down);

/** Each thread has a column written, and the copies of a warp's lanes come one after the other, each by its chunks. */
function columnCopies(cta: Cta, first: number): CtaAccess[] {
  const { pairs, start, buffers, layout, columns, rows } = cta;
  const chunks = (rows * layout.elementBytes) / CHUNK_BYTES;
  const output = (column: number): number => {
    const element = start.output + start.down + besides(pairs.across, start.across + column);
    return buffers.get('out')! + element * layout.elementBytes;
  };
  const sides = [
    ['shared', (column: number) => tileAddress(cta, column, 0)],
    ['global', output],
  ] as const;
  return upTo(LANES).flatMap(lane =>
    sides.flatMap(([space, addressOf]) =>
      upTo(Math.ceil(chunks / LANES)).map(
        (part): CtaAccess => ({
          ...({ space, kind: 'bulk', widthBytes: CHUNK_BYTES, interval: 1 } as const),
          addressOf: thread => {
            const column = first + thread - (thread % LANES) + lane;
            const chunk = part * LANES + (thread % LANES);
            return column < columns && chunk < chunks ? addressOf(column) + chunk * CHUNK_BYTES : null;
          },
        }),
      ),
    ),
  );
}
