/** The exhibit with a case of the statistics: its parameters have the same names. */
import type { Permutation } from '../../model/permute/permutation.ts';
import type { FlatSearch } from '../../state/link-codec.ts';
import { type StatisticsState, statisticsLink } from '../links/statistics.ts';

/** `variants`: which stand side by side; the exhibit's own choice when left out. */
export function exhibitSearch(
  { shape, perm }: Permutation,
  state: StatisticsState,
  variants: readonly string[] = [],
): FlatSearch {
  const { elementBytes, target, sharedKiB } = statisticsLink.encode(state);
  const compared = variants.length === 0 ? {} : { v: variants.join(',') };
  return { shape: shape.join(','), perm: perm.join(','), elementBytes, target, sharedKiB, ...compared };
}
