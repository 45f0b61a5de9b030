/** What a GPU measured beside what the banks explain, and permutations of more than two dimensions. */
import type { FasterSpec } from '../model/questions/faster-question.ts';
import { laneAccess } from '../model/questions/lane-access.ts';
import { placesQuestion } from '../model/questions/padding-question.ts';
import type { Lesson, LessonStep } from './lesson.ts';
import { fixIt, kernelAt, pageAt } from './links.ts';

const LABELS = {
  naive: 'Naive',
  tiled: 'Tiled',
  padded: 'Padded',
  xor: 'XOR',
  vectorized: 'Vectorized',
} as const;

type Version = keyof typeof LABELS;

const recorded = (
  [a, b]: readonly [Version, Version],
  size: number,
  { say, belief, why, notes }: Pick<FasterSpec, 'belief' | 'why'> & Pick<LessonStep, 'say' | 'notes'>,
): LessonStep => ({
  link: pageAt('/runs', { kernel: 'transpose' }),
  say,
  ask: {
    kind: 'recorded',
    kernel: 'transpose',
    spec: {
      ask: `Which transpose of ${size} x ${size} floats is faster, and by how much?`,
      params: { tile: 32, elementBytes: 4, rows: size, columns: size, pad: 1, base: 0 },
      method: 'steady',
      a: { variant: a, label: LABELS[a] },
      b: { variant: b, label: LABELS[b] },
      belief,
      why,
    },
  },
  notes,
});

const measured: Lesson = {
  id: 'measured',
  title: 'Measured: what are banks worth?',
  chapter: 'Banks',
  learns: 'Banks are one cost among others. Sectors come before them, the number of instructions after them.',
  topics: {
    pmpp: '6, Performance considerations',
    guide: 'CUDA guide: Maximize memory throughput',
    course: 'Profiling lab',
  },
  steps: () => {
    const size = 4096;
    return [
      recorded(['naive', 'tiled'], size, {
        say: 'The naive transpose uses no shared memory. The tiled one has a 32-way conflict. Which wins?',
        belief: 'banks-explain-all',
        why: 'The naive one writes down columns of global memory, 32 sectors a store. Coalescing is about sectors of global memory, conflicts are about banks of shared memory. Here a conflict costs less.',
        notes: 'Sectors first: the tile mends them, and pays with a conflict that is still cheaper.',
      }),
      recorded(['tiled', 'padded'], size, {
        say: 'Now one word of padding takes the conflict away: 32 passes become 1. Is it 32 times as fast?',
        belief: 'banks-explain-all',
        why: 'The read of the tile is one part of the time. Global memory takes the rest, and that has not changed.',
        notes: 'This step alone is what banks are worth here. Let the class guess before the numbers come.',
      }),
      recorded(['padded', 'xor'], size, {
        say: 'XOR is free of conflicts as well, and needs no padding. Which of the two is faster?',
        belief: 'free-is-fast',
        why: 'Both are free of conflicts, both move the same bytes: nothing is left in which they differ.',
        notes: 'Two remedies for one illness. Choose by what else they cost: memory here, instructions there.',
      }),
      recorded(['padded', 'vectorized'], size, {
        say: 'Both are free of conflicts, but one moves 16 bytes an access. Is there a difference?',
        belief: 'free-is-fast',
        why: 'Without conflicts the number of instructions counts: accesses of 16 bytes need a quarter of them.',
        notes: 'Free of conflicts is not the same as fast: fewer and wider accesses come next.',
      }),
      fixIt('measured'),
    ];
  },
};

/** The read of a block of (8 a, 4 b, 32 c) whose lanes count a first: `pads` in words behind each b and each a. */
const readOfBlock = (behindB: number, behindA: number) => {
  const stepB = 32 + behindB;
  const stepA = 4 * stepB + behindA;
  return laneAccess(4, lane => ((lane % 8) * stepA + (lane >> 3) * stepB) * 4);
};

const WHERE = placesQuestion({
  ask: 'Eight a of four b are read at once. Which padding, in words, makes that free of conflicts?',
  offered: [
    { label: 'none', access: readOfBlock(0, 0), belief: 'always-together', idea: 'All of them begin in one bank.' },
    {
      label: '1 behind each a',
      access: readOfBlock(0, 1),
      belief: 'always-one',
      idea: 'That moves the eight a apart; the four b of each still meet.',
    },
    { label: '1 behind each b', access: readOfBlock(1, 0), belief: 'always-one', idea: 'The b are apart, the a meet.' },
    {
      label: '1 behind each b and 1 behind each a',
      access: readOfBlock(1, 1),
      belief: 'more-padding',
      idea: 'Two pads can meet again: four b and one a make five.',
    },
    {
      label: '8 behind each b and 1 behind each a',
      access: readOfBlock(8, 1),
      belief: 'more-padding',
      idea: 'Look at where the steps land, mod 32.',
    },
    {
      label: '32 behind each a',
      access: readOfBlock(0, 32),
      belief: 'more-padding',
      idea: 'A whole line changes no bank.',
    },
  ],
});

const blockAt = (v: string, search = {}) => kernelAt('permute', { v, shape: '8,4,32', perm: '2,1,0', ...search });

const permutation: Lesson = {
  id: 'permutation',
  title: 'More than two dimensions: which pad where?',
  chapter: 'Layouts',
  learns:
    'Lanes step along several dimensions. Their strides must reach different banks together, not only one by one.',
  topics: { guide: 'cuTENSOR: tensor permutation', course: 'Tensor layouts' },
  steps: draw => {
    const lane = draw.pick([1, 5, 9, 18]);
    return [
      {
        link: blockAt('none', { side: 'store' }),
        say: 'A block of 8 x 4 x 32 words (a, b, c) is stored as it lies in memory, c fastest. How many passes?',
        ask: { kind: 'wavefronts' },
        notes: 'A row of c is a line of shared memory.',
      },
      {
        link: blockAt('none', { side: 'load' }),
        say: 'It is read with a fastest, then b: one word of 32 rows. How many passes now?',
        ask: { kind: 'wavefronts' },
        notes: 'Strides of 128 and of 32 words: both are multiples of 32.',
      },
      {
        link: blockAt('none', { side: 'load' }),
        say: 'Two dimensions are counted by the lanes, so there are two places for padding.',
        ask: { kind: 'own', question: WHERE },
        notes: 'Write the 32 remainders: a x (stride mod 32) + b x (stride mod 32). All must differ.',
      },
      {
        link: blockAt('odd-row', { side: 'load' }),
        say: `One pad makes the row odd. Which lanes meet lane ${lane}?`,
        ask: { kind: 'lanes', lane },
        notes: 'Compare it with what the planner of the page chooses by itself.',
      },
      fixIt('permutation'),
    ];
  },
};

export const MEASURED = measured;
export const PERMUTATION = permutation;
