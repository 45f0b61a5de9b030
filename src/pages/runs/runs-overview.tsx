/** The overview above the log: bars by size, with the finding as their title. */
import type { Kernel } from '../../kernels/kernel.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { PerformanceBars } from '../../pictures/performance-bars/index.tsx';
import type { ThemedProps } from '../../pictures/props.ts';
import { pageAddress } from '../../services/address.ts';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { useBaselines, useCeilings } from '../../services/recordings/use-measurements.ts';
import { addressOf } from '../../state/page-address.ts';
import { exhibitOf } from './exhibit-of.ts';
import { overviewOf } from './overview.ts';
import css from './runs-page.module.css';

interface RunsOverviewProps extends ThemedProps {
  readonly kernel: Kernel;
  readonly listed: readonly Measurement[];
}

export function RunsOverview({ kernel, listed, theme }: RunsOverviewProps) {
  const overview = overviewOf(kernel, listed, useCeilings(), useBaselines(kernel.id));
  const scale = usePictureScale();
  if (overview === null) return null;
  const { finding, bars, records } = overview;
  const open = (row: number): void => {
    const record = records[row];
    if (record) pageAddress().go(addressOf(exhibitOf(kernel.id, record)));
  };
  return (
    <section className={`card stack ${css.overview}`} aria-label="Overview">
      <h2>{finding}</h2>
      <PerformanceBars records={bars} theme={theme} source="measured" {...scale} onPick={open} />
      <p className="caption">
        Steady launches; of each size the parameters nearest to the defaults. A row opens its kernel at that size.
      </p>
    </section>
  );
}
