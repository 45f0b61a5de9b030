/**
 * The transpose in closed form: which address every lane of a CTA touches, from the tile's layout and the matrices'
 * shapes. It knows nothing of the compiled kernel.
 */
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { cornerOf, sharedBytes, type Threads, threadsOf, tileLayout, tileSizeOf } from './geometry.ts';
import { launchOf } from './launch.ts';
import type { TransposeParams } from './params.ts';
import { type TransposeVariant, usesTile } from './variants.ts';

/** Byte address of the vector that starts at a cell of the CTA's tile. */
type AddressAt = (row: number, column: number) => number;

type CellOf = (x: number, y: number) => readonly [row: number, column: number];

type Access = (cellOf: CellOf) => CtaAccess;

type What = Pick<CtaAccess, 'space' | 'kind' | 'interval'>;

export function predict(variant: TransposeVariant, p: TransposeParams, cta: number): Prediction {
  const threads = threadsOf(variant, p);
  const accesses = usesTile(variant) ? throughTile(variant, p, cta, threads) : straight(variant, p, cta, threads);
  return {
    trace: ctaTrace(cta, threads.x * threads.y, accesses),
    tile: usesTile(variant) ? tileLayout(variant, p) : null,
    sharedBytes: sharedBytes(variant, p),
  };
}

/** Each lane reads an element and writes it. */
function straight(variant: TransposeVariant, p: TransposeParams, cta: number, threads: Threads): CtaAccess[] {
  const { read, write } = globalAccesses(variant, p, cta, threads, 0);
  return rowsOf(threads).flatMap(cell => [read(cell), write(cell)]);
}

/** Rows into the tile; after the barrier columns out of it, as many at once as a vector has elements. */
function throughTile(variant: TransposeVariant, p: TransposeParams, cta: number, threads: Threads): CtaAccess[] {
  const interval = variant === 'missing-barrier' ? 0 : 1;
  const { read, write, accessBy } = globalAccesses(variant, p, cta, threads, interval);
  const layout = tileLayout(variant, p);
  const place: AddressAt = (row, column) => byteAddressOf(layout, row, column);
  const store = accessBy({ space: 'shared', kind: 'store', interval: 0 }, place);
  const load = accessBy({ space: 'shared', kind: 'load', interval }, place, threads.parts);
  const rows = rowsOf(threads);
  const stored = threads.holds
    ? [...rows.map(read), ...rows.map(store)]
    : rows.flatMap(cell => [read(cell), store(cell)]);
  const written = squaresOf(threads).flatMap(square => [...square.rows.map(load), ...square.columns.map(write)]);
  return [...stored, ...written];
}

/** Accesses to the matrices: vectors along rows of the input, and along rows of the output, which are columns of the tile. */
function globalAccesses(
  variant: TransposeVariant,
  p: TransposeParams,
  cta: number,
  threads: Threads,
  interval: number,
) {
  const { left, top } = cornerOf(variant, p, cta);
  const { columns: width } = tileSizeOf(variant, p);
  const buffers = bufferAddresses(launchOf(variant, p));
  const address = (buffer: string, element: number): number => buffers.get(buffer)! + element * p.elementBytes;
  const input: AddressAt = (row, column) => address('in', (top + row) * p.columns + left + column);
  const output: AddressAt = (row, column) => address('out', (left + column) * p.rows + top + row);
  const isInside = (row: number, column: number): boolean =>
    column < width && top + row < p.rows && left + column < p.columns;
  const accessBy =
    (what: What, addressAt: AddressAt, parts = 1): Access =>
    cellOf => ({
      ...what,
      widthBytes: (threads.vector * p.elementBytes) / parts,
      addressOf(thread) {
        const [row, column] = cellOf(thread % threads.x, Math.floor(thread / threads.x));
        return isInside(row, column) ? addressAt(row, column) : null;
      },
    });
  const read = accessBy({ space: 'global', kind: 'load', interval: 0 }, input);
  return { accessBy, read, write: accessBy({ space: 'global', kind: 'store', interval }, output) };
}

/** The vectors of a row at each step of the threads down the tile. */
const rowsOf = ({ y: step, vector, down }: Threads): CellOf[] =>
  Array.from({ length: (down * vector) / step }, (_, i) => (x, y) => [i * step + y, x * vector]);

/** For each step across the tile: the rows of a thread's part of a square, and the columns made of them. */
const squaresOf = ({ x: across, y: step, vector, down, parts }: Threads) =>
  Array.from({ length: (down * parts) / step }, (_, i) => {
    const columns = vector / parts;
    // Neighbours have the parts of a square, then the square below.
    const cornerOf: CellOf = (x, y) => {
      const number = (i * step + y) * across + x;
      const [part, square] = [number % parts, Math.floor(number / parts)];
      return [(square % down) * vector, Math.floor(square / down) * vector + part * columns];
    };
    const from =
      (rows: number, across: number): CellOf =>
      (x, y) => {
        const [row, column] = cornerOf(x, y);
        return [row + rows, column + across];
      };
    return {
      rows: Array.from({ length: vector }, (__, k) => from(k, 0)),
      columns: Array.from({ length: columns }, (__, k) => from(0, k)),
    };
  });
