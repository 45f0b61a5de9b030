/** The gallery's links lead where they say: to a state of the exhibit whose emulated request is the one in the picture. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as reduction from '../kernels/reduction/exhibit.tsx';
import * as transpose from '../kernels/transpose/exhibit.tsx';
import type { TileLayout } from '../model/layout/tile-layout.ts';
import { sourceView } from '../pages/exhibit/source-view.ts';
import { exhibits } from '../pages/kit/exhibit/exhibits.ts';
import { linkOf } from '../pages/kit/exhibit/use-exhibit-state.ts';
import type { SourceView, VariantView } from '../panels/variant-view.ts';
import { bankMapFigure } from '../pictures/bank-map/figure.ts';
import { caseView } from '../pictures/cases/builders.ts';
import { pictureCases } from '../pictures/cases/index.ts';
import type { Figure } from '../pictures/figure.ts';
import { punchCardFigure } from '../pictures/punch-card/figure.ts';
import type { Request } from '../pictures/records.ts';
import { themes } from '../pictures/theme.ts';
import { tileGridFigure } from '../pictures/tile-grid/figure.ts';
import { runCta } from '../services/emulator/jobs.ts';
import type { ExhibitState } from '../state/exhibit-link.ts';
import type { FlatSearch } from '../state/link-codec.ts';
import { addressOf, hashOf } from '../state/page-address.ts';
import type { AccessTrace } from '../trace/access-trace.ts';
import { answerEntries, caseEntries, galleryEntries, kernelEntries, pageEntries } from './entries.ts';
import { EXHIBIT_OF, exhibitLinkOf } from './links.ts';

const view = caseView(themes.light);
const links = [...EXHIBIT_OF].map(([id, { kernel, search }]) => ({
  id,
  search,
  page: kernel === 'reduction' ? reduction : transpose,
}));
type Page = (typeof links)[number]['page'];
const caseOf = (id: string) => pictureCases.find(entry => entry.id === id)!;
const decoded = ({ kernel, exhibit }: Page, search: FlatSearch) => linkOf(kernel, exhibit).decode(search);

/** The trace of the link's first variant, from its committed PTX. */
async function emulatedTrace({ kernel }: Page, { variants, params, arch, cta }: ExhibitState): Promise<AccessTrace> {
  const path = join(import.meta.dirname, '../../public/ptx', kernel.ptxPath(variants[0], params, arch));
  const launch = kernel.launch(variants[0], params);
  const job = { ptx: readFileSync(path, 'utf8'), launch, cta, sharedBaseBytes: kernel.sharedBaseBytes(params) };
  const run = await runCta(job);
  if (!run.ok) throw new Error(run.error.message);
  return run.value.trace;
}

async function exhibitFigure(title: string, page: Page, state: ExhibitState): Promise<Figure> {
  const layout = page.kernel.predict(state.variants[0], state.params, state.cta).tile!;
  const { side, warp, request: k } = state;
  const source = sourceView(await emulatedTrace(page, state), side, { warp, request: k });
  const { access, cost } = source;
  if (access === null || cost === null) throw new Error('the warp makes no such request');
  const request: Request = { access, cost };
  if (title === 'Tile') return tileGridFigure({ layout, request, colourBy: 'bank' }, view);
  if (title === 'Bank map') return bankMapFigure({ layout, request, lineCount: null }, view);
  if (title === 'Steps') return stepsFigure(page, state, layout, source);
  return punchCardFigure({ layout, request, rows: 'lanes' }, view);
}

/** The kernel's own arrangement of its records, of which its page shows the first. */
async function stepsFigure(
  { exhibit }: Page,
  state: ExhibitState,
  tile: TileLayout,
  predicted: SourceView,
): Promise<Figure> {
  const emulated: VariantView['emulated'] = { state: 'running' };
  const [id] = state.variants;
  const variant = { badge: 'A', id, tile, sharedBytes: 0, predicted, emulated } as VariantView;
  const stage = { views: [variant], subject: state, theme: themes.light, colourBy: 'bank', selection: null } as const;
  const [first] = await exhibit.figures(variant, { ...stage, playhead: Number.POSITIVE_INFINITY }, view.width);
  return first;
}

describe.each(links)('$id', ({ id, search, page }) => {
  const { state, problems } = decoded(page, search);

  test('is a link without problems', () => {
    expect(caseOf(id)).toBeDefined();
    expect(problems).toEqual([]);
    expect(Object.keys(search).filter(name => !['v', 'warp', 'side', 'request', 'at', 'pin'].includes(name))).toEqual(
      Object.keys(search).filter(name => name in page.kernel.defaults),
    );
  });

  test('shows the same request as the picture', async () => {
    const figure = caseOf(id).figure(themes.light);
    expect(figure.table()).toEqual((await exhibitFigure(figure.title, page, state)).table());
  });
});

test('a request of another warp would be noticed', async () => {
  const { state } = decoded(transpose, { ...EXHIBIT_OF.get('tile-xor')!.search, warp: '6' });
  const figure = caseOf('tile-xor').figure(themes.light);
  expect(figure.table()).not.toEqual((await exhibitFigure('Tile', transpose, state)).table());
});

test('what no exhibit shows opens as a picture of its own', () => {
  expect(exhibitLinkOf('output-wrong')).toBeNull();
  const link = galleryEntries.find(({ id }) => id === 'output-wrong')!.link;
  expect(link).toEqual({ to: '/picture/$picture', params: { picture: 'output-wrong' }, search: {} });
  expect(galleryEntries).toHaveLength(pictureCases.length);
});

test("every kernel's page is there", () => {
  expect(kernelEntries.map(({ id }) => id)).toEqual([...exhibits.keys()]);
});

test('no two hits of the find dialog are alike, and the glossary is one', () => {
  const all = [...pageEntries, ...answerEntries, ...galleryEntries, ...caseEntries];
  const keys = all.map(({ id, link }) => hashOf(addressOf(link)) + id);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  expect(all.filter(({ title }) => /glossary/i.test(title)).map(({ link }) => link.to)).toEqual(['/glossary']);
});
