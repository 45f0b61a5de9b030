/** The records of the shared-memory bank model: hardware sizes in, cost of one warp-wide access out. */
import { BANKS, LANES, WORD_BYTES } from '../../base/hardware.ts';

/** The sizes that decide what a shared access costs. */
export interface BankModel {
  /** Lanes of a warp. */
  readonly lanes: number;
  readonly bankCount: number;
  /** Bytes that one bank serves in one wavefront: the word. A power of two. */
  readonly bankBytes: number;
}

/** Every NVIDIA GPU since Maxwell: 128 bytes per wavefront (CUDA C++ Programming Guide, "Shared Memory"). */
export const NVIDIA_BANKS: BankModel = { lanes: LANES, bankCount: BANKS, bankBytes: WORD_BYTES };

export type SharedInstruction = 'ld' | 'st' | 'atom' | 'ldmatrix' | 'stmatrix';

export interface BankRequest {
  readonly instruction: SharedInstruction;
  /** Bytes per lane: 1, 2, 4, 8, 16. Matrix instructions move rows of 16 bytes whatever this says. */
  readonly widthBytes: number;
  /** One byte address per lane of the model; null = the lane takes no part. */
  readonly addresses: ArrayLike<number | null>;
  /** x1, x2 or x4; without it, x4. Lanes 8j to 8j+7 give the rows of matrix j; the addresses of later lanes are not read. */
  readonly matrices?: 1 | 2 | 4;
  /** `.trans` changes which lane receives what, not what is read: the cost is the same. */
  readonly transposed?: boolean;
}

/** Lanes that the hardware serves together. */
export interface PhaseCost {
  /** The phase's lanes, active or not. */
  readonly lanes: readonly number[];
  /** Greatest number of distinct words in one bank; 0 without an active lane. */
  readonly wavefronts: number;
  /** Distinct words. */
  readonly words: number;
  /** Distinct words in each bank. */
  readonly wordsPerBank: Uint8Array;
}

/**
 * One lane that touches one word. `wavefront` counts over the whole access; the order of words within a bank is only an
 * example.
 */
export interface WordHit {
  readonly lane: number;
  /** Byte address / bytes per bank, rounded down. `bank` is this number modulo the bank count. */
  readonly wordAddress: number;
  readonly bank: number;
  readonly phase: number;
  readonly wavefront: number;
  /** Lanes of this phase that share the word (this one included): all are served by one broadcast. */
  readonly lanesOnWord: number;
}

export interface BankCost {
  readonly wavefronts: number;
  /** Phases with an active lane: what the access costs without a conflict. */
  readonly ideal: number;
  /** wavefronts - ideal. */
  readonly excess: number;
  readonly phases: readonly PhaseCost[];
  /** Words hit, sorted by phase, then lane, then word. */
  readonly hits: readonly WordHit[];
}

export interface WavefrontCount {
  readonly wavefronts: number;
  readonly ideal: number;
}

export interface BankError {
  readonly code: 'misaligned' | 'negative' | 'width' | 'lanes' | 'matrices' | 'notInteger';
  /** `addresses[5]`, `widthBytes`, … */
  readonly field: string;
  readonly message: string;
}
