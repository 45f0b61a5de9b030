/** Bank conflicts in words: the pattern of the worst request, its wavefronts, and layouts that the model found better. */

import { popcount32 } from '../../base/bits.ts';
import { LINE_BYTES } from '../../base/hardware.ts';
import { type BankCost, costOfAccess } from '../banks/wavefronts.ts';
import {
  accessName,
  alternatives,
  type CostFinding,
  counted,
  overAllRequests,
  rowWords,
  sentence,
} from './finding-words.ts';
import type { AccessTotals } from './line-summary.ts';
import { type AddressPattern, patternOf } from './pattern.ts';
import { pitchOf, type Remedy, remediesFor } from './shared-remedies.ts';

/**
 * Null if no request has a conflict. Lanes of an atomic that meet on one word take turns, which is a finding of its own: this one is
 * about different words of one bank, where they cost more than the turns. `totals` are of shared memory.
 */
export function bankConflictFinding(totals: AccessTotals): CostFinding | null {
  const { worst } = totals;
  if (totals.over === 0 || (totals.mostTurns > 1 && costOfAccess(worst).wavefronts <= totals.mostTurns)) return null;
  const pattern = patternOf(worst);
  const cost = costOfAccess(worst);
  const banks = bankWords(cost, popcount32(worst.activeMask));
  const took = `${counted(cost.wavefronts, 'wavefront')} where ${cost.ideal} would do`;
  const all = overAllRequests(totals, totals.parts, totals.ideal, 'wavefront');
  return {
    kind: 'bankConflicts',
    rank: 'cost',
    message: `${accessName(totals)}${patternWords(pattern)}: ${banks}, ${took}${all}`,
    fix: fixFor(totals, pattern),
    cost: { unit: 'wavefronts', actual: totals.parts, ideal: totals.ideal },
  };
}

function patternWords(pattern: AddressPattern): string {
  if (pattern.kind === 'rows') return rowWords(pattern);
  if (pattern.kind !== 'stride') return ' of scattered words';
  const { strideBytes } = pattern;
  return isPitch(pattern) ? ` of a column at pitch ${Math.abs(strideBytes)} B` : `, lanes ${strideBytes} B apart`;
}

/** A stride of a line or more is the pitch of a tile's rows rather than the size of an element. */
const isPitch = (pattern: AddressPattern): boolean => pitchOf(pattern) >= LINE_BYTES;

/** Describes the phase that takes longest. */
function bankWords({ phases }: BankCost, active: number): string {
  const worst = phases.reduce((a, b) => (b.wavefronts > a.wavefronts ? b : a));
  const banks = worst.wordsPerBank.filter(words => words > 0).length;
  const lanes = phases.length === 1 ? `all ${active} lanes` : `the ${worst.lanes.length} lanes of a phase`;
  if (banks === 1) return `${lanes} fall into one bank`;
  return `${lanes} fall into ${banks} banks, up to ${worst.wavefronts} different words in one`;
}

function fixFor({ worst, kind }: AccessTotals, pattern: AddressPattern): string {
  const remedies = remediesFor(worst, pattern);
  if (remedies.length > 0)
    return sentence(alternatives((isPitch(pattern) ? remedies : remedies.toReversed()).map(remedyWords)));
  return kind === 'atomic'
    ? 'Keep a copy of the data for each warp, so that fewer lanes meet in one bank.'
    : 'Choose the words of a warp so that they lie in different banks: their addresses follow no stride, so padding does not help.';
}

function remedyWords(remedy: Remedy): string {
  const cost = `(${counted(remedy.wavefronts, 'wavefront')})`;
  if (remedy.kind === 'pad') return `pad each row by ${remedy.bytes} B to a pitch of ${remedy.pitchBytes} B ${cost}`;
  if (remedy.kind === 'xor') {
    const { bits, base, shift } = remedy.swizzle;
    return `XOR the column with the row, Swizzle<${bits},${base},${shift}> of byte offsets ${cost}`;
  }
  return `let neighbouring lanes take neighbouring elements ${cost}`;
}
