/** The pictures of the runs, a tab for each question: accesses, outputs, divergence, print, and two versions compared. */
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { count } from '../../../base/numbers.ts';
import { Segments } from '../../../panels/fields.tsx';
import type { Theme } from '../../../pictures/theme.ts';
import type { LineSelection, RunView, VersionView } from '../version-view.ts';
import { AccessTab } from './access-tab.tsx';
import { CompareTab } from './compare-tab.tsx';
import { DivergenceTab } from './divergence-tab.tsx';
import { OutputsTab } from './outputs-tab.tsx';
import { PrintTab } from './print-tab.tsx';
import css from './results.module.css';
import type { DoneRun, RunTabProps } from './run-tab.ts';

export interface ResultsProps {
  readonly views: readonly VersionView[];
  /** The version in sight. */
  readonly shown: VersionView['letter'];
  readonly selection: LineSelection | null;
  readonly onSelect: (selection: LineSelection | null) => void;
  readonly theme: Theme;
}

const TABS = [
  { value: 'access', label: 'Access' },
  { value: 'outputs', label: 'Outputs' },
  { value: 'divergence', label: 'Divergence' },
  { value: 'print', label: 'Print' },
] as const;
const COMPARE = { value: 'compare', label: 'Compare' } as const;
type Tab = (typeof TABS)[number]['value'] | 'compare';

export function Results({ views, shown, selection, onSelect, theme }: ResultsProps) {
  const [wanted, setTab] = useState<Tab>('access');
  const view = views.find(({ letter }) => letter === shown) ?? views[0];
  if (view === undefined) return null;
  const tabs = views.length > 1 ? [...TABS, COMPARE] : TABS;
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : 'access';
  const own = selection?.letter === view.letter ? selection : null;
  return (
    <section className={css.results} aria-label="Pictures">
      <Segments label="Pictures of" options={tabs} value={tab} onChange={setTab} />
      {tab === 'compare' ? (
        <Compared views={views} theme={theme} />
      ) : (
        <OneRun view={view}>
          {run => {
            const props = { run, letter: view.letter, selection: own, onSelect, theme };
            return <RunTab key={view.letter} tab={tab} {...props} />;
          }}
        </OneRun>
      )}
    </section>
  );
}

function RunTab({ tab, ...props }: RunTabProps & { readonly tab: Exclude<Tab, 'compare'> }) {
  if (tab === 'outputs') return <OutputsTab {...props} />;
  if (tab === 'divergence') return <DivergenceTab {...props} />;
  if (tab === 'print') return <PrintTab {...props} />;
  return <AccessTab {...props} />;
}

interface OneRunProps {
  readonly view: VersionView;
  readonly children: (run: DoneRun) => React.ReactNode;
}

/** The last result, also while the program has moved on; before there is one, why. */
function OneRun({ view: { run }, children }: OneRunProps) {
  if (run.state !== 'done') return <p className={css.note}>{absenceOf(run)}</p>;
  return (
    <>
      {run.stale && (
        <p className={css.verdict} data-tone="stale">
          <Clock size={16} strokeWidth={1.75} aria-hidden /> Of the run before the last change.
        </p>
      )}
      {children(run)}
    </>
  );
}

function absenceOf(run: Exclude<RunView, { state: 'done' }>): string {
  if (run.state === 'idle') return '— Not run yet: pictures of accesses, outputs and warps come with the first run.';
  if (run.state === 'failed') return `— No result: ${run.stage} failed. ${run.message}`;
  if (run.stage === 'compile') return 'Compiling …';
  const progress = run.progress;
  return progress === null
    ? 'Running …'
    : `Running: ${count(progress.ctasDone)} of ${count(progress.ctasTotal)} CTAs, ${count(progress.warpInstructions)} warp instructions.`;
}

function Compared({ views, theme }: Pick<ResultsProps, 'views' | 'theme'>) {
  const [a, b] = views;
  if (a?.run.state === 'done' && b?.run.state === 'done')
    return (
      <>
        {(a.run.stale || b.run.stale) && (
          <p className={css.verdict} data-tone="stale">
            <Clock size={16} strokeWidth={1.75} aria-hidden /> One of the two has changed since its run.
          </p>
        )}
        <CompareTab a={a.run} b={b.run} theme={theme} />
      </>
    );
  const missing = views.filter(({ run }) => run.state !== 'done').map(({ letter }) => letter);
  return <p className={css.note}>— Two results are compared; {missing.join(' and ')} has none yet.</p>;
}
