/** The gallery's links lead where they say: to a state of the exhibit whose emulated request is the one in the picture. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCta } from '../app/emulator/jobs.ts';
import { exhibit } from '../kernels/transpose/exhibit.tsx';
import { kernel } from '../kernels/transpose/index.ts';
import { sourceView } from '../pages/exhibit/source-view.ts';
import { specOf } from '../pages/exhibit/use-exhibit-state.ts';
import { bankMapFigure } from '../pictures/bank-map.figure.ts';
import { caseView } from '../pictures/cases/builders.ts';
import { pictureCases } from '../pictures/cases/index.ts';
import type { Figure } from '../pictures/figure.ts';
import { punchCardFigure } from '../pictures/punch-card.figure.ts';
import type { Request } from '../pictures/records.ts';
import { themes } from '../pictures/theme.ts';
import { tileGridFigure } from '../pictures/tile-grid.figure.ts';
import { decodeExhibit, type ExhibitState } from '../state/exhibit-search.ts';
import { EXHIBIT_OF, exhibitLinkOf, galleryEntries } from './entries.ts';

const spec = specOf(kernel, exhibit);
const view = caseView(themes.light);
const links = Object.entries(EXHIBIT_OF).map(([id, search]) => ({ id, search }));
const caseOf = (id: string) => pictureCases.find(entry => entry.id === id)!;

/** The request of the link's first variant, from its committed PTX. */
function emulatedRequest({ variants, params, arch, cta, side, warp, request }: ExhibitState): Request {
  const path = join(import.meta.dirname, '../../public/ptx', kernel.ptxPath(variants[0], params, arch));
  const launch = kernel.launch(variants[0], params);
  const job = { ptx: readFileSync(path, 'utf8'), launch, cta, sharedBaseBytes: kernel.sharedBaseBytes(params) };
  const run = runCta(job);
  if (!run.ok) throw new Error(run.error.message);
  const { access, cost } = sourceView(run.value.trace, side, { warp, request });
  if (access === null || cost === null) throw new Error('the warp makes no such request');
  return { access, cost };
}

function exhibitFigure(title: string, state: ExhibitState): Figure {
  const layout = kernel.predict(state.variants[0], state.params, state.cta).tile!;
  const request = emulatedRequest(state);
  if (title === 'Tile') return tileGridFigure({ layout, request, colourBy: 'bank' }, view);
  if (title === 'Bank map') return bankMapFigure({ layout, request, lineCount: null }, view);
  return punchCardFigure({ layout, request, rows: 'lanes' }, view);
}

describe.each(links)('$id', ({ id, search }) => {
  const { state, problems } = decodeExhibit(search, spec);

  test('is a link without problems', () => {
    expect(caseOf(id)).toBeDefined();
    expect(problems).toEqual([]);
    expect(Object.keys(search).filter(name => !['v', 'warp', 'side', 'k', 'at', 'pin'].includes(name))).toEqual(
      Object.keys(search).filter(name => name in kernel.defaults),
    );
  });

  test('shows the same request as the picture', () => {
    const figure = caseOf(id).figure(themes.light);
    expect(figure.table()).toEqual(exhibitFigure(figure.title, state).table());
  });
});

test('a request of another warp would be noticed', () => {
  const { state } = decodeExhibit({ ...EXHIBIT_OF['tile-xor'], warp: '6' }, spec);
  const figure = caseOf('tile-xor').figure(themes.light);
  expect(figure.table()).not.toEqual(exhibitFigure('Tile', state).table());
});

test('what no exhibit shows opens as a picture of its own', () => {
  expect(exhibitLinkOf('output-wrong')).toBeNull();
  const link = galleryEntries.find(({ id }) => id === 'output-wrong')!.link;
  expect(link).toEqual({ to: '/picture/$picture', params: { picture: 'output-wrong' }, search: {} });
  expect(galleryEntries).toHaveLength(pictureCases.length);
});
