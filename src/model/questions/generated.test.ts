/**
 * Questions for any numbers: what they call right is what a second count accepts, and every wrong answer comes from a
 * named idea. Each second count has a rival that people believe in; held against it, the same check must fail.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Access } from '../../trace/access-trace.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { countQuestion, groupQuestion } from './barrier-questions.ts';
import { BELIEFS } from './beliefs.ts';
import { budgetQuestion } from './budget-question.ts';
import { type FasterSpec, fasterQuestion } from './faster-question.ts';
import { laneAccess } from './lane-access.ts';
import { lineQuestion } from './line-question.ts';
import { bytesQuestion, matrixMap, widthQuestion } from './map-questions.ts';
import { placesQuestion } from './padding-question.ts';
import type { ChoiceQuestion, LineQuestion } from './question.ts';
import { answerWords, gradeOf, rightGuess } from './question.ts';
import { enoughQuestion } from './run-questions.ts';
import { baseQuestion, unitQuestion } from './swizzle-questions.ts';

type Asked = ChoiceQuestion | LineQuestion;

/** Whether the answer at this place of the choices, with this label, is right. */
type Accepts = (label: string, at: number) => boolean;

interface Case {
  readonly question: Asked;
  readonly accepts: Accepts;
  /** The same by a mistaken idea. */
  readonly rival: Accepts;
}

/** Throws an error if the question is not well made, or calls something else right than what is accepted. */
function judge(question: Asked, accepts: Accepts): void {
  const { choices } = question;
  expect(question.because).not.toBe('');
  if (question.kind === 'choice') expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
  choices.forEach(({ label, belief, why }, at) => {
    expect([label, belief === null]).toEqual([label, accepts(label, at)]);
    expect(gradeOf(question, [at])).toEqual({ isRight: belief === null, found: null, why });
    if (belief === null) expect(why).toBe('');
    else expect([belief in BELIEFS, why !== '']).toEqual([true, true]);
  });
  expect(choices.some(({ belief }) => belief === null)).toBe(true);
  expect(choices.some(({ belief }) => belief !== null)).toBe(true);
  expect(gradeOf(question, rightGuess(question)).isRight).toBe(true);
}

const equals =
  (right: string | number): Accepts =>
  label =>
    label === `${right}`;

const baseCases = fc
  .record({
    free: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
    other: fc.uniqueArray(
      fc.nat(63).filter(lines => lines % 8 !== 0),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ free, other }): Case => {
    const offered = [...free.map(n => 1024 * n), ...other.map(n => 128 * n)].sort((a, b) => a - b);
    // Chunk by chunk: where the hardware puts it, by digits of the address, and where the reader looks for it.
    const isFound = (label: string): boolean => {
      const base = Number(label.slice('byte '.length));
      return Array.from({ length: 64 }, (_, at) => [at >> 3, at % 8]).every(
        ([row, chunk]) => placedBy(base + 128 * row + 16 * chunk, [3, 4, 3]) - base === 128 * row + 16 * (row ^ chunk),
      );
    };
    const isRound = (label: string): boolean => Number(label.slice('byte '.length)) % 512 === 0;
    return { question: baseQuestion(offered), accepts: isFound, rival: isRound };
  });

/** Address after Swizzle<B,M,S>, by the digits of its number in base 2. */
function placedBy(address: number, [bits, base, shift]: readonly number[]): number {
  const digits = address.toString(2).padStart(32, '0').split('').reverse();
  const turned = digits.map((digit, at) => {
    const isTarget = at >= base && at < base + bits;
    return isTarget && digits[at + shift] === '1' ? `${1 - Number(digit)}` : digit;
  });
  return Number.parseInt(turned.reverse().join(''), 2);
}

const unitCases = fc.record({ bytes: fc.constantFrom(2 as const, 4 as const), from: fc.nat(4096) }).map(
  ({ bytes, from }): Case => ({
    question: unitQuestion(bytes),
    accepts: label => {
      const numbers = label.match(/\d+/g)!.map(Number);
      const elements = Array.from({ length: 2048 / bytes }, (_, at) => from * 64 + at);
      return elements.every(element => bytes * placedBy(element, numbers) === placedBy(bytes * element, [3, 4, 3]));
    },
    rival: equals('Swizzle<3,4,3>'),
  }),
);

const countCases = fc.record({ threads: fc.integer({ min: 2, max: 1024 }), bytes: fc.integer({ min: 16 }) }).map(
  ({ threads, bytes }): Case => ({
    question: countQuestion(threads, bytes),
    // One arrival comes, and then the bytes: the phase ends where no other arrival is missing.
    accepts: label => Number(label) - 1 === 0,
    rival: equals(threads),
  }),
);

