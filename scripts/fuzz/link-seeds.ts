/** Links that Lanescape itself makes, of every page, as text behind the `#`; what fuzzed links are damaged from. */
import { CONFLICT } from '../../src/app/browser/fixtures/workbench-kernels.ts';
import { answerEntries, caseEntries, galleryEntries, pageEntries } from '../../src/gallery/entries.ts';
import type { GalleryLink } from '../../src/gallery/links.ts';
import { packText } from '../../src/pages/packed-text.ts';

export interface LinkSeeds {
  readonly links: readonly string[];
  /** JSON of a document as the workbench's links hold it. */
  readonly document: unknown;
}

export async function linkSeeds(): Promise<LinkSeeds> {
  const entries = [...pageEntries, ...answerEntries, ...galleryEntries, ...caseEntries];
  const links = ['/', ...new Set(entries.map(({ link }) => textOf(link)))];
  const opened = await packText(JSON.stringify(DOCUMENT));
  if (!opened.ok) throw new Error(opened.error);
  // Both pages that unfold a packed text, as often as they need it to be met among hundreds of others.
  const packed = Array.from({ length: 8 }, () => [`/workbench?doc=${opened.value}`, `/pipeline?a.own=${opened.value}`]);
  return { links: [...links, ...packed.flat()], document: DOCUMENT };
}

function textOf({ to, params, search }: GalleryLink): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name]));
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}

const DOCUMENT = {
  version: 1,
  title: 'One column',
  source: { language: 'ptx', name: 'column.ptx', text: CONFLICT },
  arch: 'sm_90',
  launch: {
    entry: 'column',
    grid: [1, 1, 1],
    block: [32, 1, 1],
    buffers: [{ name: 'out', type: 'u32', length: 32, init: { kind: 'zeros' } }],
    params: [{ kind: 'pointer', buffer: 'out' }],
  },
  guessed: [],
  ctas: null,
  tracedCta: 0,
  faults: 'all',
  expectations: [],
};
