/** Observations on a GPU: committed as JSON beside this file, and compared by tests with this project's results. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineCounts } from './engine-counts.ts';
import type { KernelCounts } from './kernel-counts.ts';
import type { LooseAnswers } from './loose-answers.ts';
import type { MatrixAnswers } from './matrix-answers.ts';
import type { UnfencedInit } from './unfenced-init.ts';

const EVIDENCE_FOLDER = join(import.meta.dirname, 'evidence');

export interface EvidenceMachine {
  readonly gpu: string;
  readonly driver: string;
  readonly toolkit: string;
  /** ISO date. */
  readonly date: string;
}

interface Seen {
  readonly machine: EvidenceMachine;
  readonly method: string;
}

/**
 * Counts by the probe's entry, one number for each pattern in the order of `probePatterns`: wavefronts (shared) or
 * sectors (global).
 */
export interface BankEvidence extends Seen {
  readonly counts: Readonly<Record<string, readonly number[]>>;
}

export interface FormAnswers {
  /** Hash of the operands. */
  readonly operands: string;
  readonly rows: number;
  /** Hash of the answers; null for an approximation, which is compared with its bound instead. */
  readonly answers: string | null;
  /** How many rows are outside the manual's bound. */
  readonly beyondBound: number;
}

/** Answers by the form's id. */
export interface InstructionEvidence extends Seen {
  readonly forms: Readonly<Record<string, FormAnswers>>;
}

/** Outputs by the launch's id: their sha256. */
export interface KernelEvidence extends Seen {
  readonly outputs: Readonly<Record<string, string>>;
}

/** Counts by the launch's id. */
interface CountEvidence<C> extends Seen {
  readonly counts: Readonly<Record<string, C>>;
}

export interface TmaEvidence extends Seen {
  /**
   * Outcomes by the case's id: the words of `cuda/replay/tma-dump.cu`, and a hash that says from where each byte of
   * shared memory came.
   */
  readonly outcomes: Readonly<Record<string, string>>;
  /**
   * Tables of some cases, by line of 128 bytes of shared memory: the 8-byte piece of the tensor in each place; -1 if
   * nothing was written there.
   */
  readonly tables: Readonly<Record<string, readonly (readonly number[])[]>>;
}

export interface BulkEvidence extends Seen {
  /** Outcomes by the case's id: a hash of the destination's final contents, or that it faulted. */
  readonly outcomes: Readonly<Record<string, string>>;
}

/** Answers by the form's id. */
export interface MatrixEvidence extends Seen {
  readonly forms: Readonly<Record<string, MatrixAnswers>>;
}

/** Words of each CTA, hexadecimal, by grid and cluster, such as `4 4 2 in 2 2 1`, or `async`. */
export interface ClusterEvidence extends Seen {
  readonly runs: Readonly<Record<string, readonly string[]>>;
}

/** Products by variant of `mma.m8n8k4` of f16: the elements that each lane holds, 8 numbers each. */
export interface QuadPairEvidence extends Seen {
  readonly products: Readonly<Record<string, readonly number[]>>;
}

/** Samples by measurement of `cuda/replay/pipeline-clocks.cu`: count, least, median, 90th percentile, greatest. */
export interface PipelineClockEvidence extends Seen {
  readonly samples: Readonly<Record<string, readonly number[]>>;
}

export const pipelineClockEvidence = (): PipelineClockEvidence => read('pipeline-clocks.json') as PipelineClockEvidence;
/** Outcomes by launch, such as `st.async, no cluster, plain address`: the word that it left, or that it faulted. */
export const clusterNeedEvidence = () =>
  read('cluster-needs.json') as Seen & { readonly outcomes: Readonly<Record<string, string>> };
export const quadPairEvidence = (): QuadPairEvidence => read('quad-pairs.json') as QuadPairEvidence;
export const clusterEvidence = (): ClusterEvidence => read('cluster.json') as ClusterEvidence;
export const matrixEvidence = (): MatrixEvidence => read('matrices.json') as MatrixEvidence;
export const bulkEvidence = (): BulkEvidence => read('bulk.json') as BulkEvidence;
/** Answers by the launch's id. */
export interface WgmmaEvidence extends Seen {
  /** Hashes of descriptors and image, and of the sums. */
  readonly sums: Readonly<Record<string, { readonly asked: string; readonly answered: string }>>;
}

