/** Measurements of TTC's permutations, by strategy: the second table of permute's README. */

import { MISSING } from '../../../src/base/numbers.ts';
import { measuredSet } from '../../../src/kernels/permute/measured-cases.ts';
import { type MeasuredSummary, measuredSummaries } from '../../../src/kernels/permute/measured-summary.ts';
import { statisticsAtOnce } from '../../../src/model/permute/statistics/statistics.ts';
import { ttcCases } from '../../../src/model/permute/statistics/ttc.ts';
import { type Ceiling, ceilingsFor, shareOf } from '../../../src/trace/ceilings.ts';
import { tableOf } from '../written-table.ts';
import { NOT_MEASURED } from './kernel-lines.ts';
import type { RecordedRuns } from './recorded.ts';
import { ceilingNote, originsOf, staleNote } from './table-notes.ts';

/** The options with which the statistics page starts. */
const OPTIONS = { elementBytes: 4, targetElements: null, sharedBytes: 48 * 1024 };

const COLUMNS = ['cases', 'conflict-free', 'GB/s, median', 'of the copy', 'least to most', 'time by none'];

export function listLines({ records, ceilings, stale }: RecordedRuns): string[] {
  const statistics = statisticsAtOnce(ttcCases(), OPTIONS);
  const own = records.filter(({ kernel }) => kernel === 'permute');
  const set = measuredSet(statistics, own);
  if (set === null) return [`${NOT_MEASURED}.`];
  const { gpu, cases } = set;
  const { measured } = ceilingsFor('bytes', gpu, ceilings.find(each => each.gpu.name === gpu) ?? null);
  const rows = measuredSummaries(set).map(summary => rowOf(summary, measured));
  const timed = cases.flatMap(({ moves }) => moves.map(({ record }) => record));
  const counted = `${cases.length} of ${statistics.cases.length} permutations were measured`;
  return [
    ...tableOf([`${gpu}, steady`, ...COLUMNS], 1, rows),
    '',
    `${counted}; rates are of useful bytes, the last column is a median over cases; ${originsOf(timed)}.`,
    ...ceilingNote(measured, 'bytes'),
    ...staleNote(timed, stale),
  ];
}

function rowOf(summary: MeasuredSummary, ceiling: Ceiling | null): string[] {
  const { name, cases, conflictFree, least, median, most, timeByNone } = summary;
  const gigabytes = (rate: number): string => (rate / 1e9).toFixed(0);
  return [
    ...[name, String(cases), conflictFree === null ? MISSING : String(conflictFree), gigabytes(median)],
    ceiling === null ? MISSING : `${(100 * shareOf(median, ceiling)).toFixed(1)} %`,
    `${gigabytes(least)} to ${gigabytes(most)}`,
    timeByNone === null ? MISSING : `${timeByNone.toFixed(3)} ×`,
  ];
}
