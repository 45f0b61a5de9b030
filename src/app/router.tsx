/**
 * Chooses the page that an address shows. Links lead to the exhibit, so it is loaded at once; other pages are loaded on
 * demand.
 */
import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react';
import { ExhibitPage } from '../pages/exhibit/exhibit-page.tsx';
import { exhibits } from '../pages/kit/exhibit/exhibits.ts';
import { useAddress } from '../services/address.ts';
import type { PlainPath } from '../state/page-address.ts';
import { Boundary } from './trouble/boundary.tsx';
import { PageFault } from './trouble/page-fault.tsx';

/** `name`: of the kernel or the picture, where the path has one. */
type Page = ComponentType<{ readonly name: string }>;

interface LatePage {
  /** Fetches the page's file; null when it is there, or cannot be fetched. */
  readonly prepare: () => Promise<void> | null;
  readonly Page: Page;
}

/**
 * A page whose file is loaded on demand. If the file cannot be fetched, the page throws that error when it is drawn,
 * and its boundary shows it in words.
 */
function late(load: () => Promise<Page>): LatePage {
  let Loaded: Page | null = null;
  let failure: { readonly error: unknown } | null = null;
  let coming: Promise<void> | null = null;
  const prepare = () => {
    if (Loaded !== null || failure !== null) return null;
    coming ??= load().then(
      page => {
        Loaded = page;
      },
      error => {
        failure = { error };
      },
    );
    return coming;
  };
  const Drawn: Page = props => {
    if (failure !== null) throw failure.error;
    return Loaded && <Loaded {...props} />;
  };
  return { prepare, Page: Drawn };
}

const PAGES: Readonly<Record<PlainPath, LatePage>> = {
  '/': late(async () => (await import('../pages/home/home-page.tsx')).HomePage),
  '/workbench': late(async () => (await import('../pages/workbench/workbench-page.tsx')).WorkbenchPage),
  '/permute/statistics': late(
    async () => (await import('../pages/permute-statistics/statistics-page.tsx')).StatisticsPage,
  ),
  '/layouts': late(async () => (await import('../pages/layouts/layouts-page.tsx')).LayoutsPage),
  '/swizzle': late(async () => (await import('../pages/swizzle/swizzle-page.tsx')).SwizzlePage),
  '/tensor-map': late(async () => (await import('../pages/tensor-map/tensor-map-page.tsx')).TensorMapPage),
  '/pipeline': late(async () => (await import('../pages/pipeline/pipeline-page.tsx')).PipelinePage),
  '/attention': late(async () => (await import('../pages/ladder/ladder-page.tsx')).LadderPage),
  '/attention/published': late(async () => (await import('../pages/attention/attention-page.tsx')).AttentionPage),
  '/learn': late(async () => (await import('../pages/learn/learn-page.tsx')).LearnPage),
  '/sheet': late(async () => (await import('../pages/sheet/sheet-page.tsx')).SheetPage),
  '/kit': late(async () => (await import('../pages/kit-parts/kit-parts-page.tsx')).KitPartsPage),
  '/glossary': late(async () => (await import('../pages/glossary/glossary-page.tsx')).GlossaryPage),
  '/runs': late(async () => (await import('../pages/runs/runs-page.tsx')).RunsPage),
};
const PLAIN = new Map(Object.entries(PAGES));

const EXHIBITS = new Map(
  [...exhibits].map(([id, load]) => [
    id,
    late(async () => {
      const loaded = await load();
      return () => <ExhibitPage {...loaded} />;
    }),
  ]),
);

const PICTURE = late(async () => (await import('../pages/picture/picture-page.tsx')).PicturePage);

const NOWHERE = late(async () => (await import('../pages/kit/not-found-page.tsx')).NotFoundPage);

function pageAt(path: string): LatePage & { readonly name: string } {
  const [, section = '', name = '', ...more] = path.split('/');
  const kind = section.toLowerCase();
  const named = kind === 'banks' ? EXHIBITS.get(name) : kind === 'picture' && name !== '' ? PICTURE : undefined;
  return { ...((more.length === 0 ? named : undefined) ?? PLAIN.get(path.toLowerCase()) ?? NOWHERE), name };
}

export const preparePage = (path: string): Promise<void> | null => pageAt(path).prepare();

/** The page in sight. */
export function Outlet() {
  const { path } = useAddress();
  const { Page, name } = pageAt(path);
  useFocusAfter(path);
  return (
    <Boundary key={path} Fault={PageFault}>
      <Page name={name} />
      <ScrollPlace />
    </Boundary>
  );
}

/** How far each visited place was scrolled, by the id of its entry in the window's history. */
const scrolled = new Map<string, readonly number[]>();

/** The entry in the history that the window is at; a new one gets an id. */
function entryId(): string {
  const known: unknown = history.state?.entry;
  if (typeof known === 'string') return known;
  const entry = String(performance.timeOrigin + performance.now());
  history.replaceState({ entry }, '');
  return entry;
}

/** A new page begins at its top; back and forward lead to where the visitor was. */
function ScrollPlace() {
  useLayoutEffect(() => {
    // A wide window scrolls the page in its frame, a phone scrolls the window.
    const scrollers = [document.getElementById('main'), document.scrollingElement].filter(each => each !== null);
    const entry = entryId();
    scrollers.forEach((each, i) => {
      each.scrollTop = scrolled.get(entry)?.[i] ?? 0;
    });
    const places = () => scrollers.map(each => each.scrollTop);
    const keep = () => void scrolled.set(entry, places());
    addEventListener('scroll', keep, { capture: true, passive: true });
    return () => removeEventListener('scroll', keep, { capture: true });
  }, []);
  return null;
}

/** The focused element may have gone with the old page: a keyboard user continues at the new page's beginning. */
function useFocusAfter(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