export interface OvertakenLoads {
  readonly kernel: string;
  /** M = N = K. */
  readonly size: number;
  readonly launches: number;
  readonly wrongLaunches: number;
  readonly wrongElements: number;
  /** Wrong rows of C, if there are any: row numbers modulo the 64 of a warp. */
  readonly wrongRowsOfEach64?: { readonly first: number; readonly last: number };
}

export const overtakenLoadEvidence = (): readonly OvertakenLoads[] =>
  (read('overtaken-loads.json') as { readonly results: readonly OvertakenLoads[] }).results;

/** One way from the loads of a stage to the arrival that gives it back, to a copy engine. */
interface OvertakenReads {
  readonly between: string;
  readonly fence: boolean;
  readonly ways: number;
  readonly launches: number;
  readonly wrongLaunches: number;
}

export const overtakenReadEvidence = (): readonly OvertakenReads[] =>
  (read('overtaken-reads.json') as { readonly results: readonly OvertakenReads[] }).results;

/** Answers by the launch's id. */
export interface ImageEvidence extends Seen {
  readonly answers: Readonly<Record<string, LooseAnswers>>;
}

/** Copies by the launch's id: hashes of the launch and of what it left in shared memory and in the tensor. */
export interface Im2colEvidence extends Seen {
  readonly copies: Readonly<Record<string, { readonly asked: string; readonly answered: string }>>;
}

/** Runs with a fence and without one. */
export interface UnfencedInitEvidence extends Seen {
  readonly runs: Readonly<Record<string, UnfencedInit>>;
}

export const unfencedInitEvidence = (): UnfencedInitEvidence => read('unfenced-init.json') as UnfencedInitEvidence;
export const imageEvidence = (): ImageEvidence => read('images.json') as ImageEvidence;
export const im2colEvidence = (): Im2colEvidence => read('im2col.json') as Im2colEvidence;
export const wgmmaEvidence = (): WgmmaEvidence => read('wgmma.json') as WgmmaEvidence;
/** The timed probe, by run; `clock-runs.ts` says what the numbers mean. */
export interface ClockEvidence extends Seen {
  readonly samples: Readonly<Record<string, ClockSamples>>;
}

export interface ClockSamples {
  /** Clocks of the slowest warp for one access of each warp, all included: one number for each launch. */
  readonly perAccess: readonly number[];
  /** The same loop without accesses. With several warps, other warps' accesses hide the loop, so nothing is subtracted. */
  readonly loop: readonly number[];
}

/** Notes by the launch's id. */
export interface SharedSeen {
  /**
   * The addresses of shared memory that threads gave to their instructions, and its final contents, as a text of
   * `told`.
   */
  readonly launches: Readonly<Record<string, string>>;
  /** Differences from the emulator. */
  readonly differences: Readonly<Record<string, readonly string[]>>;
}

export const sharedEvidence = () => read('shared.json') as Seen & SharedSeen;
export const clockEvidence = (): ClockEvidence => read('clocks.json') as ClockEvidence;
export const tmaEvidence = (): TmaEvidence => read('tma.json') as TmaEvidence;
export const bankEvidence = (): BankEvidence => read('banks.json') as BankEvidence;
export const instructionEvidence = (): InstructionEvidence => read('instructions.json') as InstructionEvidence;
export const engineCountEvidence = () => read('engine-counts.json') as CountEvidence<EngineCounts>;
export const kernelCountEvidence = () => read('kernel-counts.json') as CountEvidence<KernelCounts>;
export const kernelEvidence = (): KernelEvidence => read('kernels.json') as KernelEvidence;

const read = (name: string): unknown => JSON.parse(readFileSync(join(EVIDENCE_FOLDER, name), 'utf8'));

/** Puts each list of numbers on one line. */
const compact = (json: string): string =>
  json.replace(/\[(\s[-\d,\s]+)\]/g, (_, numbers: string) => `[${numbers.trim().replace(/\s+/g, ' ')}]`);

export function writeEvidence(name: string, machine: EvidenceMachine, method: string, content: object): void {
  const json = JSON.stringify({ machine, method, ...content }, null, 1);
  writeFileSync(join(EVIDENCE_FOLDER, name), `${compact(json)}\n`);
}
