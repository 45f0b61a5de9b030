/** Throughput by size as bars, when its samples have come, and the same for a file. */
import { type ReactNode, Suspense } from 'react';
import { textFile } from '../../panels/download.ts';
import { fileItem } from '../../panels/kit/exports.ts';
import { latePart } from '../../panels/part-boundary.tsx';
import css from '../../panels/throughput.module.css';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { PerformanceBars } from '../../pictures/performance-bars/index.tsx';
import { NOT_MEASURED, type PerformanceBarsRecords } from '../../pictures/performance-bars/records.ts';
import type { ThemedProps } from '../../pictures/props.ts';
import { measuredTable, type PerformanceCell, type PerformanceTable, performanceCsv } from './performance.ts';
import { PUBLISHED } from './published.ts';

async function tables() {
  const [{ TIMINGS }, { WAITING }] = await Promise.all([
    import('./recorded/timings.ts'),
    import('./recorded/waiting.ts'),
  ]);
  return [measuredTable(TIMINGS), WAITING, ...PUBLISHED];
}

const Measured = latePart(async () => {
  const [measured] = await tables();
  return ({ theme }: ThemedProps) => <OnGpu table={measured} theme={theme} />;
});

const Waiting = latePart(async () => {
  const [, waiting] = await tables();
  return ({ theme }: ThemedProps) => <OnGpu table={waiting} theme={theme} />;
});

const Published = latePart(async () => {
  const [, , ...published] = await tables();
  return ({ theme }: ThemedProps) => published.map(table => <OnGpu key={table.gpu} table={table} theme={theme} />);
});

/** What it is all about, beside cuBLAS; its place is kept until the samples have come. */
export const MeasuredThroughput = ({ theme }: ThemedProps) => (
  <section className={css.measured} aria-label="Throughput by size">
    <Suspense>
      <Measured theme={theme} />
    </Suspense>
  </section>
);

/** What came after the first five versions, in turns with cuBLAS. */
export const WaitingThroughput = ({ theme }: ThemedProps) => (
  <Folded
    summary="Versions 4 to 7 beside cuBLAS, each launch waiting for the one before"
    label="Throughput of launches that wait"
  >
    <Waiting theme={theme} />
  </Folded>
);

export const PublishedThroughput = ({ theme }: ThemedProps) => (
  <Folded summary="Published elsewhere: RTX 5090, RTX PRO 6000" label="Published throughput">
    <Published theme={theme} />
  </Folded>
);

interface FoldedProps {
  readonly summary: string;
  readonly label: string;
  readonly children: ReactNode;
}

const Folded = ({ summary, label, children }: FoldedProps) => (
  <details>
    <summary>{summary}</summary>
    <section className={css.throughput} aria-label={label}>
      <Suspense>{children}</Suspense>
    </section>
  </details>
);

const OnGpu = ({ table, theme }: ThemedProps & { readonly table: PerformanceTable }) => (
  <div>
    <PerformanceBars records={barsOf(table)} theme={theme} source="measured" {...usePictureScale()} />
    <p className={`caption ${css.provenance}`}>{table.provenance}</p>
  </div>
);

/** The same as bars, a group for each size; a tick in each where cuBLAS of the same comparison ends. */
function barsOf({ gpu, maxTflops, source, sizes, rows }: PerformanceTable): PerformanceBarsRecords {
  const percentOf = ({ tflops }: PerformanceCell): number => (100 * tflops) / maxTflops;
  return {
    title: gpu,
    text: 'TFLOPS, C = A × B, M = N = K',
    full: `100 %: ${maxTflops} TFLOPS, data sheet`,
    limits: [],
    isPublished: source === 'published',
    groups: sizes.map((size, i) => {
      const cublas = rows.find(({ name }) => name.startsWith('cuBLAS')) ?? null;
      const best = cublas?.cells[i] ?? null;
      return {
        name: String(size),
        rows: rows.map(({ name, cells }) => ({ letter: null, name, value: barOf(cells[i], percentOf) })),
        baseline: cublas && best && { percent: percentOf(best), name: cublas.name },
      };
    }),
  };
}

function barOf(cell: PerformanceCell | null, percentOf: (cell: PerformanceCell) => number) {
  if (cell === null) return NOT_MEASURED;
  const percent = percentOf(cell);
  const text = `${cell.tflops.toFixed(1)} (${percent.toFixed(1)} %)`;
  return { percent, text, detail: cell.detail === '' ? [] : cell.detail.split('; ') };
}

export const throughputExport = fileItem('Throughput as CSV', 'measured and published', async () =>
  textFile('gemm-throughput.csv', 'text/csv', performanceCsv(await tables())),
);
