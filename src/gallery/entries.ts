/** The gallery: every picture case and every named kernel case, each with the link that opens it live. */
import { catalog } from '../kernels/catalog.ts';
import { pictureCases } from '../pictures/cases/index.ts';
import type { Scene } from '../pictures/scene.ts';
import type { Theme } from '../pictures/theme.ts';
import type { FlatSearch } from '../state/exhibit-search.ts';

export interface GalleryLink {
  readonly to: '/banks/$kernel' | '/picture/$picture';
  readonly params: Readonly<Record<string, string>>;
  readonly search: FlatSearch;
}

export interface GalleryEntry {
  readonly id: string;
  readonly title: string;
  readonly blurb: string;
  readonly link: GalleryLink;
  /** null for an entry that only the search finds. */
  readonly scene: ((theme: Theme) => Scene) | null;
}

/** Exhibit states behind picture cases; a case without one opens as a picture of its own. */
const EXHIBIT_OF: Readonly<Record<string, FlatSearch>> = {};

export const galleryEntries: readonly GalleryEntry[] = pictureCases.map(({ id, title, blurb, scene }) => ({
  id,
  title,
  blurb,
  link: EXHIBIT_OF[id]
    ? { to: '/banks/$kernel', params: { kernel: 'transpose' }, search: EXHIBIT_OF[id] }
    : { to: '/picture/$picture', params: { picture: id }, search: {} },
  scene,
}));

/** Kernel cases: for the find dialog, which also searches the entries above. */
export const caseEntries: readonly GalleryEntry[] = [...catalog.values()].flatMap(kernel =>
  kernel.cases.map(kernelCase => ({
    id: `${kernel.id}/${kernelCase.id}`,
    title: `${kernel.id}: ${kernelCase.title}`,
    blurb: Object.entries(kernelCase.params)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    link: {
      to: '/banks/$kernel' as const,
      params: { kernel: kernel.id },
      search: Object.fromEntries(Object.entries(kernelCase.params).map(([name, value]) => [name, String(value)])),
    },
    scene: null,
  })),
);
