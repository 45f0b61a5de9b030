/** The page grid: launch, source, results side by side; a drawer and one scroll below 1280 px; one part at a time on a phone. */

import { Drawer } from '../../panels/kit/drawer.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import { TabPanel, TabRow } from '../../panels/kit/tabs.tsx';
import { useMediaQuery } from '../../pictures/gestures/use-media-query.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import { PageHeader } from '../kit/page-header.tsx';
import { DocumentActions, type DocumentProps, FileMenu } from './document-actions.tsx';
import { LaunchPanel } from './launch-panel.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { CompilerNotice, RunControls, RunProgress } from './run-controls.tsx';
import { SourcePanel } from './source/source-panel.tsx';
import type { VersionModel } from './use-versions.ts';
import { VersionSwitch } from './version-switch.tsx';
import css from './workbench-layout.module.css';

interface LayoutProps extends DocumentProps {
  readonly versions: readonly VersionModel[];
}

export function WorkbenchLayout(props: LayoutProps) {
  const isPhone = useMediaQuery('screen and (max-width: 899px)');
  const isNarrow = useMediaQuery('screen and (max-width: 1279px)');
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

function WideLayout({ versions, shown, opener, hasRail }: LayoutProps & { readonly hasRail: boolean }) {
  return (
    <div className={css.page}>
      {hasRail && (
        <aside className={`pane ${css.rail}`} aria-label="Launch">
          <LaunchPanel version={shown} />
        </aside>
      )}
      <div id="picture" className={css.middle} tabIndex={-1}>
        <div className={`row ${css.title}`}>
          <h1 title={shown.document.title}>{shown.document.title}</h1>
          <VersionSwitch versions={versions} shown={shown} />
          <RunControls versions={versions} shown={shown} opener={opener} />
        </div>
        <CompilerNotice version={shown} />
        <RunProgress versions={versions} />
        <SourcePanel version={shown} />
      </div>
      <ScrollRegion group="Results" className={css.results}>
        <ResultsPanel versions={versions} shown={shown} />
      </ScrollRegion>
    </div>
  );
}

const PARTS = [
  { value: 'source', label: 'Source' },
  { value: 'launch', label: 'Launch' },
  { value: 'results', label: 'Results' },
] as const;

function PhoneLayout({ versions, shown, opener }: LayoutProps) {
  const { part, look } = useWorkbench();
  return (
    <div className={css.phone}>
      <div className={`row ${css.title}`}>
        <h1 title={shown.document.title}>{shown.document.title}</h1>
        <VersionSwitch versions={versions} shown={shown} />
      </div>
      <TabRow id="picture" label="Part of the page" value={part} tabs={PARTS} onChange={to => look({ part: to })} />
      <TabPanel id="picture" tab={part} className={css.part} tabIndex={-1} data-part={part}>
        {part === 'source' && <CompilerNotice version={shown} />}
        {part === 'source' && <SourcePanel version={shown} />}
        {part === 'launch' && <LaunchPanel version={shown} />}
        {part === 'results' && <ResultsPanel versions={versions} shown={shown} />}
      </TabPanel>
      <div className={`list ${css.foot}`}>
        <RunProgress versions={versions} />
        <RunControls versions={versions} shown={shown} opener={opener} />
      </div>
    </div>
  );
}
