/**
 * A scripted student who has the words of the lessons and nothing else. Asked what people really ask, he takes the answer
 * whose words stand most closely together in some sentence of a lesson; without such a sentence he does not know.
 */
import { describe, expect, test } from 'vitest';
import { drawOf } from './draw.ts';
import { LESSONS } from './index.ts';
import type { LessonStep } from './lesson.ts';

/** Everything that a student reads in a step: its sentence, its question, and what is said of each answer. */
function readIn({ say, ask, tries = [] }: LessonStep): string[] {
  const question = ask?.kind === 'own' ? ask.question : null;
  const timed = ask?.kind === 'recorded' ? [ask.spec.ask, ask.spec.why] : [];
  const told = question === null ? timed : [question.ask, question.because];
  const whys = question !== null && 'choices' in question ? question.choices.map(({ why }) => why) : [];
  return [say, ...told, ...whys, ...tries.map(({ text }) => text)];
}

/** By lesson: its sentences, those of the first draw. */
const WORDS = new Map(
  LESSONS.map(lesson => [lesson.id, [lesson.learns, ...lesson.steps(drawOf(0)).flatMap(readIn)]] as const),
);

const pairsOf = (text: string): string[] => {
  const words = text.toLowerCase().match(/[a-z_]+|\d+/g) ?? [];
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
};

/** Share of the answer's neighbouring words that stand so in the sentence. */
function closeness(answer: string, sentence: string): number {
  const known = new Set(pairsOf(sentence));
  const asked = pairsOf(answer);
  return asked.filter(pair => known.has(pair)).length / asked.length;
}

/** Less than this is no answer, but a guess. */
const SURE = 0.6;

/** null: the lessons do not say it. */
function answerOf(answers: readonly string[], lessons: readonly string[]): string | null {
  const sentences = lessons.flatMap(id => WORDS.get(id) ?? []);
  const scored = answers.map(answer => ({
    answer,
    close: Math.max(0, ...sentences.map(each => closeness(answer, each))),
  }));
  const [best, next] = scored.toSorted((a, b) => b.close - a.close);
  return best.close >= SURE && best.close > next.close ? best.answer : null;
}

interface Asked {
  /** Number in the list of questions that people ask. */
  readonly number: number;
  readonly title: string;
  readonly right: string;
  readonly wrong: readonly string[];
}

const ASKED: readonly Asked[] = [
  {
    number: 8,
    title: 'What is a bank conflict?',
    right: 'lanes wait for different words of a bank, never for the same word',
    wrong: ['lanes wait for the same word of a bank', 'lanes wait whenever two of them ask the same bank'],
  },
  {
    number: 4,
    title: 'LDS.128: how many passes, and which lanes go together?',
    right: '16 bytes a lane take 4 passes at best, only lanes of one group of 8 can meet',
    wrong: ['16 bytes a lane take 1 pass at best, all 32 lanes can meet', '16 bytes a lane take 16 passes'],
  },
  {
    number: 10,
    title: 'Does padding break coalescing?',
    right: 'global memory knows nothing of the padding of the tile’s rows',
    wrong: ['global memory pays for the padding with more sectors', 'padding moves the rows in global memory apart'],
  },
  {
    number: 2,
    title: 'How to avoid conflicts: is it always one more element?',
    right: 'one access width of padding, not always one element',
    wrong: ['always one element of padding', 'as much padding as a row is long'],
  },
  {
    number: 14,
    title: 'Which lane holds what of a matrix product?',
    right: 'four neighbouring lanes share a row of the result, two columns each',
    wrong: ['each lane holds a row of the result', 'elements are dealt out one by one to the lanes'],
  },
  {
    number: 17,
    title: 'ldmatrix conflicts in a tile: at which distance of rows?',
    right: 'rows 128 bytes apart meet, rows of 144 do not',
    wrong: ['rows 144 bytes apart meet, rows of 128 do not', 'rows of any distance meet'],
  },
  {
    number: 18,
    title: 'Why 3-4-3, and why 3-3-3 on elements of two bytes?',
    right: 'an element of 2 bytes takes the lowest of the bits below a chunk: M falls to 3',
    wrong: [
      'an element of 2 bytes needs fewer bits: B falls to 2',
      'an element of 2 bytes is half as far away: S falls to 2',
    ],
  },
  {
    number: 22,
    title: 'Why is a tile scrambled whose base is no multiple of 1,024 bytes?',
    right: 'the pattern repeats every 1024 bytes and follows absolute addresses',
    wrong: ['the pattern begins with the first byte of the tile', 'the pattern moves single elements'],
  },
  {
    number: 23,
    title: 'A fresh mbarrier: what does a wait for parity 1 do?',
    right: 'on a fresh barrier a wait for parity 1 passes',
    wrong: ['on a fresh barrier a wait for parity 0 passes', 'on a fresh barrier every wait blocks'],
  },
  {
    number: 25,
    title: 'Of what is the count of an mbarrier?',
    right: 'the count is of arrivals',
    wrong: ['the count is of bytes', 'the count is of threads of the warp'],
  },
  {
    number: 32,
    title: 'Which N in wait_group N?',
    right: 'wait_group N returns when at most N groups are under way',
    wrong: ['wait_group N returns when N groups are complete', 'wait_group N waits for the newest N groups'],
  },
  {
    number: 9,
    title: 'Conflict and coalescing: what is their relation?',
    right: 'coalescing is about sectors of global memory, conflicts are about banks of shared memory',
    wrong: ['both are about banks of global memory', 'coalescing is what mends a conflict of banks'],
  },
  {
    number: 24,
    title: 'A wrong parity in a loop: why does the wait return at once?',
    right: 'a wait that asks for the phase before returns at once',
    wrong: ['a wait that asks for the next phase returns at once', 'a wait with a wrong parity never returns'],
  },
  {
    number: 27,
    title: 'expect_tx before or after the copy?',
    right: 'first a barrier is told how many bytes will come, then one thread asks',
    wrong: [
      'first one thread asks for a box, then a barrier is told how many bytes will come',
      'the order makes no difference',
    ],
  },
  {
    number: 33,
    title: 'Does a wait for groups wait for the other warpgroup?',
    right: 'groups of other warpgroups do not count',
    wrong: ['groups of all warpgroups count', 'it waits for the slowest of the warpgroups'],
  },
  {
    number: 34,
    title: 'What is wgmma.fence for?',
    right: 'wgmma.fence orders registers, a proxy fence orders what threads wrote',
    wrong: ['wgmma.fence orders what threads wrote to shared memory', 'wgmma.fence waits for the products'],
  },
  {
    number: 37,
    title: 'Why does only one thread load?',
    right: 'one thread asks for a box, the engine copies it',
    wrong: ['one thread copies the box, the others are idle', 'each lane copies a row of the box'],
  },
];

const ALL = LESSONS.map(({ id }) => id);

describe('a student who has the lessons’ words alone', () => {
  test.each(ASKED)('question $number: $title', ({ right, wrong }) => {
    expect(answerOf([...wrong, right], ALL)).toBe(right);
  });

  test('answers seventeen', () => {
    expect(new Set(ASKED.map(({ number }) => number)).size).toBe(17);
  });

  test('does not know what the lessons that he has not read say', () => {
    const later = ASKED.filter(({ number }) => number >= 14);
    for (const { title, right, wrong } of later)
      expect(answerOf([...wrong, right], ['banks', 'measured']), title).toBeNull();
  });
});
