/**
 * The cost of a copy engine's access in shared memory. An engine has no lanes that could conflict, and NVIDIA does not
 * publish how it writes. So the access counts as many wavefronts as its bytes fill lines, in the order in which the
 * engine takes its chunks.
 */

import { popcount32 } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';
import { type BankCost, NVIDIA_BANKS, type PhaseCost, type WavefrontCount, type WordHit } from './bank-model.ts';

const { bankCount, bankBytes } = NVIDIA_BANKS;

export function engineLines({ activeMask, widthBytes }: Access): WavefrontCount {
  const lines = Math.ceil((popcount32(activeMask) * widthBytes) / (bankCount * bankBytes));
  return { wavefronts: lines, ideal: lines };
}

/** The same in detail: chunks take the place of lanes, each wavefront is a phase, and no word waits for another. */
export function engineCost(access: Access): BankCost {
  const { wavefronts, ideal } = engineLines(access);
  const chunks = Array.from({ length: LANES }, (_, i) => i).filter(i => ((access.activeMask >>> i) & 1) === 1);
  const perPhase = (bankCount * bankBytes) / access.widthBytes;
  const hits = chunks.flatMap((chunk, i) => hitsOf(access, chunk, Math.floor(i / perPhase)));
  const phases = Array.from({ length: wavefronts }, (_, phase): PhaseCost => {
    const banks = new Set(hits.filter(hit => hit.phase === phase).map(hit => hit.bank));
    return {
      lanes: chunks.slice(phase * perPhase, (phase + 1) * perPhase),
      wavefronts: 1,
      words: banks.size,
      wordsPerBank: Uint8Array.from({ length: bankCount }, (_, bank) => Number(banks.has(bank))),
    };
  });
  return { wavefronts, ideal, excess: 0, phases, hits };
}

function hitsOf({ address, widthBytes }: Access, chunk: number, phase: number): WordHit[] {
  const first = Math.floor(address[chunk] / bankBytes);
  const words = Math.ceil(widthBytes / bankBytes);
  return Array.from({ length: words }, (_, i) => {
    const wordAddress = first + i;
    return { lane: chunk, wordAddress, bank: wordAddress % bankCount, phase, wavefront: phase, lanesOnWord: 1 };
  });
}
