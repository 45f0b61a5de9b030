/**
 * Activations of functions. A call takes a frame from each lane's stack, fills the planes with the frame's addresses and
 * copies the arguments; of a function that may be active already it puts the lanes' registers aside until the return.
 */
import { lowestBit32 } from '../../base/bits.ts';
import { fail } from './faults.ts';
import type { FrameWords, FunctionPlace } from './function-place.ts';
import { NO_SLOT, type Operation } from './operation.ts';
import { MOST_SAVED_WORDS, restore, save } from './saved-registers.ts';
import type { CallFrame } from './split.ts';
import type { Warp } from './warp.ts';

/** Bytes that go from one frame to another: offsets in the frames. */
export interface CopiedSlot {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

export interface CallSite {
  readonly caller: FunctionPlace;
  readonly callee: FunctionPlace;
  /** Of the callee, for people. */
  readonly calleeName: () => string;
  /** Slots copied from the caller's frame to the callee's; results are copied back. */
  readonly arguments: readonly CopiedSlot[];
  readonly results: readonly CopiedSlot[];
  /** Registers of the caller copied to the callee's frame; results are copied back. */
  readonly stored: readonly FrameWords[];
  readonly loaded: readonly FrameWords[];
}

/** Lanes `mask` begin an activation; other active lanes come back to the call. */
export function enterFunction(warp: Warp, operation: Operation, mask: number, site: CallSite): void {
  const { callee, caller } = site;
  const { stackTop } = warp;
  const outer = warp.current!.frame;
  const depth = (outer?.depth ?? 0) + 1;
  requireRoom(warp, operation, mask, callee, depth);
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = lowestBit32(m);
    copySlots(warp, l, site.arguments, frameOf(warp, caller, l), stackTop[l]);
    storeWords(warp, l, site.stored, stackTop[l]);
  }
  const saved = callee.isRecursive ? save(warp, callee, mask) : null;
  takeFrames(warp, callee, mask);
  const frame: CallFrame = {
    ...{ depth, returnPc: operation.pc + 1, caller: outer, site, saved, savedLanes: mask },
    leave: (leaving, lanes) => leaveFunction(leaving, frame, lanes),
  };
  warp.cta.grid.reconvergence.call(warp, operation, mask, frame);
}

/** Each lane's activation begins at the top of its stack. */
function takeFrames(warp: Warp, callee: FunctionPlace, mask: number): void {
  const { stackTop, r } = warp;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = lowestBit32(m);
    const base = stackTop[l];
    r[callee.frameSlot + l] = base;
    for (const { slot, byteOffset, high } of callee.addresses) {
      r[slot + l] = base + byteOffset;
      r[slot + 32 + l] = high;
    }
    loadWords(warp, l, callee.registerParams, base);
    stackTop[l] = base + callee.frameBytes;
  }
}

function leaveFunction(warp: Warp, frame: CallFrame, mask: number): void {
  const { callee, caller, results, loaded } = frame.site;
  const { r, stackTop } = warp;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = lowestBit32(m);
    stackTop[l] = r[callee.frameSlot + l];
    storeWords(warp, l, callee.registerReturns, stackTop[l]);
  }
  if (frame.saved) restore(warp, callee, frame.saved, frame.savedLanes, mask);
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = lowestBit32(m);
    copySlots(warp, l, results, stackTop[l], frameOf(warp, caller, l));
    loadWords(warp, l, loaded, stackTop[l]);
  }
  warp.current!.frame = frame.caller;
  warp.pc = frame.returnPc;
  warp.limit = -1;
}

const frameOf = ({ r }: Warp, { frameSlot }: FunctionPlace, lane: number): number =>
  frameSlot === NO_SLOT ? 0 : r[frameSlot + lane];

function copySlots(warp: Warp, lane: number, copies: readonly CopiedSlot[], from: number, to: number): void {
  const { local, grid } = warp.cta;
  const stack = (warp.index * 32 + lane) * grid.program.localBytes;
  for (const copy of copies) {
    const start = stack + from + copy.from;
    local.u8.copyWithin(stack + to + copy.to, start, start + copy.bytes);
  }
}

/** Index in the local memory of the first word of a frame's place. */
const wordAt = ({ cta, index }: Warp, lane: number, byteOffset: number): number =>
  ((index * 32 + lane) * cta.grid.program.localBytes + byteOffset) >> 2;

function storeWords(warp: Warp, lane: number, copies: readonly FrameWords[], frame: number): void {
  const { i32 } = warp.cta.local;
  for (const { slot, words, byteOffset } of copies) {
    const at = wordAt(warp, lane, frame + byteOffset);
    for (let i = 0; i < words; i++) i32[at + i] = warp.r[slot + 32 * i + lane];
  }
}

function loadWords(warp: Warp, lane: number, copies: readonly FrameWords[], frame: number): void {
  const { i32 } = warp.cta.local;
  for (const { slot, words, byteOffset } of copies) {
    const at = wordAt(warp, lane, frame + byteOffset);
    for (let i = 0; i < words; i++) warp.r[slot + 32 * i + lane] = i32[at + i];
  }
}

function requireRoom(warp: Warp, operation: Operation, mask: number, callee: FunctionPlace, depth: number): void {
  const { localBytes } = warp.cta.grid.program;
  let full = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    if (warp.stackTop[lowestBit32(m)] + callee.frameBytes > localBytes) full |= m & -m;
  }
  const hasPlanes = !callee.isRecursive || warp.savedWords < MOST_SAVED_WORDS;
  if (full === 0 && hasPlanes) return;
  const what = full === 0 ? "no room is left for the callers' registers" : `the stack of ${localBytes} bytes is full`;
  const why = `the call of '${callee.fn.name}' would be ${depth} deep, and ${what}`;
  fail(warp, operation, full === 0 ? mask : full, { kind: 'limit' }, why);
}
