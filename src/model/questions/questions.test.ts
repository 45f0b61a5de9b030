import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Access, AccessKind } from '../../trace/access-trace.ts';
import { costOfAccess } from '../banks/wavefronts.ts';
import { becauseOf } from './access-facts.ts';
import { bankQuestion, laneQuestion, wavefrontQuestion } from './access-questions.ts';
import { BELIEFS } from './beliefs.ts';
import { paddingQuestion } from './padding-question.ts';
import { answerWords, type ChoiceQuestion, gradeOf, rightGuess } from './question.ts';

function accessOf(
  widthBytes: number,
  of: (lane: number) => number,
  mask = 0xffffffff,
  kind: AccessKind = 'load',
): Access {
  const address = Float64Array.from({ length: 32 }, (_, lane) => ((mask >>> lane) & 1 ? of(lane) : -1));
  return {
    cta: 0,
    warp: 0,
    pc: 0,
    space: 'shared',
    kind,
    widthBytes,
    activeMask: mask,
    interval: 0,
    line: 0,
    file: '',
    address,
  };
}

const accesses = fc
  .record({
    width: fc.constantFrom(4, 8, 16),
    mask: fc.constantFrom(0xffffffff, 0x0000ffff, 0x00000101, 0x80000000),
    kind: fc.constantFrom<AccessKind>('load', 'store', 'atomic'),
    places: fc.oneof(
      fc.array(fc.nat(300), { minLength: 32, maxLength: 32 }),
      fc.nat(70).map(stride => Array.from({ length: 32 }, (_, lane) => lane * stride)),
    ),
  })
  .map(({ width, mask, kind, places }) => accessOf(width, lane => places[lane] * width, mask >>> 0, kind));

/** Lanes of every bank and phase, counted word by word with sets: the answers again, by another way. */
function banksBy(access: Access): Map<string, Set<number>> {
  const banks = new Map<string, Set<number>>();
  const group = 128 / access.widthBytes;
  for (let lane = 0; lane < 32; lane++)
    for (let byte = 0; byte < access.widthBytes && access.address[lane] >= 0; byte += 4) {
      const key = `${Math.floor(lane / group)}:${((access.address[lane] + byte) / 4) % 32}`;
      banks.set(key, (banks.get(key) ?? new Set()).add(lane));
    }
  return banks;
}

const rightLabels = ({ choices }: ChoiceQuestion) => choices.filter(({ belief }) => belief === null).map(c => c.label);

test('of the numbers on offer exactly that of the model is right; the others come from named ideas and say why not', () => {
  fc.assert(
    fc.property(accesses, access => {
      const cost = costOfAccess(access);
      const question = wavefrontQuestion(access, cost);
      expect(rightLabels(question)).toEqual([`${cost.wavefronts}`]);
      expect(question.choices.length).toBeGreaterThan(1);
      expect(new Set(question.choices.map(({ label }) => label)).size).toBe(question.choices.length);
      question.choices.forEach(({ label, belief, why }, i) => {
        expect(gradeOf(question, [i]).isRight).toBe(Number(label) === cost.wavefronts);
        if (belief !== null) expect([belief in BELIEFS, why === '']).toEqual([true, false]);
      });
      expect(question.because).toMatch(new RegExp(`\\b${cost.wavefronts} pass`));
    }),
  );
});

test('lanes that meet a lane, and banks that are asked, are those of a count word by word', () => {
  fc.assert(
    fc.property(accesses, fc.nat(31), (access, from) => {
      const cost = costOfAccess(access);
      const lane = cost.hits[from % cost.hits.length].lane;
      const banks = banksBy(access);
      const own = `${Math.floor(lane / (128 / access.widthBytes))}:${(access.address[lane] / 4) % 32}`;
      const lanes = laneQuestion(access, cost, lane);
      expect(lanes.answer).toEqual([...banks.get(own)!].sort((a, b) => a - b));
      const asked = bankQuestion(access, cost);
      expect(asked.answer).toEqual(
        [...new Set([...banks.keys()].map(key => Number(key.split(':')[1])))].sort((a, b) => a - b),
      );
      for (const question of [lanes, asked]) {
        expect(gradeOf(question, rightGuess(question)).isRight).toBe(true);
        for (const { picked, belief, why } of question.mistakes) {
          expect(belief in BELIEFS).toBe(true);
          expect(gradeOf(question, picked)).toMatchObject({ isRight: false, why });
        }
      }
    }),
  );
});

test('a padding is right exactly where the model finds no conflict', () => {
  fc.assert(
    fc.property(fc.constantFrom(4, 8, 16), fc.constantFrom(32, 64), (width, pitch) => {
      const offered = [0, 1, 2, 3, 4, 8, 32, 33];
      const accessAt = (padding: number) =>
        accessOf(width, lane => Math.floor((lane * (pitch + padding) * 4) / width) * width);
      const question = paddingQuestion({ ask: 'Which?', offered, accessAt });
      question.choices.forEach(({ belief, why }, i) => {
        expect(belief === null).toBe(costOfAccess(accessAt(offered[i])).excess === 0);
        expect(why === '').toBe(belief === null);
      });
    }),
  );
});

test('known answers', () => {
  const column = accessOf(4, lane => lane * 128 + 20);
  expect(becauseOf(column, costOfAccess(column))).toBe(
    'A step of 32 words comes back to the same bank: every lane is in bank 5, so 32 passes.',
  );
  const sixth = accessOf(4, lane => lane * 24);
  const question = wavefrontQuestion(sixth, costOfAccess(sixth));
  expect(question.choices.map(({ label, belief }) => [label, belief])).toEqual([
    ['1', 'always-together'],
    ['2', null],
    ['4', 'other-stride'],
    ['6', 'stride-is-ways'],
    ['8', 'other-stride'],
    ['16', 'banks-are-passes'],
    ['32', 'lane-by-lane'],
  ]);
  expect(answerWords(question)).toBe('2');
  const one = accessOf(4, () => 40);
  expect(becauseOf(one, costOfAccess(one))).toBe(
    'All 32 lanes want one word, which bank 10 hands to all of them at once, so 1 pass.',
  );
  expect(answerWords(laneQuestion(sixth, costOfAccess(sixth), 3))).toBe('lanes 3 and 19');
  const wide = accessOf(16, lane => lane * 16);
  expect(answerWords(wavefrontQuestion(wide, costOfAccess(wide)))).toBe('4');
});

test('of a pick it is said how many were found', () => {
  const column = accessOf(4, lane => lane * 16);
  const question = laneQuestion(column, costOfAccess(column), 0);
  expect(gradeOf(question, [0, 8, 9])).toMatchObject({ isRight: false, found: { right: 2, of: 4, extra: 1 } });
});
