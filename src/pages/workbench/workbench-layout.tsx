/** The page grid: launch, source, results side by side; a drawer and one scroll below 1280 px; one part at a time on a phone. */

import { Drawer } from '../../panels/drawer.tsx';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { useMediaQuery } from '../../pictures/gestures/use-media-query.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import { PageHeader } from '../kit/page-header.tsx';
import { DocumentActions, FileMenu } from './document-actions.tsx';
import type { DocumentOpener } from './document-opener.ts';
import { LaunchPanel } from './launch-panel.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { CompilerNotice, RunControls, RunProgress } from './run-controls.tsx';
import { SourcePanel } from './source/source-panel.tsx';
import type { VersionModel } from './use-versions.ts';
import { VersionSwitch } from './version-switch.tsx';
import css from './workbench-layout.module.css';

export interface LayoutProps {
  readonly versions: readonly VersionModel[];
  readonly shown: VersionModel;
  readonly opener: DocumentOpener;
  readonly onFork: () => void;
}

export function WorkbenchLayout(props: LayoutProps) {
  const isPhone = useMediaQuery('(max-width: 899px)');
  const isNarrow = useMediaQuery('(max-width: 1279px)');
  const { shown } = props;
  return (
    <>
      <PageHeader place={['Workbench', shown.document.title]} link={null}>
        {isNarrow ? <FileMenu {...props} /> : <DocumentActions {...props} />}
        {isNarrow && !isPhone && (
          <Drawer label="Launch">
            <LaunchPanel version={shown} />
          </Drawer>
        )}
      </PageHeader>
      {isPhone ? <PhoneLayout {...props} /> : <WideLayout {...props} hasRail={!isNarrow} />}
    </>
  );
}

/** A region that scrolls must be reachable by keyboard, and keep the arrow keys. */
const SCROLLS_BY_KEY = { tabIndex: 0, 'data-own-keys': true };

function WideLayout({ versions, shown, hasRail }: LayoutProps & { readonly hasRail: boolean }) {
  return (
    <div className={css.page}>
      {hasRail && (
        <aside className={`pane ${css.rail}`} aria-label="Launch">
          <LaunchPanel version={shown} />
        </aside>
      )}
      <div id="picture" className={css.middle} tabIndex={-1}>
        <div className={`row ${css.title}`}>
          <h1>{shown.document.title}</h1>
          <VersionSwitch versions={versions} shown={shown} />
          <RunControls versions={versions} shown={shown} />
        </div>
        <CompilerNotice version={shown} />
        <RunProgress versions={versions} />
        <SourcePanel version={shown} />
      </div>
      <div className={`pane ${css.results}`} {...SCROLLS_BY_KEY}>
        <ResultsPanel versions={versions} shown={shown} />
      </div>
    </div>
  );
}

const PARTS = [
  { value: 'source', label: 'Source' },
  { value: 'launch', label: 'Launch' },
  { value: 'results', label: 'Results' },
] as const;

function PhoneLayout({ versions, shown }: LayoutProps) {
  const { part, look } = useWorkbench();
  return (
    <div className={css.phone}>
      <div className={`row ${css.title}`}>
        <h1>{shown.document.title}</h1>
        <VersionSwitch versions={versions} shown={shown} />
      </div>
      <Segments label="Part of the page" value={part} options={PARTS} onChange={to => look({ part: to })} />
      <div id="picture" className={css.part} tabIndex={-1} data-part={part}>
        {part === 'source' && <CompilerNotice version={shown} />}
        {part === 'source' && <SourcePanel version={shown} />}
        {part === 'launch' && <LaunchPanel version={shown} />}
        {part === 'results' && <ResultsPanel versions={versions} shown={shown} />}
      </div>
      <div className={`list ${css.foot}`}>
        <RunProgress versions={versions} />
        <RunControls versions={versions} shown={shown} />
      </div>
    </div>
  );
}
