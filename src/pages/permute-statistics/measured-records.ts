/** Measured times of the cases as the records of a picture and as rows of a file. */

import { rateWords } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import { type MeasuredMove, type MeasuredSet, namesIn, waysOf } from '../../kernels/permute/measured-cases.ts';
import { moveWords } from '../../kernels/permute/variants.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { strategiesIn } from '../../model/permute/statistics/summary.ts';
import type { CaseDot, CaseStripsRecords } from '../../pictures/case-strips/records.ts';
import { type Ceiling, shareOf } from '../../trace/ceilings.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';

/** A set, and what its rates are shares of. */
export interface Measured {
  readonly set: MeasuredSet;
  readonly limit: Ceiling;
}

/** If the GPU's ceiling is not known, shares count from the fastest time. */
export function measuredOf(set: MeasuredSet, ceiling: Ceiling | null): Measured {
  const rates = set.cases.flatMap(({ moves }) => moves.map(({ bytesPerSecond }) => bytesPerSecond));
  const fastest: Ceiling = { source: 'measured', perSecond: Math.max(...rates), title: 'the fastest of these' };
  return { set, limit: ceiling ?? fastest };
}

/** Every strategy of the statistics, also one that was not measured; then what moves without a block. */
export function caseStripsOf(statistics: Statistics, { set, limit }: Measured): CaseStripsRecords {
  const names = [...new Set([...strategiesIn(statistics), ...namesIn(set)])];
  const moves = new Map(set.cases.map(({ case: { name }, moves }) => [name, moves]));
  const dotOf = (caseName: string, name: string): CaseDot | null => {
    const move = moves.get(caseName)?.find(each => each.name === name);
    return move === undefined ? null : caseDot(move, limit);
  };
  const cases = statistics.cases.map(({ name }) => name);
  return {
    title: set.gpu,
    text: 'useful bytes in launches in a row, % of the copy',
    ...{ unit: 'case', each: 'strategy', cases },
    full: `100 %: ${rateWords('bytes', limit.perSecond)}, ${limit.title}`,
    rows: names.map(name => ({ name: moveWords(name).title, dots: cases.map(caseName => dotOf(caseName, name)) })),
  };
}

/** Median share of each name's moves [%], and whether they are conflict-free by prediction; null where nothing is predicted. */
function shareByName({ set, limit }: Measured) {
  const all = set.cases.flatMap(({ moves }) => moves);
  return namesIn(set).map(name => {
    const moves = all.filter(move => move.name === name);
    const shares = moves.map(({ bytesPerSecond }) => 100 * shareOf(bytesPerSecond, limit));
    const ways = moves.flatMap(({ layout }) => (layout === null ? [] : [waysOf(layout)]));
    return { name, share: sampleStatistics(shares).median, isFree: ways.length > 0 && Math.max(...ways) === 1 };
  });
}

/** What the strips show, in a sentence: null where a layout without a conflict is the fastest, or none was measured. */
export function claimOf(measured: Measured): string | null {
  const shares = shareByName(measured).toSorted((a, b) => b.share - a.share);
  const [best, free] = [shares[0], shares.find(({ isFree }) => isFree)];
  if (free === undefined || best === free) return null;
  const percent = (share: number) => `${share.toFixed(1)} % of a copy`;
  return `The fastest layout without a bank conflict moves at ${percent(free.share)} (median), and the fastest variant of all, ${moveWords(best.name).title}, at ${percent(best.share)}. Without conflicts, other things set the limit: instructions, bytes under way, and starts of CTAs.`;
}

function caseDot({ layout, medianNs, bytesPerSecond, launchedAs }: MeasuredMove, limit: Ceiling): CaseDot {
  const percent = 100 * shareOf(bytesPerSecond, limit);
  const ways = layout === null ? null : waysOf(layout);
  return {
    percent,
    ways,
    lines: [
      `${percent.toFixed(1)} % of the copy, ${rateWords('bytes', bytesPerSecond)}`,
      `${timeText(medianNs, 4)} a launch`,
      ...(ways === null ? [] : [`predicted: ${waysText(ways)} wavefronts per ideal one`]),
      ...(launchedAs === null ? [] : [`the same launch as ${moveWords(launchedAs).title}`]),
    ],
  };
}

/** 16.5 -> '16.5'. */
export const waysText = (ways: number): string => String(Number(ways.toFixed(2)));
