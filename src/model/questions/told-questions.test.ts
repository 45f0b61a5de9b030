/** Questions with more than one number to answer: orders, lines, cells, boxes, budgets, recordings. Each is held against a second count. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../trace/run-record.ts';
import { budgetQuestion } from './budget-question.ts';
import { type FasterSpec, fasterQuestion } from './faster-question.ts';
import { laneAccess } from './lane-access.ts';
import { lineQuestion } from './line-question.ts';
import { bytesQuestion, landingQuestion, matrixMap, widthQuestion } from './map-questions.ts';
import { orderQuestion } from './order-question.ts';
import { placesQuestion } from './padding-question.ts';
import { answerWords, gradeOf, guessWords, isWhole, rightGuess } from './question.ts';

const right = (choices: readonly { label: string; belief: unknown }[]) =>
  choices.filter(({ belief }) => belief === null).map(({ label }) => label);

describe('an order', () => {
  const events = ['b', 'c', 'a'].map((name, at) => ({ name, at }));
  const question = orderQuestion({
    ask: '?',
    events,
    ideas: [
      [['c', 'b', 'a'], 'copy-is-there', 'No.'],
      [['b', 'c', 'a'], 'more-stages', 'An idea that is right falls away.'],
    ],
    because: 'so',
  });

  test('is shown by the alphabet, and right where times rise', () => {
    expect(question.events).toEqual(['a', 'b', 'c']);
    expect(rightGuess(question)).toEqual([1, 2, 0]);
    expect(gradeOf(question, [1, 2, 0])).toEqual({ isRight: true, found: { right: 3, of: 3, extra: 0 }, why: '' });
  });

  test('is graded by place, with the reason of a known idea', () => {
    expect(question.mistakes).toHaveLength(1);
    expect(gradeOf(question, [2, 1, 0])).toEqual({ isRight: false, found: { right: 1, of: 3, extra: 0 }, why: 'No.' });
    expect([isWhole(question, [1, 2]), isWhole(question, [1, 2, 0])]).toEqual([false, true]);
  });

  test('needs times that differ', () => {
    const same = events.map(event => ({ ...event, at: 0 }));
    expect(() => orderQuestion({ ask: '?', events: same, ideas: [], because: '' })).toThrow('two events at one time');
  });

  test('is right for any times that differ', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99), { minLength: 2, maxLength: 6 }), times => {
        const timed = times.map((at, i) => ({ name: `event ${i}`, at }));
        const { answer, events: shown } = orderQuestion({ ask: '?', events: timed, ideas: [], because: '' });
        const inOrder = answer.map(index => timed.find(({ name }) => name === shown[index])!.at);
        expect(inOrder).toEqual([...times].sort((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });
});

describe('a line', () => {
  const spec = {
    ask: '?',
    text: 'head\n  first\n  second\n  third\ntail',
    piece: ['first', 'third'] as const,
    right: 'second',
    ideas: [['third', 'store-is-seen', 'No.']] as const,
    otherwise: 'Not that.',
    because: 'so',
  };

  test('keeps its number in the text', () => {
    const question = lineQuestion(spec);
    expect([question.firstLine, answerWords(question), guessWords(question, [2])]).toEqual([2, 'line 3', 'line 4']);
    expect([0, 1, 2].map(at => gradeOf(question, [at]).why)).toEqual(['Not that.', '', 'No.']);
  });

  test('must be there', () => {
    expect(() => lineQuestion({ ...spec, right: 'fourth' })).toThrow('no line has "fourth"');
  });
});

test('chunks land where the bits of their addresses differ', () => {
  fc.assert(
    fc.property(fc.nat(7), fc.nat(15), (chunk, lines) => {
      const question = landingQuestion(chunk, lines * 128);
      const expected = Array.from({ length: 8 }, (_, row) => {
        const line = (row + lines) % 8;
        return row * 8 + (chunk + line - 2 * (chunk & line));
      });
      expect(question.answer).toEqual(expected.sort((a, b) => a - b));
      for (const { picked } of question.mistakes) expect(picked).not.toEqual(question.answer);
    }),
    { numRuns: 40 },
  );
  const question = landingQuestion(2, 0);
  expect(guessWords(question, [0, 10])).toBe('cells 0:0 and 1:2');
});

test('a box counts all of its bytes, and fits into the span of its swizzle', () => {
  const map = matrixMap([256, 100], [64, 8], '128B');
  expect(right(bytesQuestion(map, [0, 0]).choices)).toEqual(['1024']);
  const atEdge = bytesQuestion(map, [64, 96]);
  expect(right(atEdge.choices)).toEqual(['1024']);
  expect(atEdge.choices.find(({ label }) => label === '512')?.belief).not.toBeNull();
  expect(right(widthQuestion([32, 64, 128]).choices)).toEqual(['32', '64']);
});

test('exponentials take 16 a clock, products 4,096 operations of bf16 and twice as many of 8-bit floats', () => {
  const share = (headDim: number, flopPerClk: number) => `${Math.round((100 * flopPerClk) / (16 * 4 * headDim))} %`;
  for (const headDim of [64, 128, 256]) {
    expect(right(budgetQuestion(headDim, false).choices)).toEqual([share(headDim, 4096)]);
    expect(right(budgetQuestion(headDim, true).choices)).toEqual([share(headDim, 8192)]);
  }
});

test('a place for padding is right where no pass is lost', () => {
  const offered = [32, 33].map(pitch => ({
    label: `${pitch}`,
    access: laneAccess(4, lane => lane * pitch * 4),
    belief: 'always-one' as const,
    idea: 'No.',
  }));
  expect(right(placesQuestion({ ask: '?', offered }).choices)).toEqual(['33']);
});

describe('which is faster', () => {
  const spec: FasterSpec = {
    ask: '?',
    params: { n: 1 },
    method: 'steady',
    a: { variant: 'a', label: 'A' },
    b: { variant: 'b', label: 'B' },
    belief: 'free-is-fast',
    why: 'No.',
  };
  const record = (variant: string, ns: number): RunRecord =>
    ({
      date: '2026-01-02T00:00:00Z',
      comparison: 'one',
      kernel: 'k',
      variant,
      params: { n: 1 },
      method: 'steady',
      gpu: { name: 'GPU' },
      outcome: { kind: 'timed', samplesNs: [ns, ns, ns] },
    }) as unknown as RunRecord;

  test.each([
    [100, 300, 'A, more than 2 times as fast'],
    [100, 150, 'A, 1.1 to 2 times as fast'],
    [100, 105, 'As fast as each other, within 10 %'],
    [150, 100, 'B, 1.1 to 2 times as fast'],
    [300, 100, 'B, more than 2 times as fast'],
  ])('%i beside %i: %s', (a, b, label) => {
    const question = fasterQuestion(spec, [record('a', a), record('b', b)]);
    expect(right(question!.choices)).toEqual([label]);
  });

  test('is not asked where one of them is missing, or was measured with other parameters', () => {
    expect(fasterQuestion(spec, [record('a', 100)])).toBeNull();
    expect(fasterQuestion({ ...spec, params: { n: 2 } }, [record('a', 1), record('b', 2)])).toBeNull();
  });
});
