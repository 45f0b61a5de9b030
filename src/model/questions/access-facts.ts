/** Facts about one shared access: how its lanes step, and which bank is asked for most. */
import { BANKS, LANES, WORD_BYTES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';
import type { BankCost, PhaseCost } from '../banks/bank-model.ts';

export interface AccessFacts {
  /** Lanes that ask, ascending. */
  readonly lanes: readonly number[];
  /** Words from each lane to the next, where all 32 lanes step alike by at least one whole word; else null. */
  readonly stride: number | null;
  readonly banksHit: readonly number[];
  /** Phases with a lane that asks. */
  readonly phases: readonly PhaseCost[];
  /** The phase that takes longest, its busiest bank, and how many words of that bank it wants. */
  readonly worst: { readonly phase: PhaseCost; readonly bank: number; readonly ways: number };
}

export function accessFacts(access: Access, cost: BankCost): AccessFacts {
  const phases = cost.phases.filter(({ words }) => words > 0);
  const phase = phases.reduce((worst, each) => (each.wavefronts > worst.wavefronts ? each : worst));
  const bank = phase.wordsPerBank.indexOf(Math.max(...phase.wordsPerBank));
  return {
    lanes: [...new Set(cost.hits.map(({ lane }) => lane))].sort((a, b) => a - b),
    stride: strideOf(access),
    banksHit: [...new Set(cost.hits.map(hit => hit.bank))].sort((a, b) => a - b),
    phases,
    worst: { phase, bank, ways: phase.wavefronts },
  };
}

function strideOf({ address, activeMask }: Access): number | null {
  if (activeMask >>> 0 !== 2 ** LANES - 1) return null;
  const step = address[1] - address[0];
  const isEven = Array.from({ length: LANES - 1 }, (_, lane) => address[lane + 1] - address[lane]).every(
    s => s === step,
  );
  return isEven && step > 0 && step % WORD_BYTES === 0 ? step / WORD_BYTES : null;
}

export const sharedFactor = (stride: number): number => {
  let [a, b] = [stride, BANKS];
  while (b > 0) [a, b] = [b, a % b];
  return a;
};

const passes = (n: number): string => (n === 1 ? '1 pass' : `${n} passes`);

/** One sentence with the numbers put in: why the access takes as many passes as it does. */
export function becauseOf(access: Access, cost: BankCost): string {
  const facts = accessFacts(access, cost);
  const { phases, worst } = facts;
  if (access.kind === 'atomic')
    return `Atomics on one bank go one after the other: bank ${worst.bank} has ${worst.ways}, so ${passes(cost.wavefronts)}.`;
  return phases.length === 1 ? ofOnePhase(facts, cost) : ofSeveral(access, facts, cost);
}

function ofOnePhase({ lanes, stride, worst: { phase, bank, ways } }: AccessFacts, { wavefronts }: BankCost): string {
  if (phase.words === 1 && lanes.length > 1)
    return `All ${lanes.length} lanes want one word: bank ${bank} hands it to all of them in 1 pass.`;
  if (stride !== null) return strideWords(stride, bank, wavefronts);
  if (ways === 1 && phase.words < lanes.length)
    return `${lanes.length} lanes want ${phase.words} words, each in another bank; lanes with the same word share it: 1 pass.`;
  if (ways === 1) return `${lanes.length} lanes meet ${lanes.length} different banks, so 1 pass.`;
  if (phase.words === ways) return `Every word that is asked for lies in bank ${bank}, so ${passes(wavefronts)}.`;
  return `Bank ${bank} holds ${ways} of the words and hands out one in each pass, so ${passes(wavefronts)}.`;
}

function strideWords(stride: number, bank: number, wavefronts: number): string {
  const shared = sharedFactor(stride);
  if (shared === BANKS)
    return `A step of ${stride} words comes back to the same bank: every lane is in bank ${bank}, so ${passes(wavefronts)}.`;
  if (shared === 1)
    return `A step of ${stride} ${stride === 1 ? 'word' : 'words'} shares no factor with 32, so the lanes meet all 32 banks: 1 pass.`;
  return `A step of ${stride} words and 32 banks share the factor ${shared}: ${BANKS / shared} banks are hit, each by ${shared} lanes, so ${passes(wavefronts)}.`;
}

function ofSeveral({ kind, widthBytes }: Access, { phases, worst }: AccessFacts, { wavefronts }: BankCost): string {
  const isMatrix = kind === 'ldmatrix' || kind === 'stmatrix';
  const group = worst.phase.lanes.length;
  const groups = isMatrix
    ? `Each of the ${phases.length} matrices has 8 rows of 16 bytes, which fill the 32 banks`
    : `At ${widthBytes} bytes a lane, ${group} lanes fill the 32 banks, so the warp is served in ${phases.length} groups`;
  if (worst.ways === 1) return `${groups}: ${passes(wavefronts)}, none of them lost.`;
  return `${groups}; in the worst group bank ${worst.bank} holds ${worst.ways} of the words: ${passes(wavefronts)} instead of ${phases.length}.`;
}
