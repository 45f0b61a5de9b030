/** Words about lanes, banks and what an access costs. */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { FlatSearch } from '../../state/link-codec.ts';
import type { RequestSketch, Term } from './term.ts';

const request = (
  words: string,
  addressOf: (lane: number) => number | null,
  more: Partial<Pick<RequestSketch, 'instruction' | 'widthBytes'>> = {},
): RequestSketch => ({ kind: 'request', instruction: 'ld', widthBytes: WORD_BYTES, addressOf, words, ...more });

const stride = (words: number) => (lane: number) => lane * words * WORD_BYTES;

const inProbe = (table: string, more: FlatSearch = {}): Term['place'] => ({
  to: '/banks/$kernel',
  params: { kernel: 'probe' },
  search: { table, ...more },
  text: 'Try it in the probe',
});

export const BANK_TERMS: readonly Term[] = [
  {
    name: 'lane',
    lines: ['One of the 32 threads of a warp.', 'All of them execute one instruction together.'],
    sketch: {
      kind: 'grid',
      rows: 2,
      columns: 16,
      textOf: (row, column) => `${row * 16 + column}`,
      groupOf: () => 0,
      words: 'the 32 lanes of a warp',
    },
    place: inProbe('lane * 4'),
  },
  {
    name: 'warp',
    lines: ['32 neighbouring threads of a CTA.', 'They share an instruction, so they ask memory together.'],
    sketch: {
      kind: 'grid',
      rows: 4,
      columns: 32,
      textOf: (_, column) => (column % 8 === 0 ? `${column}` : ''),
      groupOf: row => row,
      words: 'a CTA of 128 threads: 4 warps, a row each',
    },
    place: inProbe('lane * 4', { warps: '4' }),
  },
  {
    name: 'CTA',
    also: 'thread block',
    lines: ['The threads that share one piece of shared memory.', 'CUDA calls it a block.'],
    sketch: {
      kind: 'grid',
      rows: 3,
      columns: 16,
      textOf: (row, column) => (column % 4 === 0 ? `${row * 4 + column / 4}` : ''),
      groupOf: (row, column) => row * 4 + Math.floor(column / 4),
      words: 'a grid of 12 CTAs',
    },
    place: { to: '/banks/$kernel', params: { kernel: 'transpose' }, text: 'A transpose by CTAs' },
  },
  {
    name: 'bank',
    lines: [
      'One of the 32 columns of shared memory.',
      'Word w lies in bank w mod 32; a bank hands out one word a pass.',
    ],
    sketch: request('a row of 32 words, each in a bank of its own', stride(1)),
    place: inProbe('lane * 4'),
  },
  {
    name: 'word',
    lines: ['4 bytes of shared memory: what a bank hands out.', 'Lanes that want the same word get it together.'],
    sketch: request('all lanes ask for word 5', () => 5 * WORD_BYTES),
    place: inProbe('0 * lane'),
  },
  {
    name: 'bank conflict',
    lines: ['Two lanes want different words of one bank.', 'One of them waits for the next pass.'],
    sketch: request('every fourth word', stride(4)),
    place: inProbe('lane * 16', { widthBytes: '4' }),
  },
  {
    name: 'wavefront',
    also: 'pass',
    lines: [
      'One pass over the 32 banks: at most one word from each.',
      'A read costs as many as its busiest bank has different words.',
    ],
    sketch: request('every second word', stride(2)),
    place: inProbe('lane * 8', { widthBytes: '4' }),
  },
  {
    name: 'phase',
    lines: ['Lanes that are served together.', '4 bytes a lane: one phase; 8 bytes: two; 16 bytes: four.'],
    sketch: request('16 bytes a lane, side by side', lane => lane * 16, { widthBytes: 16 }),
    place: inProbe('lane * 16', { widthBytes: '16' }),
  },
  {
    name: 'ideal',
    lines: ['The wavefronts that a request takes without a conflict:', 'one for each phase.'],
    sketch: request('8 bytes a lane, side by side', lane => lane * 8, { widthBytes: 8 }),
    place: inProbe('lane * 8', { widthBytes: '8' }),
  },
  {
    name: 'excess',
    lines: ['Wavefronts beyond the ideal.', 'A better layout could save them.'],
    sketch: request('every second word: 1 would do', stride(2)),
    place: inProbe('lane * 8', { widthBytes: '4' }),
  },
  {
    name: 'ldmatrix',
    lines: [
      'Loads 8 × 8 matrices for the tensor cores.',
      '8 lanes give the addresses of a matrix: its 8 rows of 16 bytes.',
    ],
    sketch: request('one matrix, rows 144 bytes apart', lane => (lane < 8 ? lane * 144 : null), {
      instruction: 'ldmatrix',
      widthBytes: 16,
    }),
    place: { to: '/banks/$kernel', params: { kernel: 'swizzle' }, text: 'A tile that ldmatrix reads' },
  },
];
