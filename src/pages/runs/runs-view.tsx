/** A kernel's runs: which are listed, which are open, and how one problem's times went over the runs. */

import { catalog } from '../../kernels/catalog.ts';
import { themes } from '../../pictures/theme.ts';
import { useMeasurements } from '../../services/recordings/use-measurements.ts';
import { useThemeName } from '../../services/theme.ts';
import { ComparisonView } from './comparison-view.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filtered } from './run-filters.ts';
import { RunList } from './run-list.tsx';
import { RunsOverview } from './runs-overview.tsx';
import type { RunsHandle } from './use-runs-state.ts';

export function RunsView({ state, update }: RunsHandle) {
  const kernel = catalog.get(state.kernel);
  const { measurements, isPending, problems, isStale, showOlder } = useMeasurements(state.kernel);
  const theme = themes[useThemeName()];
  const listed = filtered(measurements, state);
  const open = state.comparison.flatMap(id => measurements.find(measurement => measurement.id === id) ?? []);
  const isGone = !isPending && open.length < state.comparison.length;
  if (kernel === undefined) return <p role="alert">There is no kernel called {state.kernel}.</p>;
  return (
    <>
      <FilterBar kernel={kernel} state={state} update={update} measurements={measurements} />
      <Problems problems={isGone ? [...problems, GONE] : problems} />
      {listed.length > 0 && <RunsOverview kernel={kernel} listed={listed} theme={theme} />}
      {(measurements.length > 0 || !isPending) && (
        <RunList listed={listed} all={measurements} {...{ kernel, state, update, isStale }} />
      )}
      {showOlder !== null && <OlderRuns onClick={showOlder} />}
      {isPending && <p>Reading the runs …</p>}
      {open.length > 0 && (
        <ComparisonView kernel={kernel} open={open} all={measurements} theme={theme} update={update} />
      )}
    </>
  );
}

const OlderRuns = ({ onClick }: { readonly onClick: () => void }) => (
  <button type="button" className="button" onClick={onClick}>
    Older runs
  </button>
);

const GONE = 'A run that this link opens is not here: it was made on another machine, or deleted.';

const Problems = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.map(problem => (
    <p key={problem} role="alert" className="bad">
      {problem}
    </p>
  ));
