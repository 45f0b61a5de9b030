/**
 * Table of memory after the emulation and after the launch on the GPU: a row for each piece of memory that the kernel
 * was given, outputs first.
 */
import { count, MISSING } from '../../../base/numbers.ts';
import type { MeasuredComparison } from '../../../contract/measured-comparison.ts';
import type { CaptureOrigin } from '../../../contract/workbench-document.ts';
import { DataTable } from '../../../panels/kit/data-table.tsx';
import type { Column } from '../../../panels/kit/table-columns.ts';
import type { LaunchAnswer } from '../gpu-runs.ts';
import type { ShownResult } from '../run.ts';
import css from './results.module.css';
import { useMeasured } from './use-measured.ts';

interface MeasuredTableProps {
  readonly result: ShownResult;
  readonly capture: CaptureOrigin;
  /** What the launch left when it was run again; null where it was not. */
  readonly now: LaunchAnswer | null;
  /** Name of the buffer in sight. */
  readonly buffer: string;
  readonly onBuffer: (name: string) => void;
}

export function MeasuredTable({ result, capture, now, buffer, onBuffer }: MeasuredTableProps) {
  const { document, inspection } = result;
  const { buffers, symbols } = inspection.emulation;
  const { result: compared, share } = useMeasured(document, buffers, symbols);
  const again = useMeasured(document, now?.buffers ?? null, now?.variables ?? null).result;
  if (compared === null)
    return (
      <p className="caption">
        <progress aria-label="Memory compared" value={share} /> comparing memory …
      </p>
    );
  if (!compared.ok) return null;
  const againOf = new Map(again?.ok ? again.value.map(each => [keyOf(each), each]) : []);
  const [x, y, z] = document.launch.grid;
  // A variable has no picture of its own.
  const choose = ({ part }: MeasuredComparison) => {
    if (document.launch.buffers.some(({ name }) => name === part.buffer)) onBuffer(part.buffer);
  };
  const missing = x * y * z - inspection.emulation.ctasRun;
  return (
    <>
      <p className="caption">
        Emulated{now && `, and run again on the ${now.gpu.name} of this machine`}, against what the {capture.gpu.name}{' '}
        answered
        {missing > 0 && `; ${count(missing)} of ${count(x * y * z)} CTAs did not run here, so that outputs are missing`}
        .
      </p>
      <DataTable
        look="list"
        label="Emulated against measured"
        caption="Emulated against measured"
        className={css.accesses}
        columns={now === null ? [...MEMORY, ...EMULATED] : [...MEMORY, againColumn(againOf), ...EMULATED]}
        rows={[...compared.value].sort((a, b) => Number(b.written > 0) - Number(a.written > 0))}
        rowKey={keyOf}
        choice={{ isChosen: ({ part }) => part.buffer === buffer, onChoose: choose }}
      />
    </>
  );
}

const keyOf = ({ part }: MeasuredComparison): string => `${part.buffer} ${part.byteOffset}`;

const differenceOf = ({ wrong, firstWrong }: MeasuredComparison): string =>
  firstWrong === null
    ? 'equal'
    : `${count(wrong)} differ; [${firstWrong.index}] is ${firstWrong.emulated}, measured ${firstWrong.measured}`;

const largestOf = ({ wrong, largest }: MeasuredComparison): string => {
  if (wrong === 0) return MISSING;
  const ulps = largest.ulps === null ? '' : ` (${count(largest.ulps)} ulp)`;
  return `${largest.absolute.toPrecision(3)}${ulps}`;
};

const MEMORY: readonly Column<MeasuredComparison>[] = [
  { key: 'name', name: 'Memory', isText: true, cell: ({ part }) => part.name },
  { key: 'elements', name: 'Elements', cell: ({ length, part }) => `${count(length)} ${part.type}` },
  { key: 'written', name: 'GPU wrote', cell: ({ written }) => count(written), sort: ({ written }) => written },
  { key: 'wrong', name: 'Emulated', isText: true, cell: differenceOf, sort: ({ wrong }) => wrong },
];

const EMULATED: readonly Column<MeasuredComparison>[] = [
  { key: 'largest', name: 'Largest', cell: largestOf, sort: ({ largest }) => largest.absolute },
  {
    key: 'only',
    name: 'Only here / there',
    cell: ({ wrong, onlyEmulated, onlyMeasured }) =>
      wrong === 0 ? MISSING : `${count(onlyEmulated)} / ${count(onlyMeasured)}`,
  },
];

const againColumn = (found: ReadonlyMap<string, MeasuredComparison>): Column<MeasuredComparison> => ({
  ...{ key: 'again', name: 'Run now', isText: true },
  cell: row => {
    const again = found.get(keyOf(row));
    return again === undefined ? MISSING : differenceOf(again);
  },
  sort: row => found.get(keyOf(row))?.wrong ?? 0,
});
