/** The tables of throughput, when their samples have come, and the same for a file. */
import { lazy, Suspense } from 'react';
import { download, textFile } from '../../panels/download.ts';
import type { ExportItem } from '../../panels/export-menu.tsx';
import { PerformanceTables } from '../../panels/performance-tables.tsx';
import { measuredTable, performanceCsv } from './performance.ts';
import { PUBLISHED } from './published.ts';

async function tables() {
  const { TIMINGS } = await import('./recorded/timings.ts');
  return [measuredTable(TIMINGS), ...PUBLISHED];
}

const Tables = lazy(async () => {
  const all = await tables();
  return { default: () => <PerformanceTables tables={all} /> };
});

export const Throughput = () => (
  <Suspense>
    <Tables />
  </Suspense>
);

export const throughputExport: ExportItem = {
  label: 'Throughput as CSV',
  hint: 'measured and published',
  save: async () => download(textFile('gemm-throughput.csv', 'text/csv', performanceCsv(await tables()))),
};
