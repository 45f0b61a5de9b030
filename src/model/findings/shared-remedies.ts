/**
 * What a shared request would cost in another layout: its rows padded, its columns exchanged by XOR, its lanes side by
 * side. A fix is proposed only when the bank model says that it helps.
 */
import { LINE_BYTES, MATRIX_ROW_BYTES, WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';
import { countWavefronts } from '../banks/wavefronts.ts';
import type { Swizzle } from '../layout/swizzle.ts';
import { type AddressPattern, activeLanes } from './pattern.ts';

export type Remedy =
  /** `bytes` more behind each row, which then is `pitchBytes` long. */
  | { readonly kind: 'pad'; readonly bytes: number; readonly pitchBytes: number; readonly wavefronts: number }
  /** Chunk c of row r goes to chunk c ^ (r mod chunks of a bank row): the swizzle of byte offsets. */
  | { readonly kind: 'xor'; readonly swizzle: Swizzle; readonly wavefronts: number }
  /** Each active lane takes the element after that of the lane before it. */
  | { readonly kind: 'sideBySide'; readonly wavefronts: number };

/** The cheapest remedies, if they are cheaper than the access as it is; none if the lanes follow no stride. */
export function remediesFor(access: Access, pattern: AddressPattern): readonly Remedy[] {
  const pitch = pitchOf(pattern);
  if (pitch === 0) return [];
  const tried = [...padded(access, pitch), ...swizzled(access, pitch), sideBySide(access)];
  const least = Math.min(...tried.map(({ wavefronts }) => wavefronts));
  if (least >= countWavefronts(access).wavefronts) return [];
  const best = tried.filter(({ wavefronts }) => wavefronts === least);
  // The least pad of those that cost the same.
  return best.filter((remedy, i) => remedy.kind !== 'pad' || best.findIndex(({ kind }) => kind === 'pad') === i);
}

/** Distance between the rows that the lanes step through: the greater of the pattern's two strides; 0 without a stride. */
export function pitchOf(pattern: AddressPattern): number {
  if (pattern.kind === 'stride') return Math.abs(pattern.strideBytes);
  if (pattern.kind === 'rows') return Math.max(Math.abs(pattern.strideBytes), Math.abs(pattern.pitchBytes));
  return 0;
}

/** A pad keeps the alignment of the access. */
function padded(access: Access, pitch: number): Remedy[] {
  const step = chunkOf(access);
  return Array.from({ length: WIDEST_ACCESS_BYTES / step }, (_, i) => {
    const bytes = step * (i + 1);
    const { wavefronts } = countWavefronts(moved(access, offset => offset + bytes * Math.floor(offset / pitch)));
    return { kind: 'pad', bytes, pitchBytes: pitch + bytes, wavefronts };
  });
}

/** If the length of a row is no power of two, there is no room to exchange columns. */
function swizzled(access: Access, pitch: number): Remedy[] {
  const chunkBytes = chunkOf(access);
  if (pitch <= chunkBytes || !Number.isInteger(Math.log2(pitch))) return [];
  const chunks = Math.min(pitch, LINE_BYTES) / chunkBytes;
  const exchanged = moved(access, offset => {
    const row = Math.floor(offset / pitch);
    const chunk = Math.floor((offset % pitch) / chunkBytes);
    return row * pitch + (chunk ^ (row % chunks)) * chunkBytes + (offset % chunkBytes);
  });
  const [base, row] = [Math.log2(chunkBytes), Math.log2(pitch)];
  const swizzle = { bits: Math.log2(chunks), base, shift: row - base };
  return [{ kind: 'xor', swizzle, wavefronts: countWavefronts(exchanged).wavefronts }];
}

function sideBySide(access: Access): Remedy {
  let rank = 0;
  const address = access.address.map(at => (at < 0 ? at : rank++ * access.widthBytes));
  return { kind: 'sideBySide', wavefronts: countWavefronts({ ...access, address }).wavefronts };
}

const isMatrix = ({ kind }: Access): boolean => kind === 'ldmatrix' || kind === 'stmatrix';
const chunkOf = (access: Access): number =>
  isMatrix(access) ? MATRIX_ROW_BYTES : Math.max(WORD_BYTES, access.widthBytes);

/** `to` maps offsets from the lowest address, which is taken for the start of a row. */
function moved(access: Access, to: (offset: number) => number): Access {
  const origin = Math.min(...activeLanes(access).map(({ address }) => address));
  return { ...access, address: access.address.map(at => (at < 0 ? at : origin + to(at - origin))) };
}
