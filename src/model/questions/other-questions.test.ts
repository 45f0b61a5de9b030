/** Questions about swizzles, barriers, fragments and rings: right exactly where a second way of counting says so. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementOf, FRAGMENT_ATOMS } from '../layout-steps/fragments.ts';
import { countQuestion, groupQuestion, parityQuestion } from './barrier-questions.ts';
import { BELIEFS } from './beliefs.ts';
import { holderQuestion } from './fragment-question.ts';
import { answerWords, type ChoiceQuestion } from './question.ts';
import { enoughQuestion } from './run-questions.ts';
import { baseQuestion, chunkQuestion, unitQuestion } from './swizzle-questions.ts';
import { columnQuestion } from './xor-question.ts';

const right = ({ choices }: ChoiceQuestion) =>
  choices.filter(({ belief }) => belief === null).map(({ label }) => label);

function wellMade(question: ChoiceQuestion): void {
  const { choices } = question;
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
  expect(right(question).length).toBeLessThan(choices.length);
  for (const { belief, why } of choices)
    if (belief !== null) expect([belief in BELIEFS, why.length > 0]).toEqual([true, true]);
}

test('a chunk lies where the bits of its address, read as text, say', () => {
  fc.assert(
    fc.property(fc.nat(7), fc.nat(7), fc.nat(15), (row, chunk, lines) => {
      const question = chunkQuestion(row, chunk, lines * 128);
      const line = (lines + row) % 8;
      const bits = [4, 2, 1].map(bit => ((chunk & bit) !== 0) !== ((line & bit) !== 0));
      expect(right(question)).toEqual([`${Number(bits[0]) * 4 + Number(bits[1]) * 2 + Number(bits[2])}`]);
      if (question.choices.length > 1) wellMade(question);
    }),
  );
});

test('a column lies at the difference of the bits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 31 }), fc.nat(31), (row, column) => {
      const question = columnQuestion(row, column);
      expect(right(question)).toEqual([`${row + column - 2 * (row & column)}`]);
      wellMade(question);
    }),
  );
});

test('a base is right where it is a multiple of 1,024 bytes; units change M alone', () => {
  expect(right(baseQuestion([128, 512, 1024, 1536, 4096]))).toEqual(['byte 1024', 'byte 4096']);
  expect(right(unitQuestion(2))).toEqual(['Swizzle<3,3,3>']);
  expect(right(unitQuestion(4))).toEqual(['Swizzle<3,2,3>']);
  for (const question of [baseQuestion([0, 128]), unitQuestion(2), unitQuestion(4)]) wellMade(question);
});

test('a wait passes where the phase of its parity was the last to be complete', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.constantFrom(0 as const, 1 as const), (completed, parity) => {
      const question = parityQuestion(completed, parity);
      const last = completed === 0 ? 1 : (completed - 1) % 2;
      expect(right(question)).toEqual([last === parity ? 'It passes at once' : 'It waits']);
      wellMade(question);
    }),
  );
});

test('counts and groups', () => {
  expect(right(countQuestion(128, 4096))).toEqual(['1']);
  expect(right(groupQuestion(4, 1))).toEqual(['3']);
  expect(right(groupQuestion(2, 5))).toEqual(['0']);
  wellMade(groupQuestion(4, 1));
});

test('the lane that is right holds the element, by the layout of the instruction', () => {
  const atom = FRAGMENT_ATOMS.get('mma.m16n8k16 f16 or bf16')!;
  const fragment = atom.fragment('C', 0);
  fc.assert(
    fc.property(fc.nat(15), fc.nat(7), (row, column) => {
      const question = holderQuestion(fragment, row, column);
      const lane = Number(answerWords(question));
      expect([0, 1, 2, 3].map(value => elementOf(fragment, lane, value))).toContain(row * 8 + column);
    }),
  );
});

test('enough is the first run within 2 per cent of the best', () => {
  const runs = [300, 201, 200, 199].map((clk, i) => ({ label: `${i + 2} stages`, clk }));
  const question = enoughQuestion({ ask: '?', runs, belief: 'more-stages', slower: 'No.', dearer: 'No more.' });
  expect(right(question)).toEqual(['3 stages']);
  expect(question.choices[0].why).toMatch(/^It ends after 300 cycles\. No\.$/);
  expect(question.choices[2].why).toMatch(/No more\.$/);
  wellMade(question);
});
