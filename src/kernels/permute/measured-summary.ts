/** Statistics of many measured permutations: a row for each strategy. */
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { type MeasuredMove, type MeasuredSet, namesIn, waysOf } from './measured-cases.ts';

export interface MeasuredSummary {
  readonly name: string;
  /** Number of cases with a time. */
  readonly cases: number;
  /** Number of these that are predicted to be conflict-free; null if there is no prediction. */
  readonly conflictFree: number | null;
  /** Useful bytes per second over these cases. */
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** Median, over the cases that both have, of its time by that of `none`. null where there is no such case. */
  readonly timeByNone: number | null;
}

const FIRST = 'none';

/** Summaries in the order of the plan's strategies, then of variants that move no block. */
export function measuredSummaries(set: MeasuredSet): MeasuredSummary[] {
  return namesIn(set).map(name => {
    const pairs = set.cases.map(({ moves }) => [name, FIRST].map(wanted => moves.find(move => move.name === wanted)));
    const own = pairs.flatMap(([move]) => move ?? []);
    const ratios = pairs.flatMap(([move, first]) => (move && first ? move.medianNs / first.medianNs : []));
    const rates = own.map(({ bytesPerSecond }) => bytesPerSecond);
    return {
      name,
      cases: own.length,
      conflictFree: conflictFree(own),
      least: Math.min(...rates),
      median: sampleStatistics(rates).median,
      most: Math.max(...rates),
      timeByNone: ratios.length === 0 ? null : sampleStatistics(ratios).median,
    };
  });
}

function conflictFree(moves: readonly MeasuredMove[]): number | null {
  const layouts = moves.flatMap(({ layout }) => layout ?? []);
  return layouts.length === 0 ? null : layouts.filter(layout => waysOf(layout) === 1).length;
}
