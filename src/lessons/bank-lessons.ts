/** The first lessons: what a bank is, broadcasts, widths, and which side of a transpose waits. */
import type { Draw } from './draw.ts';
import type { Lesson, LessonStep } from './lesson.ts';
import { fixIt, probeAt, transposeAt } from './links.ts';

const banks: Lesson = {
  id: 'banks',
  title: 'What is a bank?',
  chapter: 'Banks',
  learns:
    'Word w lies in bank w mod 32. A bank hands out one word in each pass: lanes that want other words of it wait.',
  topics: {
    pmpp: '5, Memory architecture and data locality',
    guide: 'CUDA guide: Shared Memory, banks of 32-bit words',
    course: 'Shared memory, second lecture',
  },
  steps: draw => [...stepsApart(draw), columnOfTile(draw), ...stepsBack(draw), fixIt('banks')],
};

const stepsApart = (draw: Draw): LessonStep[] => {
  const even = draw.pick([2, 4, 8]);
  return [
    {
      link: probeAt('lane * 4'),
      say: 'Shared memory has 32 banks. Word w lies in bank w mod 32. Here lane l reads word l.',
      ask: { kind: 'wavefronts' },
      tries: [
        { title: 'Every second word', text: 'Twice as far apart. How many passes?', search: { table: 'lane * 8' } },
      ],
      notes:
        'One wavefront is one pass over the 32 banks; each hands out one word. Let the class say which bank lane 7 asks.',
    },
    {
      link: probeAt(`lane * ${even * 4}`),
      say: `Now lane l reads word ${even} · l. The lanes go round the 32 banks more than once.`,
      ask: { kind: 'wavefronts' },
      notes: `Lanes ${32 / even} apart meet in a bank. The number of passes is the factor that the step shares with 32.`,
    },
  ];
};

const columnOfTile = (draw: Draw): LessonStep => ({
  link: transposeAt({ v: 'padded', pad: '0', warp: `${draw.pick([5, 3, 11, 18, 26])}` }),
  say: 'A warp reads down a column of a tile: 32 lanes, one row each. Do they get their words together?',
  ask: { kind: 'wavefronts' },
  open: { name: 'pad', min: 0, max: 8 },
  tries: [
    {
      title: 'Try: one word more',
      text: 'Each row gets one word of padding. How many passes then?',
      search: { pad: '1' },
    },
  ],
  notes:
    'Rows of 32 words: each row starts in bank 0 again. The edge of the tile can be dragged; every pitch is a new question.',
});

const stepsBack = (draw: Draw): LessonStep[] => {
  const odd = draw.pick([3, 5, 7, 9, 11]);
  const factor = draw.pick([6, 10, 12, 20, 24]);
  return [
    {
      link: probeAt(`lane * ${odd * 4}`),
      say: `A step of ${odd} words looks untidy. Is that bad?`,
      ask: { kind: 'wavefronts' },
      notes: 'Odd numbers share no factor with 32. Untidy is good: the lanes go through all banks.',
    },
    {
      link: probeAt(`lane * ${factor * 4}`),
      say: `A step of ${factor} words. Which lanes come back to the bank of lane 1?`,
      ask: { kind: 'lanes', lane: 1 },
      notes:
        'Same bank: their words differ by a multiple of 32. Count the distance in lanes: 32 divided by the shared factor.',
    },
  ];
};

const broadcast: Lesson = {
  id: 'broadcast',
  title: 'One word for many lanes',
  chapter: 'Banks',
  learns:
    'Lanes wait for different words of a bank, never for the same word. That one is handed to all of them at once.',
  topics: {
    pmpp: '5, Memory architecture and data locality',
    guide: 'CUDA guide: Shared Memory, broadcast of one word',
    course: 'Constant and shared memory',
  },
  steps: draw => {
    const word = draw.pick([0, 10, 21, 31]);
    const share = draw.pick([2, 4, 8]);
    const rows = draw.pick([2, 4, 8]);
    return [
      {
        link: probeAt(word === 0 ? '0 * lane' : `0 * lane + ${word * 4}`),
        say: `All 32 lanes read word ${word}. One bank, 32 lanes: how long does that take?`,
        ask: { kind: 'wavefronts' },
        notes: 'A conflict needs two different words. One word goes to all lanes in the same pass: a broadcast.',
      },
      {
        link: probeAt(`(lane // ${share}) * 4`),
        say: `Groups of ${share} lanes read a word together, the next group the next word.`,
        ask: { kind: 'wavefronts' },
        notes: 'Several words, each for several lanes: a multicast. Words are counted, not lanes.',
      },
      {
        link: probeAt(`(lane % ${rows}) * 128`),
        say: `Lane l reads the first word of row l mod ${rows}: ${rows} words, all of them in bank 0.`,
        ask: { kind: 'wavefronts' },
        tries: [
          {
            title: 'Move each row on',
            text: 'The same rows, one word longer.',
            search: { table: `(lane % ${rows}) * 132` },
          },
        ],
        notes: 'Lanes share words and still wait: what counts is how many different words of the bank are wanted.',
      },
      {
        link: probeAt(`(lane // ${32 / rows}) * 128`),
        say: 'Other lanes share now. Which lanes ask the same bank as lane 0?',
        ask: { kind: 'lanes', lane: 0 },
        notes: 'All of them: the same bank, but not the same word. Asking the same bank is not yet waiting.',
      },
      fixIt('broadcast'),
    ];
  },
};