const groupCases = fc
  .record({ committed: fc.integer({ min: 1, max: 12 }), pending: fc.nat(12) })
  .map(({ committed, pending }): Case => {
    const atReturn = Array.from({ length: committed + 1 }, (_, done) => done).filter(
      done => committed - done <= pending,
    );
    return {
      question: groupQuestion(committed, pending),
      accepts: equals(Math.min(...atReturn)),
      rival: equals(pending),
    };
  });

const enoughCases = fc.array(fc.integer({ min: 50, max: 400 }), { minLength: 2, maxLength: 6 }).map((times): Case => {
  const runs = times.map((clk, at) => ({ label: `${at + 1} stages`, clk }));
  // A run is fast if no other one needs less than 100 of its 102 cycles.
  const fast = runs.filter(({ clk }) => runs.every(other => 102 * other.clk >= 100 * clk));
  return {
    question: enoughQuestion({ ask: '?', runs, belief: 'more-stages', slower: 'No.', dearer: 'No more.' }),
    accepts: equals(fast[0].label),
    rival: equals(runs.at(-1)!.label),
  };
});

const lineCases = fc
  .record({ above: fc.nat(5), length: fc.integer({ min: 2, max: 9 }), below: fc.nat(5), at: fc.nat(), idea: fc.nat() })
  .map(({ above, length, below, at, idea }): Case => {
    const lines = Array.from({ length: above + length + below }, (_, nth) => `  op${nth}.u32 %r;`);
    const name = (nth: number): string => `op${above + nth}.`;
    const [right, wrong] = [at % length, (at + 1 + (idea % (length - 1))) % length];
    const question = lineQuestion({
      ask: '?',
      text: lines.join('\n'),
      piece: [name(0), name(length - 1)],
      right: name(right),
      ideas: [[name(wrong), 'store-is-seen', 'No.']],
      otherwise: 'Not that.',
      because: 'so',
    });
    expect(question.choices.map(({ label }) => `  ${label}`)).toEqual(lines.slice(above, above + length));
    expect(answerWords(question)).toBe(`line ${above + right + 1}`);
    expect(question.choices[wrong]).toMatchObject({ belief: 'store-is-seen', why: 'No.' });
    return { question, accepts: (_, nth) => nth === right, rival: (_, nth) => nth === wrong };
  });

const bytesCases = fc
  .record({
    dims: fc.tuple(fc.integer({ min: 8, max: 300 }), fc.integer({ min: 1, max: 300 })),
    box: fc.tuple(fc.integer({ min: 2, max: 64 }), fc.integer({ min: 2, max: 64 })),
    start: fc.tuple(fc.nat(300), fc.nat(300)),
  })
  .map(({ dims, box: [columns, rows], start }): Case => {
    let [bytes, inside] = [0, 0];
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        bytes += 2;
        inside += start[0] + column < dims[0] && start[1] + row < dims[1] ? 2 : 0;
      }
    return {
      question: bytesQuestion(matrixMap(dims, [columns, rows], '128B'), start),
      accepts: equals(bytes),
      rival: equals(inside),
    };
  });

const widthCases = fc
  .record({
    narrow: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
    wide: fc.uniqueArray(fc.integer({ min: 9, max: 32 }), { minLength: 1, maxLength: 4 }),
  })
  .map(
    ({ narrow, wide }): Case => ({
      question: widthQuestion([...narrow, ...wide].map(chunks => 8 * chunks)),
      accepts: label => Number(label) * 2 <= 128,
      // As if the span were one of elements.
      rival: label => Number(label) <= 128,
    }),
  );

/** Clocks of the two products over those of the exponentials, from 16 exponentials and 4,096 or 8,192 operations a clock. */
const shareAt = (headDim: number, flopPerClk: number): string =>
  `${Math.round((100 * flopPerClk) / (16 * 4 * headDim))} %`;

const budgetCases = fc.record({ headDim: fc.constantFrom(64, 128, 256), isFp8: fc.boolean() }).map(
  ({ headDim, isFp8 }): Case => ({
    question: budgetQuestion(headDim, isFp8),
    accepts: equals(shareAt(headDim, isFp8 ? 8192 : 4096)),
    rival: equals('0 %'),
  }),
);

/** Whether two lanes that are served together want different words of one bank, word by word. */
function meet({ widthBytes, address }: Access): boolean {
  const wordOf = new Map<string, number>();
  for (let lane = 0; lane < 32; lane++)
    for (let word = address[lane] / 4; word < (address[lane] + widthBytes) / 4; word++) {
      const bank = `${Math.floor((lane * widthBytes) / 128)}:${word % 32}`;
      if ((wordOf.get(bank) ?? word) !== word) return true;
      wordOf.set(bank, word);
    }
  return false;
}

