/**
 * From the lanes' address registers to byte offsets in a memory, in `warp.at`: bounds and alignment are checked here, for
 * every access. Lanes with a fault are reported and left out of the mask that comes back.
 */
import type { AccessForm } from './access-form.ts';
import { GLOBAL_HIGH, type StateSpace, spaceOfHigh, WINDOW_HIGH } from './address-windows.ts';
import { reportBadLanes } from './bad-address.ts';
import type { Memory } from './memory.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** Moves the data of lanes `mask`, whose offsets are in `warp.at`. */
export type Move = (warp: Warp, operation: Operation, memory: Memory, mask: number) => void;

const TWO_32 = 2 ** 32;

/** Carries out a memory instruction: locate, tell the watch, move; generic lanes space by space. */
export function access(warp: Warp, operation: Operation, form: AccessForm, mask: number, move: Move): void {
  if (form.space === 'param') accessSpace(warp, operation, form, paramSpace(warp, form, mask), mask, move);
  else if (form.space !== 'generic') accessSpace(warp, operation, form, form.space, mask, move);
  else {
    let left = mask;
    while (left !== 0) {
      const space = spaceOfHigh(warp.r[form.address + 32 + 31 - Math.clz32(left)]);
      const lanes = lanesIn(warp, form, space, left);
      accessSpace(warp, operation, form, space, lanes, move);
      left &= ~lanes;
    }
  }
}

/** A `.param` address of a called function carries the stack's high word. */
const paramSpace = ({ r }: Warp, form: AccessForm, mask: number): StateSpace =>
  form.isWide && r[form.address + 32 + 31 - Math.clz32(mask)] === WINDOW_HIGH.local ? 'local' : 'param';

function lanesIn(warp: Warp, form: AccessForm, space: StateSpace, mask: number): number {
  let lanes = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    if (spaceOfHigh(warp.r[form.address + 32 + l]) === space) lanes |= 1 << l;
  }
  return lanes;
}

function accessSpace(warp: Warp, o: Operation, form: AccessForm, space: StateSpace, mask: number, move: Move): void {
  const { cta } = warp;
  const { grid } = cta;
  const bad =
    space === 'global'
      ? locateGlobal(warp, form, o.pc, mask)
      : space === 'shared'
        ? locateFlat(warp, form, mask, grid.sharedBaseBytes, grid.sharedBytes, 0, 'shared')
        : space === 'local'
          ? locateFlat(warp, form, mask, 0, grid.program.localBytes, grid.program.localBytes, 'local')
          : locateFlat(
              warp,
              form,
              mask,
              0,
              space === 'param' ? grid.params.sizeBytes : grid.constants.sizeBytes,
              0,
              space,
            );
  if (bad !== 0) reportBadLanes(warp, o, form, space, bad);
  const good = mask & ~bad;
  if (good === 0) return;
  if (cta.watch !== null && form.isObserved) cta.watch.accessed(warp, o, form, space, good);
  move(warp, o, memoryOf(warp, space), good);
}

export function memoryOf(warp: Warp, space: StateSpace): Memory {
  const { cta } = warp;
  switch (space) {
    case 'global':
      return cta.grid.global.memory;
    case 'shared':
      return cta.shared;
    case 'local':
      return cta.local;
    case 'param':
      return cta.grid.params;
    case 'const':
      return cta.grid.constants;
  }
}

/** Returns the lanes whose access is out of bounds or misaligned. */
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
  const { u, r, at } = warp;
  const { address, byteOffset, widthBytes } = form;
  const { global, firstStart, lastStart } = warp.cta.grid;
  const isShort = (byteOffset | 0) === byteOffset;
  let bad = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    const offset = (r[address + 32 + l] - GLOBAL_HIGH) * TWO_32 + u[address + l] + byteOffset;
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

/** A window of `sizeBytes` (below 2^31) from `base` on; lane l of warp w starts `perLane` bytes after its neighbour. 32-bit addresses wrap. */
function locateFlat(
  warp: Warp,
  form: AccessForm,
  mask: number,
  base: number,
  sizeBytes: number,
  perLane: number,
  space: Exclude<StateSpace, 'global'>,
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
  return (isWide ? bad | outsideWindow(r, address + 32, WINDOW_HIGH[space]) : bad) & mask;
}

/** Lanes whose high word is neither 0 nor that of the space. */
function outsideWindow(r: Int32Array, highs: number, high: number): number {
  let outside = 0;
  for (let l = 0; l < 32; l++) if (r[highs + l] !== 0 && r[highs + l] !== high) outside |= 1 << l;
  return outside;
}
