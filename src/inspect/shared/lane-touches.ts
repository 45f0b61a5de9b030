/**
 * Records what lanes, and copies without a tensor map, write to a CTA's shared memory and read from it, access by
 * access.
 */
import { LANES } from '../../base/hardware.ts';
import type { Access, AccessKind } from '../../trace/access-trace.ts';
import type { ProfiledInstruction } from '../../trace/execution-profile.ts';
import type { FoundPiece } from './pieces.ts';
import type { PlaceNames } from './place-names.ts';

/** The least that a bank conflict or a swizzle moves. */
const GRANULE_BYTES = 8;
/** Rows of a tile are padded by so much at most; beyond it another piece begins. */
const GAP_BYTES = 64;
/** Granules of the largest shared memory that a CTA can have. */
const MOST_GRANULES = 2 ** 18 / GRANULE_BYTES;

/** Granules that one instruction touched. */
interface Touched {
  readonly pc: number;
  readonly kind: AccessKind;
  /** For each granule of shared memory: 1 if it was touched. */
  readonly granules: Uint8Array;
}

/** For one instruction that copies: the least device address of each request. */
interface CopiedFrom {
  readonly pc: number;
  readonly addresses: ReadonlySet<number>;
}

export interface LaneTouches {
  readonly touched: readonly Touched[];
  readonly copied: readonly CopiedFrom[];
}

/** Enough to see which buffers an instruction copies from. */
const MOST_ADDRESSES = 64;

export class LaneTouchesBuilder {
  readonly #cta: number;
  readonly #touched = new Map<number, Touched>();
  readonly #copied = new Map<number, Set<number>>();

  /** Linear number: that of others is not looked at. */
  constructor(cta: number) {
    this.#cta = cta;
  }

  add({ cta, pc, space, kind, widthBytes, address }: Access): void {
    if (cta !== this.#cta) return;
    if (space === 'shared') this.#touch(pc, kind, widthBytes, address);
    else if (space === 'global' && isCopy(kind)) this.#copy(pc, address);
  }

  finish(): LaneTouches {
    const copied = [...this.#copied].map(([pc, addresses]) => ({ pc, addresses }));
    return { touched: [...this.#touched.values()], copied };
  }

  #touch(pc: number, kind: AccessKind, widthBytes: number, address: Float64Array): void {
    let known = this.#touched.get(pc);
    if (known === undefined) {
      known = { pc, kind, granules: new Uint8Array(MOST_GRANULES) };
      this.#touched.set(pc, known);
    }
    const { granules } = known;
    for (let lane = 0; lane < LANES; lane++) {
      const at = address[lane];
      if (at < 0) continue;
      const last = Math.floor((at + widthBytes - 1) / GRANULE_BYTES);
      for (let granule = Math.floor(at / GRANULE_BYTES); granule <= last; granule++) granules[granule] = 1;
    }
  }

  #copy(pc: number, address: Float64Array): void {
    const known = this.#copied.get(pc) ?? new Set();
    this.#copied.set(pc, known);
    const first = address.find(at => at >= 0);
    if (first !== undefined && known.size < MOST_ADDRESSES) known.add(first);
  }
}

/** The touches of all parts of a run; the CTA is in one of the parts. */
export const joinedTouches = (parts: readonly LaneTouches[]): LaneTouches => ({
  touched: parts.flatMap(({ touched }) => touched),
  copied: parts.flatMap(({ copied }) => copied),
});

const isCopy = (kind: AccessKind): boolean => kind === 'copy' || kind === 'bulk';

/** Pieces: one for each tensor and stretch of copies, and one for each type and stretch of lanes' accesses. */
export function lanePieces(
  { touched, copied }: LaneTouches,
  names: PlaceNames,
  instructions: readonly ProfiledInstruction[],
): FoundPiece[] {
  const sources = new Map(copied.map(({ pc, addresses }) => [pc, names.ofAll(addresses)]));
  const texts = new Map(instructions.map(({ pc, text }) => [pc, text]));
  const sorts = new Map<string, Sort>();
  for (const { pc, kind, granules } of touched) {
    const sort = sortOf(kind, sources.get(pc) ?? '', texts.get(pc) ?? '');
    const key = `${sort.by} ${sort.of} ${sort.type}`;
    const known = sorts.get(key);
    if (known === undefined) sorts.set(key, { ...sort, granules: granules.slice() });
    else
      granules.forEach((bit, i) => {
        known.granules[i] |= bit;
      });
  }
  return [...sorts.values()].flatMap(stretchesOf);
}

interface Sort {
  readonly by: 'copy' | 'accesses';
  readonly of: string;
  readonly type: string;
  readonly granules: Uint8Array;
}

const sortOf = (kind: AccessKind, source: string, text: string): Omit<Sort, 'granules'> =>
  isCopy(kind) ? { by: 'copy', of: source, type: '' } : { by: 'accesses', of: '', type: typeOf(text, kind) };

function stretchesOf({ by, of, type, granules }: Sort): FoundPiece[] {
  const pieces: { from: number; to: number }[] = [];
  for (let granule = granules.indexOf(1); granule >= 0; granule = granules.indexOf(1, granule + 1)) {
    const from = granule * GRANULE_BYTES;
    const last = pieces.at(-1);
    if (last && from - last.to <= GAP_BYTES) last.to = from + GRANULE_BYTES;
    else pieces.push({ from, to: from + GRANULE_BYTES });
  }
  return pieces.map(({ from, to }) => ({
    ...{ by, of, byteOffset: from, sizeBytes: to - from },
    ...{ types: type === '' ? [] : [type], swizzle: null, rowBytes: 0 },
  }));
}

/** 'f32' of `ld.shared.v4.f32`; of matrices of 8 x 8 elements, `b16`. */
function typeOf(text: string, kind: AccessKind): string {
  const mnemonic = text.replace(/^@\S+\s+/, '').split(/\s/)[0];
  const type = /\.((?:bf|[bfsu])\d{1,3}(?:x\d)?)$/.exec(mnemonic)?.[1];
  return type ?? (kind === 'ldmatrix' || kind === 'stmatrix' ? 'b16' : '');
}
