/**
 * The page's addresses. They live behind the `#`, so that a link opens from any file server under any base path, and
 * search values stay plain strings: the link is meant to be read and written by people.
 */
import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { ExhibitPage } from '../pages/exhibit/exhibit-page.tsx';
import { exhibits } from '../pages/kit/exhibit/exhibits.ts';
import { NotFoundPage } from '../pages/kit/not-found-page.tsx';
import type { FlatSearch } from '../state/link-codec.ts';
import { Shell } from './shell/shell.tsx';
import { latePage } from './trouble/late-page.tsx';
import { FrameFault, PageFault } from './trouble/page-fault.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: FrameFault });

const flat = (search: Record<string, unknown>): FlatSearch =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

// The exhibit is what links lead to; the other pages come when they are asked for.
const HomePage = latePage(async () => (await import('../pages/home/home-page.tsx')).HomePage);
const PicturePage = latePage(async () => (await import('../pages/picture/picture-page.tsx')).PicturePage);
const WorkbenchPage = latePage(async () => (await import('../pages/workbench/workbench-page.tsx')).WorkbenchPage);
const StatisticsPage = latePage(
  async () => (await import('../pages/permute-statistics/statistics-page.tsx')).StatisticsPage,
);
const SwizzlePage = latePage(async () => (await import('../pages/swizzle/swizzle-page.tsx')).SwizzlePage);
const TensorMapPage = latePage(async () => (await import('../pages/tensor-map/tensor-map-page.tsx')).TensorMapPage);
const PipelinePage = latePage(async () => (await import('../pages/pipeline/pipeline-page.tsx')).PipelinePage);
const AttentionPage = latePage(async () => (await import('../pages/attention/attention-page.tsx')).AttentionPage);
const LayoutsPage = latePage(async () => (await import('../pages/layouts/layouts-page.tsx')).LayoutsPage);
const RunsPage = latePage(async () => (await import('../pages/runs/runs-page.tsx')).RunsPage);

const routes = [
  createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomePage }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/banks/$kernel',
    // The page on screen stays until the next one is there.
    loader: ({ params }) => exhibits.get(params.kernel)?.(),
    staleTime: Number.POSITIVE_INFINITY,
    component: ExhibitPage,
    validateSearch: flat,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/picture/$picture',
    component: PicturePage,
    validateSearch: flat,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workbench',
    component: WorkbenchPage,
    validateSearch: flat,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/permute/statistics',
    component: StatisticsPage,
    validateSearch: flat,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/swizzle',
    component: SwizzlePage,
    validateSearch: flat,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tensor-map',
    component: TensorMapPage,
    validateSearch: flat,
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/pipeline', component: PipelinePage, validateSearch: flat }),
  createRoute({ getParentRoute: () => rootRoute, path: '/attention', component: AttentionPage, validateSearch: flat }),
  createRoute({ getParentRoute: () => rootRoute, path: '/layouts', component: LayoutsPage, validateSearch: flat }),
  createRoute({ getParentRoute: () => rootRoute, path: '/runs', component: RunsPage, validateSearch: flat }),
];

export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  history: createHashHistory(),
  defaultErrorComponent: PageFault,
  // A query before the `#` (of a tracker, of a host) is appended to the one behind it; it is no part of the link.
  parseSearch: text => Object.fromEntries(new URLSearchParams(text.replace(/^\?/, '').split('?')[0])),
  stringifySearch: search => {
    const text = new URLSearchParams(flat(search)).toString();
    return text === '' ? '' : `?${text}`;
  },
});
