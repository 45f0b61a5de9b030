/**
 * Turns the lanes' address registers into byte offsets in a memory, in `warp.at`; checks bounds and alignment of every
 * access.
 */
import type { AccessForm } from './access-form.ts';
import { GLOBAL_HIGH, type StateSpace, WINDOW_HIGH } from './address-windows.ts';
import type { Cta } from './cta.ts';
import type { Warp } from './warp.ts';

const TWO_32 = 2 ** 32;

/** Returns the lanes whose access is out of bounds or misaligned. */
export function locate(warp: Warp, form: AccessForm, space: StateSpace, pc: number, mask: number): number {
  const { grid } = warp.cta;
  switch (space) {
    case 'global':
      return locateGlobal(warp, form, pc, mask);
    case 'shared':
      return locateShared(warp, form, mask, warp.cta);
    case 'local':
      return locateFlat(warp, form, mask, 0, grid.program.localBytes, grid.program.localBytes, WINDOW_HIGH.local);
    case 'param':
      return locateFlat(warp, form, mask, 0, grid.params.sizeBytes, 0, WINDOW_HIGH.param);
    case 'const':
      return locateFlat(warp, form, mask, 0, grid.constants.sizeBytes, 0, WINDOW_HIGH.const);
  }
}

/** The same in the shared memory of `owner`, one of the cluster's CTAs. */
export const locateShared = (warp: Warp, form: AccessForm, mask: number, owner: Cta): number =>
  locateFlat(warp, form, mask, owner.sharedBase, owner.shared.sizeBytes, 0, WINDOW_HIGH.shared);

function locateGlobal(warp: Warp, form: AccessForm, pc: number, mask: number): number {
  const { r, at } = warp;
  const { address, byteOffset } = form;
  const { firstStart, lastStart } = warp.cta.grid;
  const low = firstStart[pc];
  const last = lastStart[pc];
  const align = form.widthBytes - 1;
  let slow = 0;
  // Nearly always all lanes stay in the region that the instruction hit last, and the sum in 32 bits, where the arena
  // ends below 2^31: a sum that wraps is negative.
  for (let l = 0; l < 32; l++) {
    const start = r[address + l];
    const offset = (start + byteOffset) | 0;
    const isHere = r[address + 32 + l] === GLOBAL_HIGH && start >= 0 && offset >= low && offset <= last;
    if (isHere && (offset & align) === 0) at[l] = offset;
    else slow |= 1 << l;
  }
  return (slow & mask) === 0 ? 0 : locateInRegions(warp, form, pc, slow & mask);
}

function locateInRegions(warp: Warp, form: AccessForm, pc: number, mask: number): number {
  const { at } = warp;
  const { byteOffset, widthBytes } = form;
  const { global, firstStart, lastStart } = warp.cta.grid;
  const isShort = (byteOffset | 0) === byteOffset;
  let bad = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    const offset = globalOffset(warp, form, l);
    const region = global.holding(offset, widthBytes);
    if (region === null || (offset & (widthBytes - 1)) !== 0) bad |= 1 << l;
    else at[l] = offset;
    if (region !== null && isShort) {
      firstStart[pc] = region.byteOffset;
      lastStart[pc] = region.byteOffset + region.sizeBytes - widthBytes;
    }
  }
  return bad;
}

/** Offset from the start of the arena; it may lie anywhere. */
export const globalOffset = ({ r, u }: Warp, { address, byteOffset }: AccessForm, lane: number): number =>
  (r[address + 32 + lane] - GLOBAL_HIGH) * TWO_32 + u[address + lane] + byteOffset;

/** A window of `sizeBytes` (below 2^31) from `base` on; lane l of warp w starts `perLane` bytes after its neighbour. 32-bit addresses wrap. */
function locateFlat(
  warp: Warp,
  form: AccessForm,
  mask: number,
  base: number,
  sizeBytes: number,
  perLane: number,
  windowHigh: number,
): number {
  const { r, at } = warp;
  const { address, byteOffset, isWide, widthBytes } = form;
  const align = widthBytes - 1;
  const last = sizeBytes - widthBytes;
  const firstLane = warp.index * 32;
  let bad = 0;
  for (let l = 0; l < 32; l++) {
    const start = (r[address + l] + byteOffset) | 0;
    const offset = (start - base) | 0;
    if (offset < 0 || offset > last || (start & align) !== 0) bad |= 1 << l;
    at[l] = offset + (firstLane + l) * perLane;
  }
  return (isWide ? bad | outsideWindow(warp, form, windowHigh) : bad) & mask;
}

/** Lanes whose high word is neither 0 nor that of the space. */
function outsideWindow(warp: Warp, { address, byteOffset }: AccessForm, high: number): number {
  const { r, u } = warp;
  const highs = address + 32;
  let outside = 0;
  for (let l = 0; l < 32; l++) {
    if (r[highs + l] === 0 || r[highs + l] === high) continue;
    // The register may lie below the window, and the offset leads into it: [%rd+12] where %rd is -12.
    const carried = (r[highs + l] + Math.floor((u[address + l] + byteOffset) / TWO_32)) | 0;
    if (carried !== 0 && carried !== high) outside |= 1 << l;
  }
  return outside;
}
