/** Questions that people come with, and the states of the pages that answer them. */
import type { FlatSearch } from '../state/link-codec.ts';
import type { PlainPath } from '../state/page-address.ts';
import type { GalleryLink } from './links.ts';

interface Answer {
  readonly id: string;
  /** What is to be seen there. */
  readonly text: string;
  readonly link: GalleryLink;
}

/** From those who meet the subject to those who tune kernels. */
export const LEVELS = ['First steps', 'At work', 'Expert'] as const;

export interface Question {
  readonly title: string;
  readonly level: (typeof LEVELS)[number];
  /** Its answer, in a sentence or two: at the top of the page that it opens. */
  readonly inShort: string;
  readonly answers: readonly Answer[];
}

/** The link of an answer, with the answer in short at the top of the page. */
export const askedLink = ({ id, link }: Answer): GalleryLink => ({ ...link, search: { ...link.search, q: id } });

const answer = (id: string, text: string, to: PlainPath, search: FlatSearch): Answer => ({
  id,
  text,
  link: { to, params: {}, search },
});

const exhibit = (id: string, text: string, kernel: string, search: FlatSearch): Answer => ({
  id,
  text,
  link: { to: '/banks/$kernel', params: { kernel }, search },
});

/** Each link opens a state that shows exactly this cause. */
export const SCRAMBLED: Question = {
  title: 'Why does my TMA tile come out scrambled?',
  level: 'At work',
  inShort:
    'The copy and its reader disagree on where a chunk lies. One of five things differs: the base, the mask, the unit, the span or the type.',
  answers: [
    answer('scrambled-base', 'Its base is no multiple of the 1,024-byte repeat', '/swizzle', {
      rows: '8',
      base: '256',
    }),
    answer('scrambled-mask', 'The reader XORs with a wrong mask', '/swizzle', { run: 'wrong-mask' }),
    answer('scrambled-unit', 'Swizzle<3,4,3> was put on 2-byte elements, not bytes', '/swizzle', {
      swz: '3.5.3',
      vs: '3.4.3',
      unit: 'elements',
    }),
    answer('scrambled-span', 'The box is wider than the span of its swizzle', '/tensor-map', { box: '128.64' }),
    answer('scrambled-type', 'The map says f32, but the tensor is bf16', '/tensor-map', { type: 'f32' }),
  ],
};

/** Answered by recorded runs. */
const COST_IN_TIME: Question = {
  title: 'What does a conflict cost on a GPU?',
  level: 'First steps',
  inShort:
    'Less than its passes say, since other work goes on meanwhile. With 32-way conflicts, a transpose of 4096 × 4096 takes 1.7 times as long as without.',
  answers: [
    exhibit('cost-transpose', 'A transpose of 4096 × 4096, four ways, timed on an H200', 'transpose', {
      rows: '4096',
      columns: '4096',
      v: 'naive,tiled,padded,xor',
    }),
    answer('cost-permutations', '57 permutations: conflicts predicted, bandwidth measured', '/permute/statistics', {}),
    exhibit('cost-histogram', 'Atomics of all lanes in one bin', 'histogram', { elements: '65536', spread: '1' }),
    exhibit('cost-gemm', 'Eight matrix products beside cuBLAS', 'gemm', {}),
    answer('cost-runs', 'Every recorded run, every sample', '/runs', {}),
  ],
};

