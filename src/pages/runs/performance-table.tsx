/** The runs of a comparison, sorted by the heads; each leads to its exhibit. */
import type { Kernel } from '../../kernels/kernel.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { RunComparison } from './comparison.ts';
import { columnsOf } from './performance-columns.tsx';

interface PerformanceTableProps {
  readonly comparison: RunComparison;
  readonly kernel: Kernel;
}

export const PerformanceTable = ({ comparison, kernel }: PerformanceTableProps) => (
  <DataTable
    label="Performance"
    caption="Performance of each run; the heads sort"
    columns={columnsOf(comparison, kernel)}
    rows={comparison.rows}
    rowKey={({ key }) => key}
  />
);
