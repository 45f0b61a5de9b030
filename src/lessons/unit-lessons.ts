/** Matrix units and the copy engine: ldmatrix, swizzles, tensor maps, fragments. */

import { CHUNK_BYTES } from '../base/hardware.ts';
import { FRAGMENT_ATOMS } from '../model/layout-steps/fragments.ts';
import { holderQuestion } from '../model/questions/fragment-question.ts';
import { bytesQuestion, landingQuestion, matrixMap, widthQuestion } from '../model/questions/map-questions.ts';
import { baseQuestion, chunkQuestion, unitQuestion } from '../model/questions/swizzle-questions.ts';
import { fragment, plainTile, swizzledBits } from './givens.ts';
import type { Lesson } from './lesson.ts';
import { fixIt, kernelAt, pageAt } from './links.ts';

const matrixAt = (table: string) => kernelAt('probe', { v: 'ldmatrix', table });

const ldmatrix: Lesson = {
  id: 'ldmatrix',
  title: 'ldmatrix: eight rows at a time',
  chapter: 'Layouts',
  learns:
    'A matrix is eight rows of 16 bytes, which fill the 32 banks once. Rows 128 bytes apart meet, rows of 144 do not.',
  topics: {
    guide: 'PTX manual: ldmatrix',
    course: 'Tensor cores',
  },
  steps: draw => {
    const pitch = draw.pick([144, 80, 48, 112]);
    return [
      {
        link: matrixAt('lane * 16'),
        say: 'ldmatrix.x4: each lane gives the address of a row of 16 bytes. Here the rows lie side by side.',
        ask: { kind: 'wavefronts' },
        notes: 'Four matrices of 128 bytes: four passes are the least. The addresses of eight lanes belong together.',
      },
      {
        link: matrixAt('(lane % 8) * 128 + (lane // 8) * 16'),
        say: 'Now the tile has rows of 128 bytes, and a matrix takes 16 bytes of eight rows.',
        ask: { kind: 'wavefronts' },
        notes: 'All eight rows of a matrix begin in the same bank: an 8-way conflict in each of the four.',
      },
      {
        link: matrixAt(`(lane % 8) * ${pitch} + (lane // 8) * ${pitch * 8}`),
        say: `Rows of ${pitch} bytes: an odd number of 16-byte chunks. Which lanes meet lane 1?`,
        ask: { kind: 'lanes', lane: 1 },
        notes: 'None: an odd number of chunks shares no factor with the eight groups of four banks.',
      },
      {
        link: matrixAt('(lane % 8) * 128 + ((lane // 8) ^ (lane % 8)) * 16'),
        say: 'Rows of 128 bytes again, but each row XORs its chunk with its number. How many passes?',
        ask: { kind: 'wavefronts' },
        notes: 'The 128-byte swizzle: no byte of padding, and the copy engine writes it by itself.',
      },
      fixIt('ldmatrix'),
    ];
  },
};

const swizzle: Lesson = {
  id: 'swizzle',
  title: 'Swizzle modes and where they count from',
  chapter: 'Layouts',
  learns:
    'A swizzle moves chunks of 16 bytes by XOR with bits of the absolute address. Its name changes with the unit.',
  topics: {
    guide: 'PTX manual: Swizzling modes; CuTe: Swizzle<B,M,S>',
    course: 'TMA and swizzles',
  },
  steps: draw => {
    const row = draw.pick([3, 5, 6, 2]);
    const chunk = draw.pick([1, 4, 7, 5]);
    const base = draw.pick([256, 512, 128]);
    const bytes = draw.pick([2, 4] as const);
    // Of 2-byte elements.
    const at = `${row}.${(chunk * CHUNK_BYTES) / 2}`;
    return [
      {
        link: pageAt('/swizzle', { rows: '8', at }),
        say: 'SWIZZLE_128B keeps lines of 128 bytes and moves chunks of 16. Where does a chunk go?',
        ask: { kind: 'own', question: chunkQuestion(row, chunk, 0) },
        given: plainTile(0, { row, chunk }),
        notes: 'Bits 4 to 6 of the address are XORed with bits 7 to 9. Nothing smaller than a chunk moves.',
      },
      {
        link: pageAt('/swizzle', { rows: '8', base: `${base}`, at }),
        say: `The same tile, but it begins at byte ${base} of shared memory.`,
        ask: { kind: 'own', question: chunkQuestion(row, chunk, base) },
        given: plainTile(base, { row, chunk }),
        notes: 'The address counts, not the row: the pattern begins wherever the tile happens to lie in it.',
      },
      {
        link: pageAt('/swizzle', { rows: '8', base: '256' }),
        say: 'A tile comes out scrambled. Where may it begin, so that reader and copy engine agree?',
        ask: { kind: 'own', question: baseQuestion([128, 256, 512, 1024, 2048]) },
        given: plainTile(256, null),
        notes: 'Align the tile to 1,024 bytes: this is behind many reports of scrambled tiles.',
      },
      {
        link: pageAt('/swizzle', { rows: '8', unit: 'elements', ...(bytes === 4 ? { e: '4', cols: '32' } : {}) }),
        say: 'The same pattern has other numbers when elements are counted in place of bytes.',
        ask: { kind: 'own', question: unitQuestion(bytes) },
        given: swizzledBits(),
        notes:
          'B and S stay, M falls by the bits of an element: Swizzle<3,4,3> of bytes is <3,3,3> of 2-byte elements.',
      },
      fixIt('swizzle'),
    ];
  },
};

