/** What this machine has run and built, and what was recorded elsewhere: lists, comparisons, histories. */

import { count } from '../../base/numbers.ts';
import type { MachineInfo } from '../../contract/api.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { useMachine } from '../../services/recordings/use-measurements.ts';
import { LinkProblems } from '../kit/link-problems.tsx';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import { Builds } from './builds.tsx';
import css from './runs-page.module.css';
import { RunsView } from './runs-view.tsx';
import { type RunsHandle, useRunsState } from './use-runs-state.ts';

const SHOWN = [
  { value: 'runs', label: 'Runs' },
  { value: 'builds', label: 'Builds' },
] as const;

export function RunsPage() {
  const { problems, ...handle } = useRunsState();
  const { machine, error } = useMachine();
  const { show } = handle.state;
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageHeader />
      <h1>Runs and builds</h1>
      <p className={`reading dim ${page.lede}`}>{error ? WITHOUT_SERVER : machineWords(machine)}</p>
      <LinkProblems problems={problems} />
      <Shown {...handle} />
      {show === 'runs' && <RunsView {...handle} />}
      {show === 'builds' && (machine ? <Builds /> : <p>Builds are listed by the local server.</p>)}
    </div>
  );
}

/** What is wrong with it is said above the page. */
const WITHOUT_SERVER =
  'Runs and builds of this machine come when its server answers. Runs that were recorded elsewhere are here.';

const Shown = ({ state, update }: RunsHandle) => (
  <div className={css.shown}>
    <Segments label="What is listed" options={SHOWN} value={state.show} onChange={show => update({ show })} />
  </div>
);

/** undefined: not answered yet; null: there is no server. */
function machineWords(machine: MachineInfo | null | undefined): string {
  if (machine === undefined) return 'Asking the server …';
  if (machine === null)
    return 'This page is static: runs were recorded elsewhere, and nothing is built here. Start Lanescape with npm start, and open the link that it prints, to compile and run on your machine.';
  const nvcc = machine.nvcc
    ? `nvcc ${machine.nvcc.version} found: kernels can be recompiled.`
    : 'No nvcc: the shipped PTX is used.';
  const gpus = machine.gpus.map(gpu => `${gpu.name} (${gpu.arch}, driver ${gpu.driver})`).join(', ');
  return `${nvcc} ${gpus || 'No GPU: timings come from recorded runs'}. Recorded runs: ${count(machine.recordedRuns)}.`;
}
