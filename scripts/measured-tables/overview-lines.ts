/** The measured table of the project's README: from the first variant to the fastest, a row for each kernel that moves bytes. */
import type { Kernel } from '../../src/kernels/kernel.ts';
import { MISSING } from '../../src/panels/numbers.ts';
import { ceilingsFor, shareOf } from '../../src/trace/ceilings.ts';
import { rateOf } from '../../src/trace/work.ts';
import { tableOf } from '../readme-table.ts';
import { NOT_MEASURED } from './kernel-lines.ts';
import type { Problem } from './problems.ts';
import type { Recorded } from './recorded.ts';
import { ceilingNote, originsOf, staleNote } from './table-notes.ts';
import { type TimedProblem, timedProblem, verdictCell } from './timed-variants.ts';

interface Overview {
  readonly kernel: Kernel;
  readonly problem: Problem;
  readonly steady: TimedProblem;
}

/** `kernels`: with the problem that stands for each. Those without a common amount of bytes are left out: their variants do unlike things. */
export function overviewLines(kernels: readonly (readonly [Kernel, Problem])[], recorded: Recorded): string[] {
  const rows = kernels.flatMap(([kernel, problem]): Overview[] => {
    const records = recorded.records.filter(record => record.kernel === kernel.id);
    const isAlike = kernel.work(kernel.schema.parse(problem.params))?.kind === 'bytes';
    return isAlike ? [{ kernel, problem, steady: timedProblem(kernel, records, problem.params, 'steady') }] : [];
  });
  const timed = rows.flatMap(({ steady }) => steady.records);
  if (timed.length === 0) return [`${NOT_MEASURED}.`];
  const gpus = [...new Set(timed.map(({ gpu }) => gpu.name))];
  const head = [gpus.join(', '), 'problem', 'first variant', 'fastest variant', 'GB/s', 'of the copy', 'time'];
  const limits = gpus.flatMap(gpu => ceilingNote(ceilingOf(gpu, recorded)));
  return [
    ...tableOf(
      head,
      4,
      rows.map(row => rowOf(row, recorded)),
    ),
    '',
    `Medians of launches in a row; ${originsOf(timed)}.`,
    ...limits,
    ...staleNote(timed, recorded.stale),
  ];
}

const ceilingOf = (gpu: string, { ceilings }: Recorded) =>
  ceilingsFor('bytes', gpu, ceilings.find(each => each.gpu.name === gpu) ?? null).measured;

function rowOf({ kernel, problem, steady: { records, variants } }: Overview, recorded: Recorded): string[] {
  const name = `[${kernel.id}](src/kernels/${kernel.id})`;
  if (variants.length === 0) return [name, problem.title, NOT_MEASURED, ...new Array<string>(4).fill(MISSING)];
  const fastest = variants.reduce((a, b) => (b.medianNs < a.medianNs ? b : a));
  const [us, fastestUs] = [variants[0], fastest].map(({ medianNs }) => `${(medianNs / 1000).toFixed(2)} µs`);
  const rate = rateOf(kernel.work(kernel.schema.parse(problem.params))!, fastest.medianNs);
  const ceiling = ceilingOf(records[0].gpu.name, recorded);
  return [
    ...[
      name,
      problem.title,
      `\`${variants[0].id}\`, ${us}`,
      `\`${fastest.id}\`, ${fastestUs}`,
      (rate / 1e9).toFixed(0),
    ],
    ceiling === null ? MISSING : `${(100 * shareOf(rate, ceiling)).toFixed(1)} %`,
    verdictCell(fastest.verdict),
  ];
}
