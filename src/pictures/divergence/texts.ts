/** Numbers of a profile as the divergence picture writes them. */
import { type LineCounts, meanLanes } from '../../model/profile/execution-lines.ts';

export const percentText = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
};

export const meanText = (counts: LineCounts): string => meanLanes(counts)?.toFixed(1) ?? '—';
