/** Threads of a CTA, as far as the code of a kernel tells for how many it was written. */
import { roundUp } from '../../base/bits.ts';
import { LANES, MAX_CTA_THREADS } from '../../base/hardware.ts';
import type { Dim3 } from '../../trace/launch.ts';
import { threadsBySteps } from './block-steps.ts';
import { AXES, type EntryOutline } from './module-outline.ts';
import type { ThreadRoom } from './thread-room.ts';

const THREADS = 256;
/** Fewest in which threads of one warp race with those of another. */
const FEW_WARPS = 2;

/** `room`: null where the kernel's addresses are not known. */
export function guessBlock(entry: EntryOutline, room: ThreadRoom | null): Dim3 {
  if (entry.requiredBlock) return entry.requiredBlock;
  const block = blockOfTile(entry, room) ?? writtenFor(entry, room?.asksForThreads() ?? false);
  return room === null || entry.mostThreads !== null ? block : within(room, block, entry);
}

/** A line of threads, where steps of loops tell how many there are, or stores how many fill what is a CTA's. */
function blockOfTile(
  { uses, mostThreads, leastThreads, addresses }: EntryOutline,
  room: ThreadRoom | null,
): Dim3 | null {
  const bySteps = addresses === null ? null : threadsBySteps(addresses);
  const threads = bySteps ?? room?.threadsOfTile() ?? null;
  if (threads === null || String(uses.thread) !== 'x' || mostThreads !== null || threads < leastThreads) return null;
  return [threads, 1, 1];
}

/** `asks`: one of the threads may be told from others that have nothing to do. */
function writtenFor(entry: EntryOutline, asks: boolean): Dim3 {
  const most = Math.min(MAX_CTA_THREADS, entry.mostThreads ?? MAX_CTA_THREADS);
  const { thread, cta } = entry.uses;
  const rank = AXES.filter(axis => thread.includes(axis) || cta.includes(axis)).length;
  const usual = thread.includes('z') ? [8, 8, 4] : thread.includes('y') ? usualPlane(entry, rank) : usualLine(entry);
  const wanted = AXES.map((axis, i) => (thread.includes(axis) || (i === 0 && rank === 0) ? usual[i] : 1));
  if (rank === 0) return [Math.max(entry.leastThreads, Math.min(most, asks ? FEW_WARPS * LANES : 1)), 1, 1];
  // Starts at the last axis: full warps along x matter most.
  let left = most;
  return dim3(
    wanted.map((threads, i) => {
      const here = Math.max(1, Math.min(takenForGranted(entry, i) ?? threads, left, i === 2 ? 64 : left));
      left = Math.floor(left / here);
      return here;
    }),
  );
}

/**
 * Threads along an axis, as the code of the kernel has them. Where it was compiled for more of them than its tile has elements, the
 * tile is of its output: a CTA of 256 threads makes 128 columns.
 */
function takenForGranted({ rows, tile, uses, mostThreads }: EntryOutline, axis: number): number | null {
  if (rows?.axis === AXES[axis]) return wholeRow(rows.threads);
  if (!uses.thread.includes(AXES[axis])) return null;
  const isLine = uses.thread.length === 1 && axis === 0;
  const elements = tile[axis];
  if (elements === null || (isLine && mostThreads !== null && elements < mostThreads)) return null;
  return withHalo(elements, isLine ? LANES : SIDE);
}

/** Planes of threads have sides of 16 or 32. */
const SIDE = 16;

/** More are no halo: the CTA has so many threads. */
const MOST_HALO = 4;

/** Threads of whole warps or sides, of which the last ones may only load neighbours: 32 for 30 elements. */
function withHalo(elements: number, unit: number): number {
  const threads = roundUp(elements, unit);
  return threads - elements <= MOST_HALO ? threads : elements;
}

/** Shared arrays of a plane of threads are nearly always square, of 16 or 32 a side. */
function usualPlane({ staticSharedBytes }: EntryOutline, rank: number): readonly number[] {
  if (rank < 2 || staticSharedBytes === 0) return [32, 8, 1];
  return staticSharedBytes < 32 * 32 * 4 ? [16, 16, 1] : [32, 32, 1];
}

/** Threads for which the kernel was compiled, or which its barriers count; otherwise no more than a shared array of one word each has room for. */
function usualLine({ staticSharedBytes, mostThreads, countedThreads, leastThreads }: EntryOutline): readonly number[] {
  if (mostThreads !== null) return [mostThreads, 1, 1];
  if (countedThreads !== null) return [leastThreads, 1, 1];
  const words = staticSharedBytes / 4;
  const usual = words >= 64 && words < THREADS ? 2 ** Math.floor(Math.log2(words)) : THREADS;
  return [Math.max(usual, roundUp(leastThreads, LANES)), 1, 1];
}

/** As many as addresses have room for, and enough for those that the code asks for by number. */
function within(room: ThreadRoom, block: Dim3, { uses, leastThreads }: EntryOutline): Dim3 {
  const isPlane = uses.thread.length > 1;
  const needed = isPlane ? 1 : leastThreads;
  const [most, asked] = [room.threads(isPlane), room.leastThreads()];
  const least = [Math.max(asked[0], needed), asked[1], asked[2]];
  const rows = AXES.map((_, i) => {
    const fitting = block[i] > most[i] ? wholeRow(most[i]) : block[i];
    return fitting >= least[i] ? fitting : i === 0 ? roundUp(least[i], LANES) : least[i];
  });
  const fewest = isPlane ? FEWEST_OF_PLANE : FEWEST_OF_LINE;
  const fitting = halved(
    room,
    dim3(rows),
    fewest.map((length, i) => Math.max(length, least[i])),
  );
  const [x, y, z] = fitting;
  return x * y * z < leastThreads ? block : fitting;
}

/** Rows are kept, as far as they can be: full warps along x matter most. */
const FEWEST_OF_PLANE: Dim3 = [LANES, 2, 2];
const FEWEST_OF_LINE: Dim3 = [LANES, 1, 1];

/** The block, halved along the last of its axes along which there is room then. */
function halved(room: ThreadRoom, block: Dim3, fewest: readonly number[]): Dim3 {
  for (const axis of [2, 1, 0]) {
    const fitting = [...block];
    while (fitting[axis] >= fewest[axis] && room.isExceeded(dim3(fitting)))
      fitting[axis] = Math.floor(fitting[axis] / 2);
    if (fitting[axis] >= fewest[axis]) return dim3(fitting);
  }
  // What is exceeded by the fewest, too, is no matter of how many they are.
  return block;
}

const MOST_PAD = 8;

/** Rows have pads: 33 words for 32 threads, 18 for 16. */
function wholeRow(length: number): number {
  const whole = length >= LANES ? Math.floor(length / LANES) * LANES : 2 ** Math.floor(Math.log2(length));
  return length - whole <= Math.min(MOST_PAD, whole / 4) ? whole : length;
}

export const dim3 = ([x, y, z]: readonly number[]): Dim3 => [x, y, z];