const placesCases = fc
  .record({
    width: fc.constantFrom(4, 8, 16),
    pitches: fc.uniqueArray(fc.integer({ min: 2, max: 80 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ width, pitches }): Case => {
    // Side by side there is no conflict, and 32 lines apart there is one.
    const offered = [1, ...pitches, 1024].map(pitch => ({
      label: `${pitch}`,
      access: laneAccess(width, lane => lane * pitch * width),
      belief: 'always-one' as const,
      idea: 'No.',
    }));
    return {
      question: placesQuestion({ ask: '?', offered }),
      accepts: (_, at) => !meet(offered[at].access),
      // As if a power of two alone were bad.
      rival: (_, at) => at === 0 || !Number.isInteger(Math.log2(Number(offered[at].label))),
    };
  });

const SPEC: FasterSpec = {
  ask: '?',
  params: { n: 1 },
  method: 'steady',
  a: { variant: 'a', label: 'A' },
  b: { variant: 'b', label: 'B' },
  belief: 'free-is-fast',
  why: 'No.',
};

const recordOf = (variant: string, samplesNs: readonly number[], date: string): RunRecord =>
  ({
    date,
    comparison: date,
    kernel: 'k',
    variant,
    params: SPEC.params,
    method: SPEC.method,
    gpu: { name: 'GPU' },
    outcome: { kind: 'timed', samplesNs },
  }) as unknown as RunRecord;

/** Which of the five bands, by whole numbers: `a` and `b` are times. */
function bandOf(a: number, b: number): string {
  const [fast, slow, name] = a < b ? [a, b, 'A'] : [b, a, 'B'];
  if (10 * slow <= 11 * fast) return 'As fast as each other, within 10 %';
  return slow > 2 * fast ? `${name}, more than 2 times as fast` : `${name}, 1.1 to 2 times as fast`;
}

const timesNs = fc.record({ median: fc.integer({ min: 100, max: 900 }), off: fc.integer({ min: 1, max: 90 }) });

const fasterCases = fc
  .record({ a: timesNs, b: timesNs, old: timesNs })
  // On the edge of a band, the tenth of a number that is no sum of halves decides.
  .filter(({ a, b }) => [10 * a.median - 11 * b.median, 10 * b.median - 11 * a.median].every(left => left !== 0))
  .filter(({ a, b }) => a.median !== 2 * b.median && b.median !== 2 * a.median)
  .map(({ a, b, old }): Case => {
    const samples = ({ median, off }: typeof a) => [median + 9 * off, median, median - off];
    const records = [
      recordOf('a', samples(old), '2026-01-01T00:00:00Z'),
      recordOf('b', samples(a), '2026-01-01T00:00:00Z'),
      recordOf('a', samples(a), '2026-01-02T00:00:00Z'),
      recordOf('b', samples(b), '2026-01-02T00:00:00Z'),
    ];
    const mean = ({ median, off }: typeof a) => 3 * median + 8 * off;
    return {
      question: fasterQuestion(SPEC, records)!,
      accepts: equals(bandOf(a.median, b.median)),
      rival: equals(bandOf(mean(a), mean(b))),
    };
  });

const KINDS: readonly (readonly [kind: string, cases: fc.Arbitrary<Case>])[] = [
  ['base', baseCases],
  ['unit', unitCases],
  ['count', countCases],
  ['group', groupCases],
  ['enough', enoughCases],
  ['line', lineCases],
  ['bytes', bytesCases],
  ['width', widthCases],
  ['budget', budgetCases],
  ['places', placesCases],
  ['faster', fasterCases],
];

describe.each(KINDS)('%s', (_, cases) => {
  test('has exactly the answers that a second count accepts, and wrong ones from named ideas', () => {
    fc.assert(fc.property(cases, ({ question, accepts }) => judge(question, accepts)));
  });

  test('would not pass if the mistaken idea were what is right', () => {
    expect(() => fc.assert(fc.property(cases, ({ question, rival }) => judge(question, rival)))).toThrow();
  });

  test('would not pass if its right answer were marked as wrong, or a wrong one had no named idea', () => {
    const [{ question, accepts }] = fc.sample(cases, 1);
    const { choices } = question;
    const [good, bad] = [0, 1].map(isBad => choices.findIndex(({ belief }) => (belief !== null) === (isBad === 1)));
    const swapped = choices.map((choice, at) =>
      at === good
        ? { ...choices[bad], label: choice.label }
        : at === bad
          ? { ...choices[good], label: choice.label }
          : choice,
    );
    const nameless = choices.map((choice, at) => (at === bad ? { ...choice, belief: 'nobody' as never } : choice));
    const silent = choices.map((choice, at) => (at === bad ? { ...choice, why: '' } : choice));
    for (const spoilt of [swapped, nameless, silent])
      expect(() => judge({ ...question, choices: spoilt }, accepts)).toThrow();
  });
});
