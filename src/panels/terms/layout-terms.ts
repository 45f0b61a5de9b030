/** Words about tiles, global memory, pipelines and measured times. */
import type { Term, TileSketch } from './term.ts';

const tile = (words: string, pad: number, bankOf: TileSketch['bankOf']): TileSketch => ({
  kind: 'tile',
  pad,
  bankOf,
  words,
});

const SIDE = 8;
const padded = (pad: number) => (row: number, column: number) => (row * (SIDE + pad) + column) % SIDE;

const inTranspose = (v: string, more: Readonly<Record<string, string>> = {}): Term['place'] => ({
  to: '/banks/$kernel',
  params: { kernel: 'transpose' },
  search: { v, warp: '5', ...more },
  text: 'Try it in the transpose',
});

const LAYOUT_TERMS: readonly Term[] = [
  {
    name: 'pitch',
    lines: ['From the start of a row to the start of the next.', 'Padding is part of it.'],
    sketch: tile('rows of 8 words, pitch 9; small here: 8 banks', 1, padded(1)),
    place: inTranspose('padded'),
  },
  {
    name: 'pad',
    lines: ['Words at the end of a row that nobody reads.', 'They move the rows below to other banks.'],
    sketch: tile('one pad word a row: each column meets 8 banks', 1, padded(1)),
    place: inTranspose('tiled,padded'),
  },
  {
    name: 'tile',
    lines: ['The piece of an array that a CTA keeps', 'in shared memory.'],
    sketch: tile('8 × 8 words without padding: a column has one bank', 0, padded(0)),
    place: inTranspose('tiled'),
  },
  {
    name: 'swizzle',
    lines: [
      'Another order of the words within each row.',
      'Rows and columns both meet all banks, without a byte more.',
    ],
    sketch: tile('column XOR row', 0, (row, column) => row ^ column),
    place: { to: '/swizzle', text: 'Which bits flip which' },
  },
  {
    name: 'chunk',
    lines: ['16 neighbouring bytes: four banks.', 'The copy engine swizzles chunks, never smaller pieces.'],
    sketch: {
      kind: 'grid',
      rows: 1,
      columns: 32,
      textOf: (_, column) => (column % 4 === 0 ? `${column / 4}` : ''),
      groupOf: (_, column) => Math.floor(column / 4),
      words: 'the 8 chunks of a 128-byte line',
    },
    place: { to: '/swizzle', search: { rows: '8' }, text: 'See chunks change places' },
  },
  {
    name: 'sector',
    lines: ['32 neighbouring bytes of global memory.', 'Caches fetch whole sectors, even for 4 bytes of one.'],
    sketch: {
      kind: 'grid',
      rows: 1,
      columns: 32,
      textOf: (_, column) => (column % 8 === 0 ? `${column / 8}` : ''),
      groupOf: (_, column) => Math.floor(column / 8),
      words: '32 words side by side: 4 sectors',
    },
    place: inTranspose('naive', { side: 'store' }),
  },
  {
    name: 'fragment',
    lines: ['What each thread holds of a matrix', 'for one tensor-core instruction.'],
    sketch: {
      kind: 'grid',
      rows: 4,
      columns: 8,
      textOf: (row, column) => `${row * 4 + (column >> 1)}`,
      groupOf: (_, column) => column >> 1,
      words: 'C of mma.m16n8k16, rows 0 to 3: the lane of each element',
    },
    place: {
      to: '/layouts',
      search: { view: 'threads', atom: 'mma.m16n8k16 f16 or bf16', part: 'C' },
      text: 'All fragments',
    },
  },
];

const PIPELINE_TERMS: readonly Term[] = [
  {
    name: 'stage',
    lines: ['One of the buffers of a ring.', 'While one is read, the next is filled.'],
    sketch: {
      kind: 'time',
      rows: [0, 1].map(slot => ({
        name: `stage ${slot}`,
        pieces: [0, 1].flatMap(round => {
          const from = slot * 0.22 + round * 0.46;
          return [
            { from, to: from + 0.2, fill: 'producer' as const, text: `fill ${2 * round + slot}` },
            { from: from + 0.22, to: from + 0.42, fill: 'consumer1' as const, text: `read ${2 * round + slot}` },
          ].filter(piece => piece.to <= 1);
        }),
      })),
      words: 'two stages: filled and read in turns',
    },
    place: { to: '/pipeline', text: 'A ring of stages' },
  },
  {
    name: 'parity',
    lines: [
      'The lowest bit of a barrier’s phase number.',
      'A wait for parity p returns once the phase with that parity is over.',
    ],
    sketch: {
      kind: 'time',
      rows: [
        {
          name: 'phase',
          pieces: [0, 1, 2, 3].map(n => ({ from: n / 4, to: (n + 1) / 4, fill: 'wait', text: `${n}` })),
        },
        {
          name: 'parity',
          pieces: [0, 1, 2, 3].map(n => ({
            from: n / 4,
            to: (n + 1) / 4,
            fill: n % 2 === 1 ? 'high' : 'wait',
            text: `${n % 2}`,
          })),
        },
      ],
      words: 'each flip begins the next phase',
    },
    place: {
      to: '/pipeline',
      search: { a: 'v2-warp-specialized*parity.producer.fill_0' },
      text: 'A wait for the wrong one',
    },
  },
  {
    name: 'producer',
    also: 'and consumer',
    lines: ['A producer fills stages, a consumer uses them.', 'Two barriers a stage say “full” and “empty”.'],
    sketch: {
      kind: 'time',
      rows: [
        {
          name: 'producer',
          pieces: [0, 1, 2].map(n => ({ from: n * 0.27, to: n * 0.27 + 0.22, fill: 'producer', text: `fill ${n}` })),
        },
        {
          name: 'consumer',
          pieces: [
            { from: 0, to: 0.25, fill: 'wait', text: 'waits' },
            ...[0, 1, 2].map(n => ({
              from: 0.27 + n * 0.24,
              to: 0.27 + n * 0.24 + 0.22,
              fill: 'consumer1' as const,
              text: `use ${n}`,
            })),
          ],
        },
      ],
      words: 'the consumer waits for the first stage alone',
    },
    place: { to: '/pipeline', text: 'A pipeline' },
  },
];

const EXAMPLE_US = [101, 102, 103, 104, 105, 106, 107, 109, 112, 118];

const MEASURED_TERMS: readonly Term[] = [
  {
    name: 'sample',
    also: 'median, quartiles, IQR',
    lines: [
      'One time of a launch. Half of the samples are below the median.',
      'IQR: from the first quarter’s end to the last quarter’s start.',
    ],
    sketch: { kind: 'scale', samplesUs: EXAMPLE_US, words: 'an example: 10 samples, the box holds half of them' },
    place: { to: '/runs', text: 'Recorded runs' },
  },
  {
    name: 'SOL',
    also: 'speed of light',
    lines: ['The named limit of the GPU that ran.', 'A kernel at 62 % SOL reaches 62 % of it.'],
    sketch: { kind: 'scale', samplesUs: EXAMPLE_US, limitUs: 66, words: 'an example: samples, and the limit (dashed)' },
    place: { to: '/runs', text: 'Shares of the limit' },
  },
];

export const OTHER_TERMS: readonly Term[] = [...LAYOUT_TERMS, ...PIPELINE_TERMS, ...MEASURED_TERMS];
