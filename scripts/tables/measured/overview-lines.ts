/** The measured table of docs/evidence.md: from the first variant to the fastest, a row for each kernel. */

import { MISSING, rateWords } from '../../../src/base/numbers.ts';
import { timeText } from '../../../src/base/numerals.ts';
import type { Kernel } from '../../../src/kernels/kernel.ts';
import { ceilingsFor, shareOf } from '../../../src/trace/ceilings.ts';
import type { RunRecord } from '../../../src/trace/run-record.ts';
import { rateOf, type Work } from '../../../src/trace/work.ts';
import { tableOf } from '../written-table.ts';
import { NOT_MEASURED } from './kernel-lines.ts';
import type { TableProblem } from './problems.ts';
import type { RecordedRuns } from './recorded.ts';
import { ceilingNote, originsOf, staleNote } from './table-notes.ts';
import { type TimedProblem, type TimedVariant, timedProblem, verdictCell } from './timed-variants.ts';

interface Overview {
  readonly kernel: Kernel;
  readonly problem: TableProblem;
  /** The work of one launch, the same for every variant. */
  readonly work: Work;
  readonly steady: TimedProblem;
}

const COLUMNS = ['problem', 'first variant', 'fastest variant', 'its rate', 'of the limit', 'its time'];

/** @param kernels each with the problem that stands for it, and whose work its rates refer to. */
export function overviewLines(kernels: readonly (readonly [Kernel, TableProblem])[], recorded: RecordedRuns): string[] {
  const rows = kernels.map(([kernel, problem]) => overviewOf(kernel, problem, recorded));
  const timed = rows.flatMap(({ steady }) => steady.records);
  if (timed.length === 0) return [`${NOT_MEASURED}.`];
  const gpus = [...new Set(timed.map(({ gpu }) => gpu.name))];
  const kinds = [...new Set(rows.flatMap(({ work, steady }) => (steady.records.length === 0 ? [] : work.kind)))];
  const cells = rows.map(row => rowOf(row, recorded));
  return [
    ...tableOf([gpus.join(', '), ...COLUMNS], 4, cells),
    '',
    `Medians of launches in a row; ${originsOf(timed)}.`,
    ...gpus.flatMap(gpu => kinds.flatMap(kind => ceilingNote(ceilingOf(gpu, kind, recorded), kind))),
    ...overlapNote(timed),
    ...staleNote(timed, recorded.stale),
  ];
}

function overviewOf(kernel: Kernel, problem: TableProblem, { records }: RecordedRuns): Overview {
  const work = kernel.work(kernel.schema.parse(problem.params));
  if (work === null) throw new Error(`${kernel.id} has no work that rates are of`);
  const own = records.filter(record => record.kernel === kernel.id);
  return { kernel, problem, work, steady: timedProblem(kernel, own, problem.params, 'steady') };
}

const ceilingOf = (gpu: string, kind: Work['kind'], { ceilings }: RecordedRuns) =>
  ceilingsFor(kind, gpu, ceilings.find(each => each.gpu.name === gpu) ?? null).measured;

function rowOf({ kernel, problem, work, steady: { records, variants } }: Overview, recorded: RecordedRuns): string[] {
  const name = `[${kernel.id}](../src/kernels/${kernel.id})`;
  if (variants.length === 0) return [name, problem.title, NOT_MEASURED, ...new Array<string>(4).fill(MISSING)];
  const fastest = variants.reduce((a, b) => (b.medianNs < a.medianNs ? b : a));
  const words = ({ id, medianNs }: TimedVariant): string => `\`${id}\`, ${timeText(medianNs, 4)}`;
  const rate = rateOf(work, fastest.medianNs);
  const ceiling = ceilingOf(records[0].gpu.name, work.kind, recorded);
  return [
    ...[name, problem.title, words(variants[0]), words(fastest), rateWords(work.kind, rate)],
    ceiling === null ? MISSING : `${(100 * shareOf(rate, ceiling)).toFixed(1)} %`,
    verdictCell(fastest.verdict),
  ];
}

function overlapNote(records: readonly RunRecord[]): string[] {
  const overlapping = records.filter(({ launch }) => launch.programmaticStreamSerialization);
  const names = new Set(overlapping.map(({ variant }) => `\`${variant}\``));
  return names.size === 0 ? [] : [`Launches of ${[...names].join(', ')} overlap; all others wait.`];
}
