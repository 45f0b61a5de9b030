/**
 * Accesses of a CTA of the single pass in closed form, tile by tile and role by role. Each warp makes its own in this
 * order; how those of different warps interleave is not said.
 */
import { CHUNK_BYTES, LANES, WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { CtaAccess } from '../cta-trace.ts';
import type { ScanParams } from './params.ts';
import * as ring from './ring.ts';

/** An access with its words for the page. */
export interface NamedAccess extends CtaAccess {
  /** At most seven characters. */
  readonly label: string;
  readonly name: string;
}

/** Where the launch's buffers lie. */
export type AddressOf = (buffer: 'in' | 'out' | 'sums' | 'left') => number;

const PER_VECTOR = WIDEST_ACCESS_BYTES / WORD_BYTES;
/** A word that CTAs tell each other. */
const TOLD_BYTES = 8;
/** Barriers of the CTA passed when the roles begin, and when they have ended. */
const RUNNING = 1;
const LEAVING = 2;

type Lane = (lane: number) => number | null;
type What = Pick<CtaAccess, 'space' | 'kind' | 'widthBytes'>;

/** A tile of a CTA: its number, the CTA's turn, its stage. */
interface At {
  readonly p: ScanParams;
  readonly tile: number;
  readonly stage: number;
  /** The CTA's tile before this one; null at its first. */
  readonly last: number | null;
  readonly addressOf: AddressOf;
}

export function singlePassAccesses(p: ScanParams, cta: number, addressOf: AddressOf): NamedAccess[] {
  const tiles = ring.ownTiles(p, cta);
  const places = tiles.map((tile, turn): At => {
    return { p, tile, stage: turn % ring.STAGES, last: tiles[turn - 1] ?? null, addressOf };
  });
  return [
    launchNumber(addressOf),
    ...places.flatMap(at => [...copied(at), ...lookedBack(at), ...summedUp(at), ...scanned(at)]),
    left(addressOf),
  ];
}

const isWhole = ({ p, tile }: At): boolean => (tile + 1) * p.tile <= p.elements;

/** One warp's access, by its lanes. */
function by(warp: number, { p, tile }: At, what: What, part: string, name: string, lane: Lane): NamedAccess {
  // Tiles are numbered from 0; the label has room for two digits.
  const label = `${tile % 100} ${part}`;
  const addressOf = (thread: number) => (Math.floor(thread / LANES) === warp ? lane(thread % LANES) : null);
  const labelled = { label, name: `tile ${tile} of ${ring.tilesOf(p)}, ${name}` };
  return { ...what, interval: RUNNING, addressOf, ...labelled };
}

const shared = (kind: 'load' | 'store', widthBytes: number): What => ({ space: 'shared', kind, widthBytes });
const global = (kind: 'load' | 'store', widthBytes: number): What => ({ space: 'global', kind, widthBytes });
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Every thread asks which launch this is. */
const launchNumber = (addressOf: AddressOf): NamedAccess => ({
  ...{ ...global('load', TOLD_BYTES), interval: 0, addressOf: () => addressOf('left') },
  ...{ label: 'launch', name: 'number of the launch' },
});

const left = (addressOf: AddressOf): NamedAccess => ({
  ...{ space: 'global', kind: 'atomic', widthBytes: TOLD_BYTES, interval: LEAVING },
  addressOf: thread => (thread === 0 ? addressOf('left') : null),
  ...{ label: 'left', name: 'the CTA has left' },
});

/** Rows of the engine's chunks: those of the side that is read come first. */
function bulk(warp: number, at: At, bytes: number, sides: readonly (readonly ['shared' | 'global', number])[]) {
  return sides.flatMap(([space, first]) =>
    numbers(bytes / CHUNK_BYTES / LANES).map(row =>
      by(warp, at, { space, kind: 'bulk', widthBytes: CHUNK_BYTES }, 'copy', 'copied', lane => {
        return first + (row * LANES + lane) * CHUNK_BYTES;
      }),
    ),
  );
}

function copied(at: At): NamedAccess[] {
  const { p, tile, stage, addressOf } = at;
  const from = addressOf('in') + tile * p.tile * WORD_BYTES;
  const to = ring.tileAt(p, stage);
  const warp = ring.COPIES;
  const sides = [['global', from] as const, ['shared', to] as const];
  if (isWhole(at)) return bulk(warp, at, p.tile * WORD_BYTES, sides);
  const here = p.elements - tile * p.tile;
  return numbers(p.tile / LANES).flatMap(pass => {
    const i = (lane: number) => pass * LANES + lane;
    const source: Lane = lane => (i(lane) < here ? from + i(lane) * WORD_BYTES : null);
    return [
      by(warp, at, global('load', WORD_BYTES), 'in', 'read lane by lane', source),
      by(warp, at, shared('store', WORD_BYTES), 'in', 'copied lane by lane', lane => to + i(lane) * WORD_BYTES),
    ];
  });
}

/** The sums of the tiles since the CTA's last one, 32 an access. */
function lookedBack(at: At): NamedAccess[] {
  const { p, tile, stage, last, addressOf } = at;
  const from = last ?? 0;
  const looks = numbers(Math.ceil((tile - from) / LANES)).map(look =>
    by(ring.LOOKS_BACK, at, global('load', TOLD_BYTES), 'back', 'looked back', lane => {
      const other = from + look * LANES + lane;
      return other < tile ? addressOf('sums') + other * TOLD_BYTES : null;
    }),
  );
  const start = ring.startAt(p, stage);
  const one: Lane = lane => (lane === 0 ? start : null);
  return [...looks, by(ring.LOOKS_BACK, at, shared('store', WORD_BYTES), 'from', 'its start', one)];
}

function summedUp(at: At): NamedAccess[] {
  const { p, tile, stage, addressOf } = at;
  const first = ring.tileAt(p, stage);
  const before: Lane = lane => (lane < ring.SCANNERS ? ring.beforeAt(p, stage, lane) : null);
  const told = addressOf('sums') + tile * TOLD_BYTES;
  return [
    ...numbers(p.tile / PER_VECTOR / LANES).map(row =>
      by(ring.SUMS, at, shared('load', WIDEST_ACCESS_BYTES), 'sum', `row ${row} summed up`, vectorsAt(first, row)),
    ),
    by(ring.SUMS, at, shared('store', WORD_BYTES), 'pre', 'the sums before each share', before),
    by(ring.SUMS, at, global('store', TOLD_BYTES), 'told', 'its sum told', lane => (lane === 0 ? told : null)),
  ];
}

/** A vector for each lane, side by side. */
const vectorsAt =
  (first: number, row: number): Lane =>
  lane =>
    first + (row * LANES + lane) * WIDEST_ACCESS_BYTES;

function scanned(at: At): NamedAccess[] {
  const { p, stage } = at;
  return numbers(ring.SCANNERS).flatMap(share => {
    const warp = ring.FIRST_SCANNER + share;
    const first = ring.tileAt(p, stage) + share * ring.shareOf(p) * WORD_BYTES;
    const rows = numbers(ring.rowsOf(p));
    const load = shared('load', WIDEST_ACCESS_BYTES);
    return [
      ...rows.map(row => by(warp, at, load, 'scan', `row ${row} of a share`, vectorsAt(first, row))),
      by(warp, at, shared('load', WORD_BYTES), 'from', 'its start', () => ring.startAt(p, stage)),
      by(warp, at, shared('load', WORD_BYTES), 'pre', 'the sum before the share', () => ring.beforeAt(p, stage, share)),
      ...(isWhole(at) ? leaving(at, share, first, rows) : leavingCut(at, share, rows)),
    ];
  });
}

/** Back to where they were, and from there by the engine. */
function leaving(at: At, share: number, first: number, rows: readonly number[]): NamedAccess[] {
  const { p, tile, addressOf } = at;
  const warp = ring.FIRST_SCANNER + share;
  const to = addressOf('out') + (tile * p.tile + share * ring.shareOf(p)) * WORD_BYTES;
  const store = shared('store', WIDEST_ACCESS_BYTES);
  const sides = [['shared', first] as const, ['global', to] as const];
  return [
    ...rows.map(row => by(warp, at, store, 'out', `row ${row} of a share`, vectorsAt(first, row))),
    ...bulk(warp, at, ring.shareOf(p) * WORD_BYTES, sides),
  ];
}

/** Element by element, as far as the array goes. */
function leavingCut(at: At, share: number, rows: readonly number[]): NamedAccess[] {
  const { p, tile, addressOf } = at;
  const first = tile * p.tile + share * ring.shareOf(p);
  return rows.flatMap(row =>
    numbers(PER_VECTOR).map(part =>
      by(ring.FIRST_SCANNER + share, at, global('store', WORD_BYTES), 'out', 'written element by element', lane => {
        const i = first + (row * LANES + lane) * PER_VECTOR + part;
        return i < p.elements ? addressOf('out') + i * WORD_BYTES : null;
      }),
    ),
  );
}
