/** Adds totals up: of the parts of a grid, and of the instructions of a source line. The order of the parts is free. */
import { SPACES } from '../../trace/access-trace.ts';
import type { AccessTotals, InstructionTotals, LineSummary, SourceLineTotals } from './line-summary.ts';
import { costOfRequest, rankOf } from './request-cost.ts';

/** Merges parts of one launch, each CTA in exactly one part. The sum equals that of one run of all CTAs. */
export function mergeLineSummaries(parts: readonly LineSummary[]): LineSummary {
  const sums = new Map<string, InstructionTotals>();
  for (const { instructions } of parts)
    for (const totals of instructions) {
      const key = `${totals.pc} ${totals.space}`;
      const known = sums.get(key);
      sums.set(key, known === undefined ? totals : { ...totals, ...sumOf(known, totals) });
    }
  return summaryOfInstructions([...sums.values()]);
}

/** Sorts the instructions and adds them up by line. */
export function summaryOfInstructions(totals: readonly InstructionTotals[]): LineSummary {
  const instructions = totals.toSorted((a, b) => a.pc - b.pc || SPACES.indexOf(a.space) - SPACES.indexOf(b.space));
  const lines = new Map<string, { file: string; line: number; accesses: Map<string, AccessTotals> }>();
  for (const { pc: _, file, line, ...access } of instructions) {
    const place = line > 0 ? { file, line } : { file: '', line: 0 };
    const key = `${place.line} ${place.file}`;
    const known = lines.get(key) ?? { ...place, accesses: new Map<string, AccessTotals>() };
    lines.set(key, known);
    const sort = `${access.space} ${access.kind}`;
    const sum = known.accesses.get(sort);
    known.accesses.set(sort, sum === undefined ? access : sumOf(sum, access));
  }
  const byLine = [...lines.values()].map(({ accesses, ...place }) => ({ ...place, accesses: [...accesses.values()] }));
  return { instructions, lines: byLine.sort(byPlace) };
}

/** Sum of two totals of the same space and kind. */
function sumOf(a: AccessTotals, b: AccessTotals): AccessTotals {
  return {
    space: a.space,
    kind: a.kind,
    requests: a.requests + b.requests,
    lanes: a.lanes + b.lanes,
    bytes: a.bytes + b.bytes,
    parts: a.parts + b.parts,
    ideal: a.ideal + b.ideal,
    lines: a.lines + b.lines,
    most: Math.max(a.most, b.most),
    turns: a.turns + b.turns,
    mostTurns: Math.max(a.mostTurns, b.mostTurns),
    unaligned: a.unaligned + b.unaligned,
    over: a.over + b.over,
    worstExcess: Math.max(a.worstExcess, b.worstExcess),
    ...worseOf(a, b),
  };
}

/**
 * The worse of the two requests. If both are equally bad, the one of the lowest CTA, so that the order of the CTAs does
 * not matter; then the first.
 */
function worseOf(a: AccessTotals, b: AccessTotals): Pick<AccessTotals, 'worst'> {
  const difference = rankOf(costOfRequest(b.worst)) - rankOf(costOfRequest(a.worst));
  const isWorse = difference > 0 || (difference === 0 && b.worst.cta < a.worst.cta);
  return { worst: isWorse ? b.worst : a.worst };
}

const byPlace = (a: SourceLineTotals, b: SourceLineTotals): number =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
