/** Action of a memory instruction once its lanes' bytes are found. */
import type { Cta } from './cta.ts';
import type { Memory } from './memory.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** Moves the data of lanes `mask`, whose offsets are in `warp.at`. `owner` is the CTA whose shared memory it is. */
export type Move = (warp: Warp, operation: Operation, memory: Memory, mask: number, owner: Cta) => void;
