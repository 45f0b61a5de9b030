/** Two remedies for a column that waits: padding, and XOR. */

import { laneAccess } from '../model/questions/lane-access.ts';
import { paddingQuestion } from '../model/questions/padding-question.ts';
import { columnQuestion } from '../model/questions/xor-question.ts';
import type { Lesson } from './lesson.ts';
import { fixIt, probeAt, transposeAt } from './links.ts';

const FOR_WORDS = paddingQuestion({
  ask: 'Which padding, in words, makes a column of 4-byte elements free of conflicts?',
  offered: [0, 1, 2, 4, 31, 32],
  accessAt: words => laneAccess(4, lane => lane * (32 + words) * 4),
});

const FOR_VECTORS = paddingQuestion({
  ask: 'Rows of 128 bytes, 16 bytes a lane. Which padding behind each row, in words?',
  offered: [0, 4, 8, 16, 32],
  accessAt: words => laneAccess(16, lane => lane * (32 + words) * 4),
});

const padding: Lesson = {
  id: 'padding',
  title: 'How much padding?',
  chapter: 'Banks',
  learns:
    'A pitch is good where its step shares no factor with the banks. That takes one access width of padding, not always one element.',
  topics: {
    pmpp: '6, Performance considerations',
    guide: 'CUDA guide: Shared memory in matrix multiplication, TILE_DIM + 1',
    course: 'Matrix transpose lab, part 2',
  },
  steps: draw => {
    const pad = draw.pick([1, 3, 5, 7]);
    const even = draw.pick([6, 10, 12]);
    const warp = draw.pick([5, 8, 17, 29]);
    return [
      {
        link: transposeAt({ v: 'padded', pad: `${pad}`, warp: `${warp}` }),
        say: `Rows of 32 words and ${pad} of padding. A column is read: how many passes?`,
        ask: { kind: 'wavefronts' },
        open: { name: 'pad', min: 0, max: 33 },
        tries: [{ title: 'Try: 2 words', text: 'One more should be safer still. Is it?', search: { pad: '2' } }],
        notes: 'Any odd pitch goes through all banks. Drag the edge and let the class call the next number.',
      },
      {
        link: transposeAt({ v: 'padded', pad: '0', warp: `${warp}` }),
        say: 'Several paddings are right. Find one that makes the column free of conflicts.',
        ask: {
          kind: 'own',
          question: FOR_WORDS,
        },
        notes: 'Graded by trying each on the model: 1 and 31 are both right, since both pitches are odd.',
      },
      {
        link: transposeAt({ v: 'padded', pad: `${even}`, warp: `${warp}` }),
        say: `${even} words of padding: a pitch of ${32 + even}. Which lanes meet lane 2?`,
        ask: { kind: 'lanes', lane: 2 },
        notes: 'The shared factor says how many meet, 32 divided by it how far apart they are.',
      },
      {
        link: probeAt('lane * 128', 16),
        say: 'Now each lane reads 16 bytes from a row of its own. Which padding is right here?',
        ask: {
          kind: 'own',
          question: FOR_VECTORS,
        },
        notes: 'One access width: 16 bytes, that is 4 words. One word would not even be aligned.',
      },
      fixIt('padding'),
    ];
  },
};

const xor: Lesson = {
  id: 'xor',
  title: 'XOR instead of padding',
  chapter: 'Banks',
  learns: 'Column c of row r is kept at c XOR r. Every row holds its own words, and a column is spread over all banks.',
  topics: {
    guide: 'PTX manual: Swizzling modes (the same idea in 16-byte chunks)',
    course: 'Shared-memory swizzles',
  },
  steps: draw => {
    const row = draw.pick([3, 6, 9, 13, 21]);
    const column = draw.pick([5, 12, 18, 27]);
    const warp = draw.pick([5, 7, 12, 30]);
    return [
      {
        link: transposeAt({ v: 'xor', warp: `${warp}` }),
        say: `In row r, column c is kept at place c XOR r. Where is column ${column} of row ${row}?`,
        ask: { kind: 'own', question: columnQuestion(row, column) },
        notes: 'Write both numbers in binary, one below the other: equal bits give 0, different bits 1.',
      },
      {
        link: transposeAt({ v: 'xor', warp: `${warp}` }),
        say: 'Rows of 32 words and no padding. A column is read: how many passes?',
        ask: { kind: 'wavefronts' },
        notes: 'For one column, c XOR r takes every value from 0 to 31 once as r does. So do the banks.',
      },
      {
        link: transposeAt({ v: 'xor', side: 'store', warp: `${warp}` }),
        say: 'And the store of a row, whose words are now out of order?',
        ask: { kind: 'wavefronts' },
        notes: 'Within a row, XOR with one number only changes places: still 32 words in 32 banks.',
      },
      {
        link: transposeAt({ v: 'tiled', warp: `${warp}` }),
        say: 'Without XOR, for comparison: which banks does the column ask?',
        ask: { kind: 'banks' },
        notes: 'One bank. Padding and XOR both cure it; XOR needs no memory, padding no instruction.',
      },
      fixIt('xor'),
    ];
  },
};

export const PADDING = padding;
export const XOR = xor;