const widths: Lesson = {
  id: 'widths',
  title: '4, 8 and 16 bytes a lane',
  chapter: 'Banks',
  learns: 'A pass carries 128 bytes. 16 bytes a lane take 4 passes at best, and only lanes of one group of 8 can meet.',
  topics: {
    pmpp: '6, Performance considerations',
    guide: 'CUDA guide: Device memory accesses, size and alignment; vector types',
    course: 'Vector loads (float4)',
  },
  steps: draw => {
    const far = draw.pick([128, 64, 96]);
    return [
      {
        link: probeAt('lane * 8', 8),
        say: 'Each lane reads 8 bytes, side by side: 256 bytes in all.',
        ask: { kind: 'wavefronts' },
        notes: 'One pass carries 32 words. 64 words need two, whatever their order: half a warp goes at a time.',
      },
      {
        link: probeAt('lane * 16', 16),
        say: 'Now 16 bytes a lane (float4), side by side. Is that a conflict?',
        ask: { kind: 'wavefronts' },
        notes:
          'Four passes for 512 bytes are the least there is: no conflict. Per byte it is as fast as 4 bytes a lane.',
      },
      {
        link: probeAt(`lane * ${far}`, 16),
        say: `16 bytes a lane, ${far} bytes from lane to lane. Eight lanes are served together.`,
        ask: { kind: 'wavefronts' },
        tries: [
          {
            title: 'Try: 16 bytes more',
            text: 'The same rows with 16 bytes of padding.',
            search: { table: `lane * ${far + 16}` },
          },
        ],
        notes:
          'Within a group of eight lanes the same rule holds: words of one bank wait. Other groups come later anyway.',
      },
      {
        link: probeAt('lane * 144', 16),
        say: 'Rows of 144 bytes: 128 and one access of padding. Which lanes meet lane 1?',
        ask: { kind: 'lanes', lane: 1 },
        notes: 'None but itself. A pad is one access wide: 16 bytes here, not 4.',
      },
      fixIt('widths'),
    ];
  },
};

const transpose: Lesson = {
  id: 'transpose',
  title: 'Which side of a transpose waits?',
  chapter: 'Banks',
  learns: 'Storing along rows is free; reading down columns is not. Global memory knows nothing of the tile’s padding.',
  topics: {
    pmpp: '6, Performance considerations',
    guide: 'CUDA guide: Shared memory in matrix multiplication (C = A Aᵀ)',
    course: 'Matrix transpose lab',
  },
  steps: draw => {
    const warp = draw.pick([5, 2, 9, 14, 23]);
    const pad = draw.pick([2, 4, 8]);
    return [
      {
        link: transposeAt({ v: 'tiled', side: 'store', warp: `${warp}` }),
        say: 'A transpose through a tile: first a warp stores a row of it, lane by lane.',
        ask: { kind: 'wavefronts' },
        notes: 'Side by side in memory, side by side in the banks.',
      },
      {
        link: transposeAt({ v: 'tiled', side: 'load', warp: `${warp}` }),
        say: 'Then a warp reads a column of the same tile. Same words, another order.',
        ask: { kind: 'wavefronts' },
        notes: 'The tile is the same; which lanes come together differs. A conflict belongs to an access, not to data.',
      },
      {
        link: transposeAt({ v: 'padded', pad: `${pad}`, side: 'load', warp: `${warp}` }),
        say: `With ${pad} words of padding in each row: which lanes still meet lane 3?`,
        ask: { kind: 'lanes', lane: 3 },
        notes: `A pitch of ${32 + pad} shares the factor ${pad} with 32: ${pad} lanes meet in each bank.`,
      },
      {
        link: transposeAt({ v: 'padded', side: 'store', warp: `${warp}` }),
        say: 'Does the padding harm the store? Row by row, with one word of padding behind each row.',
        ask: { kind: 'wavefronts' },
        notes: 'A row has no padding inside. And the addresses in global memory are others: coalescing is not touched.',
      },
      fixIt('transpose'),
    ];
  },
};

export const BANK_LESSONS: readonly Lesson[] = [banks, broadcast, widths, transpose];
