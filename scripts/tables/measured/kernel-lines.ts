/** The measured table of a kernel's README: a block of rows for each problem, and notes that are needed to read it. */

import { MISSING } from '../../../src/base/numbers.ts';
import type { Kernel } from '../../../src/kernels/kernel.ts';
import { type Ceiling, ceilingsFor, shareOf } from '../../../src/trace/ceilings.ts';
import type { RunRecord } from '../../../src/trace/run-record.ts';
import { rateOf, type Work } from '../../../src/trace/work.ts';
import { tableOf } from '../written-table.ts';
import type { TableProblem } from './problems.ts';
import type { RecordedRuns } from './recorded.ts';
import { tableNotes } from './table-notes.ts';
import { type TimedProblem, type TimedVariant, timedProblem, verdictCell } from './timed-variants.ts';

export const NOT_MEASURED = `${MISSING}, not measured yet`;

/** Both methods of one problem. */
interface Timings {
  readonly problem: TableProblem;
  readonly work: Work | null;
  readonly steady: TimedProblem;
  readonly cold: TimedProblem;
}

/** One table for each GPU, or one sentence if no problem was recorded. */
export function kernelLines(kernel: Kernel, problems: readonly TableProblem[], recorded: RecordedRuns): string[] {
  const records = recorded.records.filter(record => record.kernel === kernel.id);
  const tables = [...new Set(records.map(({ gpu }) => gpu.name))].sort().flatMap(gpu => {
    const own = records.filter(record => record.gpu.name === gpu);
    const timings = problems.map(problem => timingsOf(kernel, own, problem));
    return timings.some(isRecorded) ? [...gpuLines(gpu, timings, recorded), ''] : [];
  });
  return tables.length === 0 ? [`${NOT_MEASURED}.`] : tables.slice(0, -1);
}

const timingsOf = (kernel: Kernel, records: readonly RunRecord[], problem: TableProblem): Timings => ({
  problem,
  work: kernel.work(kernel.schema.parse(problem.params)),
  steady: timedProblem(kernel, records, problem.params, 'steady'),
  cold: timedProblem(kernel, records, problem.params, 'cold'),
});

const timedIn = (timings: readonly Timings[]): TimedProblem[] => timings.flatMap(({ steady, cold }) => [steady, cold]);

const isRecorded = ({ steady, cold }: Timings): boolean => steady.records.length + cold.records.length > 0;

function gpuLines(gpu: string, timings: readonly Timings[], recorded: RecordedRuns): string[] {
  const hasWork = timings.some(({ work }) => work !== null);
  const record = recorded.ceilings.find(each => each.gpu.name === gpu) ?? null;
  const { measured: ceiling } = ceilingsFor('bytes', gpu, record);
  const rates = hasWork ? ['GB/s', 'of the copy'] : [];
  const head = [gpu, 'variant', 'steady, µs', ...rates, 'against the first', 'cold, µs', 'against the first'];
  const rows = timings.flatMap(each => problemRows(each, hasWork, ceiling));
  return [...tableOf(head, 2, rows), '', ...tableNotes(timedIn(timings), hasWork ? ceiling : null, recorded.stale)];
}

function problemRows(timings: Timings, hasWork: boolean, ceiling: Ceiling | null): string[][] {
  const { problem, steady, cold, work } = timings;
  const ids = [...new Set([...steady.variants, ...cold.variants].map(({ id }) => id))];
  const absent = (cells: number): string[] => new Array(cells).fill(MISSING);
  if (ids.length === 0) return [[problem.title, NOT_MEASURED, ...absent(hasWork ? 6 : 4)]];
  return ids.map((id, i) => {
    const [inTurns, single] = [steady, cold].map(({ variants }) => variants.find(each => each.id === id));
    return [
      ...[i === 0 ? problem.title : '', `\`${id}\``, inTurns === undefined ? MISSING : timeCell(inTurns)],
      ...(hasWork ? rateCells(inTurns, work, ceiling) : []),
      ...(inTurns === undefined ? absent(1) : [verdictCell(inTurns.verdict)]),
      ...(single === undefined ? absent(2) : [timeCell(single), verdictCell(single.verdict)]),
    ];
  });
}

/** Four digits of the median, and as many decimals for the spread. */
function timeCell({ medianNs, halfIqrNs }: TimedVariant): string {
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(medianNs / 1000)));
  return [medianNs, halfIqrNs].map(ns => (ns / 1000).toFixed(decimals)).join(' ± ');
}

function rateCells(each: TimedVariant | undefined, work: Work | null, ceiling: Ceiling | null): string[] {
  if (each === undefined || work === null) return [MISSING, MISSING];
  const rate = rateOf(work, each.medianNs);
  return [(rate / 1e9).toFixed(0), ceiling === null ? MISSING : `${(100 * shareOf(rate, ceiling)).toFixed(1)} %`];
}
