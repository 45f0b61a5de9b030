/** One comparison, or two that are held side by side: every sample, shares of the ceilings, a table, where it all comes from. */
import { TriangleAlert, X } from 'lucide-react';
import type { Kernel } from '../../kernels/kernel.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import { METHOD_NAMES, METHOD_WORDS } from '../../panels/measured-strip.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { PerformanceBars } from '../../pictures/performance-bars/index.tsx';
import type { ThemedProps } from '../../pictures/props.ts';
import { RunHistory } from '../../pictures/run-history/index.tsx';
import { SampleStrip } from '../../pictures/sample-strip/index.tsx';
import { pageAddress } from '../../services/address.ts';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { useBaselines, useCeilings } from '../../services/recordings/use-measurements.ts';
import { addressOf } from '../../state/page-address.ts';
import { comparisonOf, methodsOf, type RunComparison } from './comparison.ts';
import css from './comparison-view.module.css';
import { exhibitOf } from './exhibit-of.ts';
import { historyOf, sameProblem } from './history-of.ts';
import { PerformanceTable } from './performance-table.tsx';
import { ProvenanceTable } from './provenance-table.tsx';
import { RunsExport } from './runs-export.tsx';
import type { RunsHandle } from './use-runs-state.ts';

interface ComparisonViewProps extends ThemedProps, Pick<RunsHandle, 'update'> {
  readonly kernel: Kernel;
  /** One or two. */
  readonly open: readonly Measurement[];
  readonly all: readonly Measurement[];
}

export function ComparisonView({ kernel, open, all, theme, update }: ComparisonViewProps) {
  const comparison = comparisonOf(kernel, open, useCeilings(), useBaselines(kernel.id));
  return (
    <section className={`card stack ${css.comparison}`} aria-label="Comparison">
      <header className="row">
        <h2 className="grow">{comparison.title}</h2>
        <RunsExport comparison={comparison} theme={theme} />
        <IconButton label="Close the comparison" onClick={() => update({ comparison: [] }, true)}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </header>
      {comparison.warning !== '' && (
        <p className="lead tinted" data-tone="warn">
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden /> {comparison.warning}
        </p>
      )}
      <Pictures comparison={comparison} theme={theme} />
      <PerformanceTable comparison={comparison} kernel={kernel} />
      <ProvenanceTable kernel={kernel} open={open} />
      <Methods open={open} />
      <History kernel={kernel} like={open[0]} {...{ all, theme, update }} />
    </section>
  );
}

const Methods = ({ open }: Pick<ComparisonViewProps, 'open'>) => (
  <p className="caption">
    {methodsOf(open)
      .map(method => `${METHOD_NAMES[method]}: ${METHOD_WORDS[method]}`)
      .join(' ')}
  </p>
);

function Pictures({ comparison, theme }: ThemedProps & { readonly comparison: RunComparison }) {
  const scale = usePictureScale();
  const { kernel, strip, bars, rows } = comparison;
  const open = (row: number) => pageAddress().go(addressOf(exhibitOf(kernel, rows[row].record)));
  return (
    <div className={css.pictures}>
      <SampleStrip records={strip} theme={theme} source="measured" {...scale} />
      {bars !== null && <PerformanceBars records={bars} theme={theme} source="measured" onPick={open} {...scale} />}
    </div>
  );
}

interface HistoryProps extends ThemedProps, Pick<RunsHandle, 'update'> {
  readonly kernel: Kernel;
  readonly like: Measurement;
  readonly all: readonly Measurement[];
}

function History({ kernel, like, all, theme, update }: HistoryProps) {
  const scale = usePictureScale();
  const runs = sameProblem(all, like);
  if (runs.length < 2)
    return <p className="caption">No other run on this GPU had this problem: there is no history yet.</p>;
  return (
    <RunHistory
      records={historyOf(kernel, runs, '')}
      theme={theme}
      source="measured"
      {...scale}
      onPick={run => update({ comparison: [runs[run].id] }, true)}
    />
  );
}
