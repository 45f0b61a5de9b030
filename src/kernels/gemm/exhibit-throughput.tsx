/** The tables of throughput, when their samples have come. */
import { lazy, Suspense } from 'react';
import { PerformanceTables } from '../../panels/performance-tables.tsx';
import { measuredTable } from './performance.ts';
import { PUBLISHED } from './published.ts';

const Tables = lazy(async () => {
  const { TIMINGS } = await import('./recorded/timings.ts');
  const tables = [measuredTable(TIMINGS), ...PUBLISHED];
  return { default: () => <PerformanceTables tables={tables} /> };
});

export const Throughput = () => (
  <Suspense>
    <Tables />
  </Suspense>
);