export const QUESTIONS: readonly Question[] = [
  {
    title: 'What is a bank conflict?',
    level: 'First steps',
    inShort:
      'Lanes of a warp want different words of one bank. A bank hands out one word a pass, so they wait for each other.',
    answers: [
      exhibit('conflict-column', 'A column of a tile: all 32 lanes ask one bank', 'transpose', {
        v: 'tiled',
        warp: '5',
      }),
      exhibit('conflict-one-more', 'One word more in each row: 32 banks, one wavefront', 'transpose', {
        v: 'tiled,padded',
        warp: '5',
      }),
      exhibit('conflict-row', 'A row of the same tile: no conflict to begin with', 'transpose', {
        v: 'tiled',
        side: 'store',
        warp: '5',
      }),
    ],
  },
  {
    title: 'Why are Swizzle<3,4,3>, Swizzle<3,3,3> and SWIZZLE_128B the same?',
    level: 'Expert',
    inShort:
      'All three XOR address bits 4 to 6 with bits 7 to 9. Counted in bytes the lowest is bit 4, in elements of 2 bytes it is bit 3, and TMA calls it by the 128 bytes of a row.',
    answers: [
      answer('same-bytes', 'One pattern under all its names: CuTe, TMA, PTX, C', '/swizzle', { rows: '8' }),
      answer('same-elements', 'The same in 2-byte elements', '/swizzle', { rows: '8', unit: 'elements' }),
      answer('same-matrix', 'As a matrix of address bits', '/layouts', { view: 'swizzles', chain: 'Sw<3,4,3>' }),
    ],
  },
  {
    title: 'Which swizzle does my ldmatrix need?',
    level: 'At work',
    inShort:
      'The one as wide as a row of the tile: 128B for rows of 128 bytes, 64B for 64. Then the 8 rows of a matrix meet all 32 banks.',
    answers: [
      answer('ldmatrix-bf16', 'A 64 × 64 tile of bf16: every swizzle and padding, best first', '/swizzle', {
        rows: '64',
      }),
      answer('ldmatrix-narrow', 'Rows of 64 bytes: 64 × 32 of bf16', '/swizzle', {
        rows: '64',
        cols: '32',
        swz: '2.4.3',
      }),
      exhibit('ldmatrix-compiled', 'A column and ldmatrix of one tile, in compiled kernels', 'swizzle', {}),
    ],
  },
  SCRAMBLED,
  {
    title: 'What do my 32 addresses cost?',
    level: 'First steps',
    inShort:
      'As many passes as the busiest bank has different words, counted for each group of lanes that is served together.',
    answers: [
      exhibit('addresses-probe', 'A table of your own, run by a compiled kernel', 'probe', {}),
      answer('addresses-swizzled', 'The same table before and after a swizzle', '/swizzle', { access: 'own-4' }),
      answer('addresses-kernel', 'All addresses of a kernel of your own', '/workbench', {}),
    ],
  },
  {
    title: 'Why does my pipeline hang, or read bytes that have not arrived?',
    level: 'Expert',
    inShort:
      'A wait returns once the phase with its parity is over. With another first parity, or without an arrival, it never returns, or too early.',
    answers: [
      answer('hang-parity', 'The producer waits for parity 0 on fresh barriers', '/pipeline', {
        a: 'v2-warp-specialized*parity.producer.fill_0',
      }),
      answer('hang-query', 'FlashAttention-3 without its first arrival on QueryEmpty', '/pipeline', {
        a: 'fa3-forward*firstArrive_0',
      }),
      answer('hang-single-stage', 'A single stage where the producer transposes V', '/pipeline', {
        a: 'fa3-forward-fp8*stages_1',
      }),
      answer('overrun-compiled', 'A compiled producer that does not wait for a free stage', '/pipeline', {
        a: 'v2-warp-specialized*missing-empty-wait',
      }),
    ],
  },
  {
    title: 'How many stages does my ring need?',
    level: 'Expert',
    inShort: 'As many as cover the latency of a copy with products. More of them cost shared memory and save no time.',
    answers: [
      answer('stages-compared', 'Two, three and four stages on one time axis', '/pipeline', {
        a: 'v3-wgmma*stages_2',
        b: 'v3-wgmma*stages_3',
        c: 'v3-wgmma',
        align: 'flip full[0]',
      }),
      answer('stages-bound', 'One consumer: copy-bound, and what one stage more would change', '/pipeline', {
        a: 'v2-warp-specialized',
      }),
      answer('stages-overlap', 'C stored during the next tile, or after it: persistent and ping-pong', '/pipeline', {
        a: 'v4-persistent',
        b: 'ping-pong',
      }),
      answer('attention-tiles', 'K and V of FlashAttention-3, by head dimension', '/attention/published', {}),
    ],
  },
  COST_IN_TIME,
  {
    title: 'No bank conflict, and still slow: why?',
    level: 'At work',
    inShort:
      'Too few bytes are under way: with 64 bytes of each thread in flight, a transpose without conflicts runs twice as fast as with 4.',
    answers: [
      exhibit(
        'slow-under-way',
        'Three transposes without one: 4, 16 and 64 bytes of each thread in flight',
        'transpose',
        {
          rows: '4096',
          columns: '4096',
          v: 'padded,coarsened,vectorized',
        },
      ),
      exhibit('slow-sectors', 'No shared memory at all: each lane writes to a sector of its own', 'transpose', {
        v: 'naive',
        side: 'store',
      }),
    ],
  },
];
