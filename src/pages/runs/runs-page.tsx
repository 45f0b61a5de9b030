/** Page of what this machine has run and built, and what was recorded elsewhere: lists, comparisons, histories. */

import { useId } from 'react';
import { count } from '../../base/numbers.ts';
import type { MachineInfo } from '../../contract/api.ts';
import { TabPanel, TabRow } from '../../panels/kit/tabs.tsx';
import { useMachine } from '../../services/recordings/use-measurements.ts';
import { LinkProblems } from '../kit/link-problems.tsx';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import { Builds } from './builds.tsx';
import css from './runs-page.module.css';
import { RunsView } from './runs-view.tsx';
import { useRunsState } from './use-runs-state.ts';

const SHOWN = [
  { value: 'runs', label: 'Runs' },
  { value: 'builds', label: 'Builds' },
] as const;

export function RunsPage() {
  const { problems, ...handle } = useRunsState();
  const { machine, error } = useMachine();
  const { show } = handle.state;
  const id = useId();
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageHeader />
      <h1>Runs and builds</h1>
      <p className={`reading dim ${page.lede}`}>
        {error ? WITHOUT_SERVER : machine === undefined ? <Asking /> : machineWords(machine)}
      </p>
      <LinkProblems problems={problems} />
      <div className={css.shown}>
        <TabRow id={id} label="What is listed" tabs={SHOWN} value={show} onChange={to => handle.update({ show: to })} />
      </div>
      <TabPanel id={id} tab={show}>
        {show === 'runs' && <RunsView {...handle} />}
        {show === 'builds' && (machine ? <Builds /> : <p>Builds are listed by the local server.</p>)}
      </TabPanel>
    </div>
  );
}

/** Shown without details: problems of the server are shown above the page. */
const WITHOUT_SERVER =
  'Runs and builds of this machine appear when its server answers. Runs that were recorded elsewhere are listed.';

/** As high as the longest answer, so that nothing below moves when it comes. */
const Asking = () => (
  <>
    <span className="visually-hidden">Asking the server …</span>
    <span className={css.place} aria-hidden>
      {STATIC}
    </span>
  </>
);

const STATIC =
  'This page is static: runs were recorded elsewhere, and nothing is built here. Start Lanescape with npm start (installed: npx lanescape), and open the link that it prints, to compile and run on your machine.';

/** null: there is no server. */
function machineWords(machine: MachineInfo | null): string {
  if (machine === null) return STATIC;
  const nvcc = machine.nvcc
    ? `nvcc ${machine.nvcc.version} found${machine.nvcc.place === undefined ? '' : ` at ${machine.nvcc.place}`}: kernels can be recompiled.`
    : 'No nvcc: the shipped PTX is used.';
  const gpus = machine.gpus.map(gpu => `${gpu.name} (${gpu.arch}, driver ${gpu.driver})`).join(', ');
  return `${nvcc} ${gpus || 'No GPU: timings come from recorded runs'}. Recorded runs: ${count(machine.recordedRuns)}.`;
}
