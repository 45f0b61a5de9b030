/** The pictures of the runs, a tab for each question: accesses, outputs, divergence, pipeline, print, and two versions compared. */
import { Clock } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { count } from '../../../base/numbers.ts';
import { TabPanel, TabRow } from '../../../panels/kit/tabs.tsx';
import { latePart } from '../../../panels/part-boundary.tsx';
import type { Theme } from '../../../pictures/theme.ts';
import type { LineSelection } from '../../../state/workbench-store.ts';
import type { ShownResult, WorkbenchRun } from '../run.ts';
import type { VersionModel } from '../use-versions.ts';
import { AccessTab } from './access-tab.tsx';
import { CompareTab } from './compare-tab.tsx';
import { DivergenceTab } from './divergence-tab.tsx';
import { OutputsTab } from './outputs-tab.tsx';
import { PrintTab } from './print-tab.tsx';
import type { RunTabProps } from './run-tab.ts';

/** The timeline and its panels are loaded when the tab is opened. */
const PipelineTab = latePart(async () => (await import('./pipeline/pipeline-tab.tsx')).PipelineTab);

export interface ResultsProps {
  readonly versions: readonly VersionModel[];
  /** The version in sight. */
  readonly shown: VersionModel;
  readonly selection: LineSelection | null;
  readonly onSelect: (selection: LineSelection | null) => void;
  readonly theme: Theme;
}

const TABS = [
  { value: 'access', label: 'Access' },
  { value: 'outputs', label: 'Outputs' },
  { value: 'divergence', label: 'Divergence' },
  { value: 'pipeline', label: 'Pipeline' },
  { value: 'print', label: 'Print' },
] as const;
const COMPARE = { value: 'compare', label: 'Compare' } as const;
type Tab = (typeof TABS)[number]['value'] | 'compare';

export function Results({ versions, shown, selection, onSelect, theme }: ResultsProps) {
  const [wanted, setTab] = useState<Tab>('access');
  const tabs = versions.length > 1 ? [...TABS, COMPARE] : TABS;
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : 'access';
  const id = useId();
  const own = selection?.letter === shown.letter ? selection : null;
  return (
    <section className="stack" aria-label="Pictures">
      <TabRow id={id} label="Pictures of" tabs={tabs} value={tab} onChange={setTab} />
      <TabPanel id={id} tab={tab} className="stack">
        {tab === 'compare' ? (
          <Compared versions={versions} theme={theme} />
        ) : (
          <OneRun version={shown}>
            {result => {
              const props = { result, letter: shown.letter, selection: own, onSelect, theme };
              return <RunTab key={shown.letter} tab={tab} {...props} />;
            }}
          </OneRun>
        )}
      </TabPanel>
    </section>
  );
}

function RunTab({ tab, ...props }: RunTabProps & { readonly tab: Exclude<Tab, 'compare'> }) {
  if (tab === 'outputs') return <OutputsTab {...props} />;
  if (tab === 'divergence') return <DivergenceTab {...props} />;
  if (tab === 'pipeline')
    return (
      <Suspense fallback={<p className="waiting">Loading the timeline …</p>}>
        <PipelineTab {...props} />
      </Suspense>
    );
  if (tab === 'print') return <PrintTab {...props} />;
  return <AccessTab {...props} />;
}

interface OneRunProps {
  readonly version: VersionModel;
  readonly children: (result: ShownResult) => React.ReactNode;
}

/** The last result, also while the program has moved on; before there is one, why. */
function OneRun({ version: { run, result }, children }: OneRunProps) {
  if (result === null) return <p className="caption">{absenceOf(run)}</p>;
  return (
    <>
      {result.stale && (
        <p className="lead tinted" data-tone="stale">
          <Clock size={16} strokeWidth={1.75} aria-hidden /> Of the run before the last change.
        </p>
      )}
      {children(result)}
    </>
  );
}

function absenceOf({ running, failure }: WorkbenchRun): string {
  if (running?.stage === 'compile') return 'Compiling …';
  if (running) return progressWords(running.progress);
  if (failure) return `— No result: ${failure.stage} failed. ${failure.message}`;
  return '— Not run yet: pictures of accesses, outputs and warps come with the first run.';
}

const progressWords = (progress: NonNullable<WorkbenchRun['running']>['progress']): string =>
  progress === null
    ? 'Running …'
    : `Running: ${count(progress.ctasDone)} of ${count(progress.ctasTotal)} CTAs, ${count(progress.warpInstructions)} warp instructions.`;

function Compared({ versions, theme }: Pick<ResultsProps, 'versions' | 'theme'>) {
  const [a, b] = versions;
  if (a?.result && b?.result)
    return (
      <>
        {(a.result.stale || b.result.stale) && (
          <p className="lead tinted" data-tone="stale">
            <Clock size={16} strokeWidth={1.75} aria-hidden /> One of the two has changed since its run.
          </p>
        )}
        <CompareTab a={a.result} b={b.result} theme={theme} />
      </>
    );
  const missing = versions.filter(({ result }) => result === null).map(({ letter }) => letter);
  return <p className="caption">— Two results are compared; {missing.join(' and ')} has none yet.</p>;
}
