/** Facts about one shared access: how its lanes step, and which bank is asked for most. */
import { BANKS, LANES, LINE_BYTES, SECTOR_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';
import type { BankCost, PhaseCost } from '../banks/bank-model.ts';
import { sectorsOf } from '../banks/sectors.ts';

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
  const { kind } = access;
  const facts = accessFacts(access, cost);
  if (kind === 'bulk') return ofEngine(access, cost);
  if (kind === 'atomic' && facts.worst.ways > 1) return ofAtomics(facts, cost);
  return facts.phases.length === 1 ? ofOnePhase(access, facts, cost) : ofSeveral(access, facts, cost);
}

function ofEngine({ widthBytes }: Access, { wavefronts }: BankCost): string {
  const chunks = `${LINE_BYTES / widthBytes} chunks of ${widthBytes} bytes`;
  if (wavefronts === 1)
    return `The copy engine moves no more than ${chunks}, which fit into one line of ${LINE_BYTES} bytes, so 1 pass.`;
  return `The copy engine moves ${chunks} together, a line of ${LINE_BYTES} bytes, so ${passes(wavefronts)}, none of them lost.`;
}

const ofAtomics = ({ lanes, worst: { bank, ways } }: AccessFacts, { wavefronts }: BankCost): string =>
  `Atomics on one bank go one after the other: ${ways} of the ${lanes.length} lanes meet in bank ${bank}, so ${passes(wavefronts)}.`;

function ofOnePhase({ widthBytes }: Access, facts: AccessFacts, { wavefronts }: BankCost): string {
  const { lanes, stride, worst } = facts;
  const { phase, bank, ways } = worst;
  const count = lanes.length;
  if (ways === 1) return stride === null ? withoutConflict(count, phase.words, widthBytes, bank) : oddStep(stride);
  if (stride !== null) return strideWords(stride, bank, wavefronts);
  if (phase.words === ways)
    return `All ${ways} words that are asked for lie in bank ${bank}, so ${passes(wavefronts)}.`;
  return `Bank ${bank} holds ${ways} of the ${phase.words} words and hands out one in each pass, so ${passes(wavefronts)}.`;
}

function withoutConflict(lanes: number, words: number, widthBytes: number, bank: number): string {
  if (lanes === 1) return 'One lane asks, and no other waits for it, so 1 pass.';
  if (words === 1 && lanes === 2)
    return `Both lanes want one word, which bank ${bank} hands to both at once, so 1 pass.`;
  if (words === 1)
    return `All ${lanes} lanes want one word, which bank ${bank} hands to all of them at once, so 1 pass.`;
  if (words < lanes)
    return `${lanes} lanes want ${words} words, each in another bank; lanes with the same word share it, so 1 pass.`;
  if (words === lanes) return `${lanes} lanes meet ${lanes} different banks, so 1 pass.`;
  return `${lanes} lanes of ${widthBytes} bytes want ${words} words, each in another bank, so 1 pass.`;
}

/** Of a warp whose lanes meet all banks. */
const oddStep = (stride: number): string =>
  stride === 1
    ? 'Lanes side by side want words side by side, one in each of the 32 banks, so 1 pass.'
    : `A step of ${stride} words shares no factor with 32, so the lanes meet all 32 banks: 1 pass.`;

function strideWords(stride: number, bank: number, wavefronts: number): string {
  const shared = sharedFactor(stride);
  if (shared === BANKS)
    return `A step of ${stride} words comes back to the same bank: every lane is in bank ${bank}, so ${passes(wavefronts)}.`;
  return `A step of ${stride} words and 32 banks share the factor ${shared}: ${BANKS / shared} banks are hit, each by ${shared} lanes, so ${passes(wavefronts)}.`;
}

function ofSeveral({ kind, widthBytes }: Access, { phases, worst }: AccessFacts, { wavefronts }: BankCost): string {
  const isMatrix = kind === 'ldmatrix' || kind === 'stmatrix';
  const group = (BANKS * WORD_BYTES) / widthBytes;
  const groups = isMatrix
    ? `Each of the ${phases.length} matrices has 8 rows of 16 bytes, which fill the 32 banks`
    : `At ${widthBytes} bytes a lane, ${group} lanes fill the 32 banks, so the warp is served in ${phases.length} groups`;
  if (worst.ways === 1) return `${groups}${isMatrix ? ', so' : ':'} ${passes(wavefronts)}, none of them lost.`;
  return `${groups}; in the worst group bank ${worst.bank} holds ${worst.ways} of the words: ${passes(wavefronts)} instead of ${phases.length}.`;
}

/** The same for an access of global memory, which moves sectors of 32 bytes. */
export function sectorsBecause(access: Access): string {
  const { sectors, bytes, ideal } = sectorsOf(access);
  const told = `In global memory the lanes want ${counted(bytes, 'byte')}, which lie in ${counted(sectors, 'sector')} of ${SECTOR_BYTES} bytes`;
  const moved = `${counted(sectors, 'sector')} ${sectors === 1 ? 'moves' : 'move'}`;
  return `${told}, so ${moved}${sectors === ideal ? ', as few as can be' : `; side by side they would be ${ideal}`}.`;
}

const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;
