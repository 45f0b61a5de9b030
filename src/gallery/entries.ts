/** The gallery: every picture case and every named kernel case, each with the link that opens it live. */
import { catalog } from '../kernels/catalog.ts';
import { pictureCases } from '../pictures/cases/index.ts';
import type { Scene } from '../pictures/scene.ts';
import type { Theme } from '../pictures/theme.ts';
import type { FlatSearch } from '../state/exhibit-search.ts';

export interface GalleryLink {
  readonly to: '/banks/$kernel' | '/picture/$picture' | '/workbench';
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

/**
 * States of the transpose exhibit that show what a picture case shows. The exhibit's tiles have 32 or 64 rows and columns,
 * so smaller ones, broadcasts and wrong results have no equal: they open as a picture of their own.
 */
export const EXHIBIT_OF: Readonly<Record<string, FlatSearch>> = {
  'tile-unpadded': { v: 'tiled', warp: '5' },
  'tile-padded': { v: 'padded', warp: '5', pin: '11.5' },
  'tile-xor': { v: 'xor', warp: '5' },
  'tile-pad-2': { v: 'padded', pad: '2', warp: '5' },
  'tile-row-store': { v: 'padded', side: 'store', warp: '9' },
  'tile-edge': { v: 'tiled', rows: '21', columns: '32', warp: '12' },
  'tile-pad-not-used': { v: 'pad-not-used', warp: '5' },
  'tile-64': { v: 'padded', tile: '64', warp: '8', k: '1' },
  'bank-map-unpadded': { v: 'tiled', warp: '5' },
  'bank-map-padded': { v: 'padded', warp: '5', pin: '11.5' },
  'bank-map-pad-2': { v: 'padded', pad: '2', warp: '5' },
  'bank-map-playhead': { v: 'tiled', warp: '5', at: '12' },
  'bank-map-pad-not-used': { v: 'pad-not-used', warp: '5' },
  'punch-card-pad-2': { v: 'padded', pad: '2', warp: '5' },
  'punch-card-pad-not-used': { v: 'pad-not-used', warp: '5' },
  'wavefronts-unpadded': { v: 'tiled', warp: '5', at: '12' },
};

const exhibitLink = (search: FlatSearch): GalleryLink => ({
  to: '/banks/$kernel',
  params: { kernel: 'transpose' },
  search,
});

/** Where a picture case can be changed; null where no exhibit shows it. */
export const exhibitLinkOf = (id: string): GalleryLink | null =>
  EXHIBIT_OF[id] === undefined ? null : exhibitLink(EXHIBIT_OF[id]);

export const galleryEntries: readonly GalleryEntry[] = pictureCases.map(({ id, title, blurb, scene }) => ({
  id,
  title,
  blurb,
  link: exhibitLinkOf(id) ?? { to: '/picture/$picture', params: { picture: id }, search: {} },
  scene,
}));

/** Pages that are no picture: for the find dialog. */
export const pageEntries: readonly GalleryEntry[] = [
  {
    id: 'workbench',
    title: 'Workbench: your own kernel',
    blurb: 'Drop PTX or CUDA, fill in a launch, see every access by source line',
    link: { to: '/workbench', params: {}, search: {} },
    scene: null,
  },
];

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