const map: Lesson = {
  id: 'map',
  title: 'Tensor maps: a box and its bytes',
  chapter: 'Layouts',
  learns:
    'A map describes a tensor, and a copy names a box of it. The box says how many bytes arrive, the swizzle where.',
  topics: { guide: 'CUDA guide: Tensor Memory Accelerator; PTX manual: cp.async.bulk.tensor', course: 'TMA' },
  steps: draw => {
    const [columns, rows] = draw.pick([
      [64, 8],
      [32, 16],
      [64, 16],
    ] as const);
    const chunk = draw.pick([2, 5, 3, 6]);
    const dims = [256, 100];
    const inside = matrixMap(dims, [columns, rows], '128B');
    const atEnd = [64, 100 - rows / 2];
    return [
      {
        link: pageAt('/tensor-map', { dims: dims.join('.'), box: `${columns}.${rows}` }),
        say: 'First a barrier is told how many bytes will come, then one thread asks for a box; the engine copies it.',
        ask: { kind: 'own', question: bytesQuestion(inside, [64, 8]) },
        notes: 'Elements times their bytes. The barrier lacks these bytes until the engine has written them.',
      },
      {
        link: pageAt('/tensor-map', { dims: dims.join('.'), box: `${columns}.${rows}`, start: atEnd.join('.') }),
        say: 'The box hangs over the lower edge of the tensor: half of its rows do not exist.',
        ask: { kind: 'own', question: bytesQuestion(inside, atEnd) },
        notes: 'Rows outside are filled with zeros, and count. Announce the whole box, always.',
      },
      {
        link: pageAt('/tensor-map', { dims: dims.join('.'), box: `64.${rows}` }),
        say: 'With a swizzle of 128 bytes: how wide may a box of 2-byte elements be?',
        ask: { kind: 'own', question: widthQuestion([32, 64, 128, 256]) },
        notes: 'Several answers are right. Wider tiles are brought by several copies.',
      },
      {
        link: pageAt('/tensor-map', { dims: dims.join('.'), box: '64.8' }),
        say: 'Eight rows of 128 bytes arrive under SWIZZLE_128B. Mark where a column of chunks lands.',
        ask: { kind: 'own', question: landingQuestion(chunk, 0) },
        given: plainTile(0, null),
        notes: 'Eight chunks in eight columns: that is why ldmatrix reads them without a conflict.',
      },
      fixIt('map'),
    ];
  },
};

const ATOM = 'mma.m16n8k16 f16 or bf16';

const fragments: Lesson = {
  id: 'fragments',
  title: 'Fragments: which lane holds what?',
  chapter: 'Matrix units',
  learns: 'Four neighbouring lanes share a row of the result, two columns each. Eight rows further it begins again.',
  topics: {
    guide: 'PTX manual: Matrix fragments for mma.m16n8k16',
    course: 'Tensor cores, part 2',
  },
  steps: draw => {
    const atom = FRAGMENT_ATOMS.get(ATOM)!;
    const held = (part: string) => atom.fragment(part, atom.sizes?.usual ?? 0);
    const [row, column] = draw.pick([
      [3, 5],
      [6, 2],
      [1, 7],
      [5, 4],
    ] as const);
    return [
      {
        link: pageAt('/layouts', { view: 'threads', atom: ATOM, part: 'C' }),
        say: 'The result of a product lies in the registers of a warp. Which lane has this element of C?',
        ask: { kind: 'own', question: holderQuestion(held('C'), row, column) },
        given: fragment('C', 16, 8, row, column),
        notes: 'Read the picture row by row: lanes 0 to 3 share row 0, two columns each.',
      },
      {
        link: pageAt('/layouts', { view: 'threads', atom: ATOM, part: 'C' }),
        say: 'Eight rows further down: is it another lane?',
        ask: { kind: 'own', question: holderQuestion(held('C'), row + 8, column) },
        given: fragment('C', 16, 8, row + 8, column),
        notes: 'The same lane, another register: rows r and r + 8 belong to the same four lanes.',
      },
      {
        link: pageAt('/layouts', { view: 'threads', atom: ATOM, part: 'A' }),
        say: 'And A, which is 16 columns wide? Attention feeds C of one product into A of the next.',
        ask: { kind: 'own', question: holderQuestion(held('A'), row, column) },
        given: fragment('A', 16, 16, row, column),
        notes:
          'Within eight columns A is laid out like C: that is why attention needs no exchange between its products.',
      },
      fixIt('fragments'),
    ];
  },
};

export const UNIT_LESSONS: readonly Lesson[] = [ldmatrix, swizzle, map, fragments];
