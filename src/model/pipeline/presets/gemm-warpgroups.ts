import type { Step } from '../../../trace/scenario.ts';
import { type GemmShape, place, WARP_BYTES } from './gemm-shape.ts';
import { next, slot } from './step-words.ts';

/** Registers per thread: at launch with 384 threads; then of the producer; then of the consumers (`setmaxnreg`). */
export const [AT_LAUNCH, PRODUCER_KEEPS, CONSUMER_TAKES] = [168, 40, 232];

export const takeRegisters: Step = { do: 'setRegisters', count: CONSUMER_TAKES };
export const readPlaces = ({ stages }: GemmShape) => [place('read', stages, 0), place('release', stages, 0)];

/**
 * Moves a part from registers to shared memory (`stmatrix`) once what was in its place has been read, and from there to global
 * memory. @param pending how many parts before it may still be read.
 */
export const storePart = (buffer: string, bytes: number, pending = 0): readonly Step[] => [
  { do: 'waitStores', pending },
  { do: 'alu', instructions: bytes / WARP_BYTES, writes: [slot(buffer, 'out')] },
  { do: 'store', bytes, from: slot(buffer, 'out') },
  next('out'),
];
