/** The closed form of `tile-short.cu`: which address every lane of a CTA touches. */
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import { type BoxSide, CUTS } from '../../model/permute/time/box-sides.ts';
import { type ShortBlock, spareBytesOf } from '../../model/permute/time/short-blocks.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { type boxGrid, tileStart, upTo } from './tile-grid.ts';

interface ShortTiles {
  readonly block: ShortBlock;
  readonly grid: ReturnType<typeof boxGrid>;
  readonly layout: TileLayout;
  /** Of the dimensions that are cut. */
  readonly totals: readonly [across: number, down: number];
  /** Addresses by name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/** Same value as in tile-short.cuh. */
const HELD = 4;

export function predictShortTile(cta: number, tiles: ShortTiles): Prediction {
  const { block, grid, layout, totals } = tiles;
  const start = tileStart(grid, cta);
  const left = [totals[0] - start.across, totals[1] - start.down, Number.POSITIVE_INFINITY];
  const accesses = [...boxLoads(tiles, start.input, left), ...boxWrites(tiles, start.output, left)];
  return { trace: ctaTrace(cta, block.threads, accesses), tile: layout, sharedBytes: block.sharedBytes };
}

/** Where an access lies: its first element in global memory, its first place in the box, the digit of the fastest dimension. */
interface BoxAccess {
  readonly element: number;
  readonly place: number;
  readonly first: number;
}

/** Null beyond the end of a dimension that boxes cut. */
function boxAccess(number: number, { dims }: BoxSide, left: readonly number[]): BoxAccess | null {
  let [rest, element, place] = [number, 0, 0];
  for (const { length, stride, place: apart, step, cut } of dims) {
    const digit = rest % length;
    rest = Math.floor(rest / length);
    if (digit * step >= left[CUTS.indexOf(cut)]) return null;
    element += digit * stride;
    place += digit * apart;
  }
  return { element, place, first: number % dims[0].length };
}

const placeAddress = ({ layout }: ShortTiles, place: number): number =>
  byteAddressOf(layout, Math.floor(place / layout.columns), place % layout.columns);

/** A thread has several accesses under way before the first is stored. */
function boxLoads(tiles: ShortTiles, from: number, left: readonly number[]): CtaAccess[] {
  const { block, layout, buffers } = tiles;
  const { input, threads } = block;
  const widthBytes = input.vector * layout.elementBytes;
  const accessOf = (number: number): BoxAccess | null =>
    number < input.accesses ? boxAccess(number, input, left) : null;
  const turns = Math.ceil(input.accesses / (HELD * threads));
  return upTo(turns).flatMap(turn => {
    const numbers = upTo(HELD).map(i => (thread: number) => (turn * HELD + i) * threads + thread);
    const loads = numbers.map(
      (numberOf): CtaAccess => ({
        ...{ space: 'global', kind: 'load', interval: 0, widthBytes },
        addressOf: thread => {
          const access = accessOf(numberOf(thread));
          return access === null ? null : buffers.get('in')! + (from + access.element) * layout.elementBytes;
        },
      }),
    );
    const pieceBytes = Math.min(widthBytes, spareBytesOf(layout.elementBytes));
    const pieces = upTo(widthBytes / pieceBytes);
    const stores = numbers.flatMap(numberOf =>
      pieces.map(
        (piece): CtaAccess => ({
          ...{ space: 'shared', kind: 'store', interval: 0, widthBytes: pieceBytes },
          addressOf: thread => {
            const number = numberOf(thread);
            return accessOf(number) === null ? null : placeAddress(tiles, number * input.vector) + piece * pieceBytes;
          },
        }),
      ),
    );
    return [...loads, ...stores];
  });
}

/** Each thread gathers a vector element by element, and writes it. */
function boxWrites(tiles: ShortTiles, to: number, left: readonly number[]): CtaAccess[] {
  const { block, layout, buffers } = tiles;
  const { output, threads } = block;
  const [fastest, next] = output.dims;
  const { elementBytes } = layout;
  const placeOf = ({ place, first }: BoxAccess, k: number): number => {
    const rows = Math.floor((first + k) / fastest.length);
    return place + k * fastest.place + rows * ((next?.place ?? 0) - fastest.length * fastest.place);
  };
  return upTo(Math.ceil(output.accesses / threads)).flatMap(turn => {
    const accessOf = (thread: number): BoxAccess | null => {
      const number = turn * threads + thread;
      return number < output.accesses ? boxAccess(number * output.vector, output, left) : null;
    };
    const loads = upTo(output.vector).map(
      (k): CtaAccess => ({
        ...{ space: 'shared', kind: 'load', interval: 1, widthBytes: elementBytes },
        addressOf: thread => {
          const access = accessOf(thread);
          return access === null ? null : placeAddress(tiles, placeOf(access, k));
        },
      }),
    );
    const write: CtaAccess = {
      ...{ space: 'global', kind: 'store', interval: 1, widthBytes: output.vector * elementBytes },
      addressOf: thread => {
        const access = accessOf(thread);
        return access === null ? null : buffers.get('out')! + (to + access.element) * elementBytes;
      },
    };
    return [...loads, write];
  });
}
