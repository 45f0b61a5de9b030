/** The gallery: every picture case and every named kernel case, each with the link that opens it live. */
import { catalog } from '../kernels/catalog.ts';
import { pictureCases } from '../pictures/cases/index.ts';
import type { Scene } from '../pictures/scene/scene.ts';
import type { Theme } from '../pictures/theme.ts';
import { exhibitLinkOf, type GalleryLink } from './links.ts';
import { KERNEL_OPENINGS, PIPELINE_OPENING } from './openings.ts';
import { askedLink, QUESTIONS } from './questions.ts';

export interface GalleryEntry {
  readonly id: string;
  readonly title: string;
  readonly blurb: string;
  readonly link: GalleryLink;
  /** null for an entry that only the search finds. */
  readonly scene: ((theme: Theme) => Scene) | null;
}

export const galleryEntries: readonly GalleryEntry[] = pictureCases.map(({ id, title, blurb, scene }) => ({
  id,
  title,
  blurb,
  link: exhibitLinkOf(id) ?? { to: '/picture/$picture', params: { picture: id }, search: {} },
  scene,
}));

/** Every kernel's own page. */
export const kernelEntries: readonly GalleryEntry[] = [...catalog.values()].map(({ id, title, lede }) => ({
  id,
  title,
  blurb: lede,
  link: { to: '/banks/$kernel', params: { kernel: id }, search: KERNEL_OPENINGS[id] ?? {} },
  scene: null,
}));

/** Pages that are no picture: the first thing that the gallery shows, and what the find dialog finds. */
export const pageEntries: readonly GalleryEntry[] = [
  ...kernelEntries,
  {
    id: 'workbench',
    title: 'Workbench: your own kernel',
    blurb: 'Drop PTX or CUDA, fill in a launch, see every access by source line.',
    link: { to: '/workbench', params: {}, search: {} },
    scene: null,
  },
  {
    id: 'permute-statistics',
    title: 'Tensor permutation: statistics',
    blurb: 'TTC, cuTT and random permutations: how often each padding is free of conflicts, and what it wastes.',
    link: { to: '/permute/statistics', params: {}, search: {} },
    scene: null,
  },
  {
    id: 'layouts',
    title: 'Layouts: CuTe algebra, threads and values',
    blurb:
      'Composition, complement, divides and products step by step; mma, wgmma and ldmatrix fragments; print as code.',
    link: { to: '/layouts', params: {}, search: {} },
    scene: null,
  },
  {
    id: 'swizzle',
    title: 'Swizzle: which address bits flip which',
    blurb: 'CuTe Swizzle<B,M,S>, TMA modes and XOR formulas: bits, tiles, wavefronts, and a search for the best one.',
    link: { to: '/swizzle', params: {}, search: {} },
    scene: null,
  },
  {
    id: 'tensor-map',
    title: 'Tensor map: what a TMA copy puts where',
    blurb: 'cuTensorMapEncodeTiled checked field by field, the box walk into shared memory, expect_tx, and the code.',
    link: { to: '/tensor-map', params: {}, search: {} },
    scene: null,
  },
  {
    id: 'pipeline',
    title: 'Pipeline: producers and consumers around a ring',
    blurb:
      'Stages, latencies and parities to set; full and empty mbarriers, stalls, deadlocks; compared with compiled PTX.',
    link: { to: '/pipeline', params: {}, search: PIPELINE_OPENING },
    scene: null,
  },
  {
    id: 'attention',
    title: 'Attention: a ladder from wgmma to persistent CTAs',
    blurb: 'Softmax under products, ping-pong, budgets; predicted, emulated and measured spans of the same version.',
    link: { to: '/attention', params: {}, search: {} },
    scene: null,
  },
  {
    id: 'attention-published',
    title: 'Attention: the schedule of FlashAttention-3',
    blurb: 'Tiles by head dimension, softmax under the products, ping-pong, the shared-memory budget, QueryEmpty.',
    link: { to: '/attention/published', params: {}, search: {} },
    scene: null,
  },
  {
    id: 'glossary',
    title: 'Glossary: words and keys',
    blurb: 'What lane, bank, word, wavefront, phase, pitch, sector, parity and the other words mean here.',
    link: { to: '/glossary', params: {}, search: {} },
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

/** Answers, found by the words of their question as well. */
export const answerEntries: readonly GalleryEntry[] = QUESTIONS.flatMap(({ title, answers }) =>
  answers.map(answer => ({ id: answer.id, title: answer.text, blurb: title, link: askedLink(answer), scene: null })),
);
