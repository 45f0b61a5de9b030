/** Layouts: the algebra of CuTe step by step, threads and values of tensor-core instructions, swizzles as matrices. */

import { useId } from 'react';
import { TabPanel, TabRow } from '../../panels/kit/tabs.tsx';
import { type Theme, themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { LinkProblems } from '../kit/link-problems.tsx';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import { AlgebraView } from './algebra-view.tsx';
import { ExamplesMenu } from './examples-menu.tsx';
import { LayoutsExport } from './layouts-export.tsx';
import type { Shown } from './layouts-files.ts';
import css from './layouts-page.module.css';
import { SwizzlesView } from './swizzles-view.tsx';
import { ThreadsView } from './threads-view.tsx';
import { useLayouts } from './use-layouts.ts';

const VIEWS = [
  { value: 'algebra', label: 'Algebra' },
  { value: 'threads', label: 'Threads' },
  { value: 'swizzles', label: 'Swizzles' },
] as const;

const OF_VIEW = { algebra: AlgebraView, threads: ThreadsView, swizzles: SwizzlesView };

export function LayoutsPage() {
  const theme = themes[useThemeName()];
  const { problems, ...handle } = useLayouts();
  const { view } = handle.state;
  const id = useId();
  const View = OF_VIEW[view];
  return (
    <div className={`${page.page} ${page.wide} ${css.page}`}>
      <div className={page.title}>
        <h1>Layouts: coordinates to offsets</h1>
        <p className={`reading dim ${page.lede}`}>
          Type or paste shape:stride in CuTe’s notation, C++ or Python. Point at a cell to follow its element.
        </p>
      </div>
      <LinkProblems problems={problems} />
      <div className={`row wrap ${css.bar}`}>
        <TabRow id={id} label="View" tabs={VIEWS} value={view} onChange={next => handle.update({ view: next })} />
        <ExamplesMenu onPick={handle.update} />
      </div>
      <TabPanel id={id} tab={view}>
        <View key={view} {...handle} theme={theme} header={shown => <Header shown={shown} theme={theme} />} />
      </TabPanel>
    </div>
  );
}

const Header = ({ shown, theme }: { readonly shown: Shown | null; readonly theme: Theme }) => (
  <PageHeader>{shown && <LayoutsExport shown={shown} theme={theme} />}</PageHeader>
);
