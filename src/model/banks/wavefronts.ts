/**
 * What one warp-wide shared-memory access costs. The hardware serves the lanes in phases. A phase has as many lanes as
 * one wavefront can serve: 32 lanes of at most 4 bytes, 16 of 8, 8 of 16, or the 8 rows of a matrix. It takes as many
 * wavefronts as its busiest bank holds distinct words; lanes that want the same word share a broadcast.
 *
 * 4-byte accesses follow the CUDA C++ Programming Guide ("Shared Memory"). NVIDIA does not publish how the lanes of wider
 * accesses are grouped. An H200's counters agree with half and quarter warps of consecutive lanes
 * (scripts/replay/evidence, hundreds of patterns). These counters showed two more things. An atomic cannot broadcast:
 * lanes on one bank are served one after another, even if they want the same word. And a wide load can cost less than is
 * counted here: if every active lane has the same address as its neighbour (lane i and lane i ^ 1), or every one as the
 * next but one (i ^ 2), then two phases become one. The model leaves this out, since no document mentions it and it saves
 * only words that are broadcast anyway.
 */

import { assert } from '../../base/assert.ts';
import { LANES, MATRIX_ROW_BYTES } from '../../base/hardware.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Access } from '../../trace/access-trace.ts';
import {
  type BankCost,
  type BankError,
  type BankModel,
  type BankRequest,
  NVIDIA_BANKS,
  type PhaseCost,
  type SharedInstruction,
  type WavefrontCount,
  type WordHit,
} from './bank-model.ts';
import { addressedLanes, bytesPerLane, requestError } from './bank-request.ts';
import { BankWords } from './bank-words.ts';
import { engineCost, engineLines } from './engine-lines.ts';

export * from './bank-model.ts';

/** Cost of a request from outside; the error names the field that is wrong. */
export function bankCost(request: BankRequest, model: BankModel = NVIDIA_BANKS): Result<BankCost, BankError> {
  const error = requestError(request, model);
  if (error !== null) return err(error);
  return ok(costOf(request, model));
}

/** The cost of a trace row. The row's producer has checked it already, so a misaligned address throws. */
export function costOfAccess(access: Access): BankCost {
  if (access.kind === 'bulk') return engineCost(access);
  const addresses = Array.from(access.address, (address, lane) => (isActive(access, lane) ? address : null));
  const cost = bankCost({ instruction: instructionOf(access), widthBytes: access.widthBytes, addresses });
  assert(cost.ok, cost.ok ? '' : cost.error.message);
  return cost.value;
}

/** Buffer that is reused for each request, so that no request allocates one. */
const scratch = new BankWords(NVIDIA_BANKS);

/** The same numbers as `costOfAccess` without the detail, for statistics over many rows. */
export function countWavefronts(access: Access): WavefrontCount {
  if (access.kind === 'bulk') return engineLines(access);
  const bytes = isMatrixAccess(access) ? MATRIX_ROW_BYTES : access.widthBytes;
  const step = lanesPerPhase(bytes, NVIDIA_BANKS);
  let wavefronts = 0;
  let ideal = 0;
  for (let first = 0; first < LANES; first += step) {
    scratch.clear();
    for (let lane = first; lane < first + step; lane++)
      if (isActive(access, lane)) askForWords(access, access.address[lane], bytes);
    wavefronts += scratch.degree;
    if (scratch.degree > 0) ideal++;
  }
  return { wavefronts, ideal };
}

function askForWords({ kind }: Access, address: number, bytes: number): void {
  const { bankBytes } = NVIDIA_BANKS;
  const end = address + bytes;
  for (let word = Math.floor(address / bankBytes); word * bankBytes < end; word++) {
    if (kind === 'atomic') scratch.askAlone(word);
    else scratch.ask(word);
  }
}

const isMatrixAccess = (access: Access): boolean => access.kind === 'ldmatrix' || access.kind === 'stmatrix';

/** The active mask decides, except for an `ldmatrix.x1`: it has only 8 addresses, even with 32 active lanes. */
const isActive = (access: Access, lane: number): boolean =>
  ((access.activeMask >>> lane) & 1) === 1 && access.address[lane] >= 0;

function instructionOf(access: Access): SharedInstruction {
  if (access.kind === 'ldmatrix' || access.kind === 'stmatrix') return access.kind;
  if (access.kind === 'atomic') return 'atom';
  return access.kind === 'load' ? 'ld' : 'st';
}

const lanesPerPhase = (bytes: number, model: BankModel): number =>
  Math.max(1, Math.min(model.lanes, Math.floor((model.bankCount * model.bankBytes) / bytes)));

function costOf(request: BankRequest, model: BankModel): BankCost {
  const words = model === NVIDIA_BANKS ? scratch : new BankWords(model);
  const lanes = addressedLanes(request, model);
  const step = lanesPerPhase(bytesPerLane(request), model);
  const phases: PhaseCost[] = [];
  const hits: WordHit[] = [];
  let wavefronts = 0;
  for (let first = 0; first < lanes; first += step) {
    const members = Array.from({ length: Math.min(step, lanes - first) }, (_, i) => first + i);
    const asks = asksOf(members, request, words, model);
    for (const ask of asks) hits.push(hitOf(ask, words, phases.length, wavefronts));
    wavefronts += words.degree;
    phases.push({
      lanes: members,
      wavefronts: words.degree,
      words: words.count,
      wordsPerBank: words.wordsPerBank.slice(),
    });
  }
  const ideal = phases.filter(phase => phase.words > 0).length;
  return { wavefronts, ideal, excess: wavefronts - ideal, phases, hits };
}

interface Ask {
  readonly lane: number;
  readonly word: number;
  readonly slot: number;
}

/** Fills `words` with the words of one phase; returns which lane asked for which slot. */
function asksOf(members: readonly number[], request: BankRequest, words: BankWords, model: BankModel): Ask[] {
  const bytes = bytesPerLane(request);
  const { addresses, instruction } = request;
  words.clear();
  const asks: Ask[] = [];
  for (const lane of members) {
    const address = addresses[lane];
    if (address === null) continue;
    for (let word = Math.floor(address / model.bankBytes); word * model.bankBytes < address + bytes; word++)
      asks.push({ lane, word, slot: instruction === 'atom' ? words.askAlone(word) : words.ask(word) });
  }
  return asks;
}

/** The number of lanes that share a word is known only after all lanes of the phase have been added. */
const hitOf = ({ lane, word, slot }: Ask, words: BankWords, phase: number, firstWavefront: number): WordHit => ({
  lane,
  wordAddress: word,
  bank: word % words.bankCount,
  phase,
  wavefront: firstWavefront + words.rank[slot],
  lanesOnWord: words.lanesOnWord[slot],
});

/**
 * The degree of an access: how many ways the lanes of its worst phase conflict. 1 means that no phase waits, however
 * many phases a wide access has. All pictures colour by it.
 */
export const waysOf = ({ phases }: BankCost): number => Math.max(1, ...phases.map(({ wavefronts }) => wavefronts));

/** For each wavefront of an access, in their order: the ways of the phase that it belongs to. */
export const waysByWavefront = ({ phases }: BankCost): number[] =>
  phases.flatMap(({ wavefronts }) => Array.from({ length: wavefronts }, () => wavefronts));
