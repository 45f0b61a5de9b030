/**
 * Table of memory after the emulation and after the launch on the GPU: a row for each piece of memory that the kernel
 * was given, outputs first.
 */
import { useMemo } from 'react';
import { count, MISSING } from '../../../base/numbers.ts';
import { compareMeasured, type MeasuredComparison } from '../../../contract/measured-comparison.ts';
import type { CaptureOrigin } from '../../../contract/workbench-document.ts';
import { DataTable } from '../../../panels/kit/data-table.tsx';
import type { Column } from '../../../panels/kit/table-columns.ts';
import type { ShownResult } from '../run.ts';
import css from './results.module.css';

interface MeasuredTableProps {
  readonly result: ShownResult;
  readonly capture: CaptureOrigin;
  /** Name of the buffer in sight. */
  readonly buffer: string;
  readonly onBuffer: (name: string) => void;
}

export function MeasuredTable({ result, capture, buffer, onBuffer }: MeasuredTableProps) {
  const { document, inspection } = result;
  const compared = useMemo(
    () => compareMeasured(document, inspection.emulation.buffers, inspection.emulation.symbols),
    [document, inspection.emulation],
  );
  if (!compared.ok) return null;
  const [x, y, z] = document.launch.grid;
  // A variable has no picture of its own.
  const choose = ({ part }: MeasuredComparison) => {
    if (document.launch.buffers.some(({ name }) => name === part.buffer)) onBuffer(part.buffer);
  };
  const missing = x * y * z - inspection.emulation.ctasRun;
  return (
    <>
      <p className="caption">
        Emulated against what the {capture.gpu.name} answered
        {missing > 0 && `; ${count(missing)} of ${count(x * y * z)} CTAs did not run here, so that outputs are missing`}
        .
      </p>
      <DataTable
        look="list"
        label="Emulated against measured"
        caption="Emulated against measured"
        className={css.accesses}
        columns={COLUMNS}
        rows={[...compared.value].sort((a, b) => Number(b.written > 0) - Number(a.written > 0))}
        rowKey={({ part }) => `${part.buffer} ${part.byteOffset}`}
        choice={{ isChosen: ({ part }) => part.buffer === buffer, onChoose: choose }}
      />
    </>
  );
}

const differenceOf = ({ wrong, firstWrong }: MeasuredComparison): string =>
  firstWrong === null
    ? 'equal'
    : `${count(wrong)} differ; [${firstWrong.index}] is ${firstWrong.emulated}, measured ${firstWrong.measured}`;

const largestOf = ({ wrong, largest }: MeasuredComparison): string => {
  if (wrong === 0) return MISSING;
  const ulps = largest.ulps === null ? '' : ` (${count(largest.ulps)} ulp)`;
  return `${largest.absolute.toPrecision(3)}${ulps}`;
};

const COLUMNS: readonly Column<MeasuredComparison>[] = [
  { key: 'name', name: 'Memory', isText: true, cell: ({ part }) => part.name },
  { key: 'elements', name: 'Elements', cell: ({ length, part }) => `${count(length)} ${part.type}` },
  { key: 'written', name: 'GPU wrote', cell: ({ written }) => count(written), sort: ({ written }) => written },
  { key: 'wrong', name: 'Emulated', isText: true, cell: differenceOf, sort: ({ wrong }) => wrong },
  { key: 'largest', name: 'Largest', cell: largestOf, sort: ({ largest }) => largest.absolute },
  {
    key: 'only',
    name: 'Only here / there',
    cell: ({ wrong, onlyEmulated, onlyMeasured }) =>
      wrong === 0 ? MISSING : `${count(onlyEmulated)} / ${count(onlyMeasured)}`,
  },
];
