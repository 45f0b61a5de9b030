/** Words that say what happens at the playhead. */

import { listed } from '../../base/numbers.ts';
import { addressText } from '../../base/numerals.ts';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import type { Playback } from './use-playback.ts';

/** Whether no variant can do the parameters. */
export const nothingRuns = (views: readonly VariantView[]): boolean => views.every(({ refusal }) => refusal !== null);

export function readoutOf(views: readonly VariantView[], playback: Pick<Playback, 'playhead' | 'length'>): string {
  const { playhead, length } = playback;
  if (nothingRuns(views)) return '';
  if (length === 0) return 'no shared access to serve';
  if (playhead >= length) return 'all wavefronts served';
  return views
    .map(view => variantWords(view, playhead))
    .filter(words => words !== '')
    .join(' · ');
}

/** The wavefront served last, and its lanes. */
function variantWords(view: VariantView, playhead: number): string {
  const { cost, access } = bestSource(view).view;
  if (!cost || !access) return '';
  if (playhead === 0) return `${view.badge} waits`;
  if (playhead > cost.wavefronts) return `${view.badge} finished after ${cost.wavefronts}`;
  const hits = cost.hits.filter(hit => hit.wavefront === playhead - 1);
  const lanes = [...new Set(hits.map(hit => hit.lane))];
  if (lanes.length > 2) return `${view.badge} ${lanes.length} lanes at once`;
  return `${view.badge} lane ${listed(lanes.map(String))} → bank ${hits[0].bank} at ${addressText(access.address[lanes[0]])}`;
}
