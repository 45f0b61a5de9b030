/** Tests the emulator's matrix instructions against a GPU's answers, on the same registers. */
import { describe, expect, test } from 'vitest';
import { emulatedOutputs } from './compare.ts';
import { matrixEvidence } from './evidence.ts';
import { classHash, matrixAnswers, matrixOperandsHash } from './matrix-answers.ts';
import { MATRIX_FORMS } from './matrix-forms.ts';
import { classesOf, matrixReplay } from './matrix-launches.ts';
import { CLASSES } from './matrix-operands.ts';

const { forms } = matrixEvidence();
const outputs = [...emulatedOutputs([matrixReplay()])].map(({ output }) => output);

test('every form was asked about these operands', () => {
  expect(Object.keys(forms)).toEqual(MATRIX_FORMS.map(({ id }) => id));
  for (const form of MATRIX_FORMS) expect(matrixOperandsHash(form)).toBe(forms[form.id].operands);
});

test.each(MATRIX_FORMS.map((form, i) => [form.id, i] as const))(
  '%s: the counts are of what the emulator says',
  (_, i) => {
    const form = MATRIX_FORMS[i];
    const { classes } = forms[form.id];
    classesOf(form).forEach((name, c) => {
      expect(classHash(form, outputs[i], c)).toBe(classes[name]?.emulated);
    });
  },
);

/** Results by class, over all forms. */
function totals(isWanted: (id: string) => boolean) {
  const counts = CLASSES.map(name => {
    const answers = MATRIX_FORMS.filter(({ id }) => isWanted(id)).flatMap(({ id }) => forms[id].classes[name] ?? []);
    const sum = (of: (answer: (typeof answers)[number]) => number) =>
      answers.reduce((all, answer) => all + of(answer), 0);
    return [name, { results: sum(a => a.results), different: sum(a => a.results - a.equal) }] as const;
  });
  return Object.fromEntries(counts);
}

describe('what is equal to the last bit', () => {
  const isDouble = (id: string): boolean => id.includes('.f64');

  test('integers, moves of matrices, and floats of 8, 16 and 32 bits', () => {
    for (const { results, different } of Object.values(totals(id => !isDouble(id)))) {
      expect(different).toBe(0);
      expect(results).toBeGreaterThan(60_000);
    }
  });

  test('doubles that are no NaN, whose bits a product keeps otherwise', () => {
    const { bits, special, ...others } = totals(isDouble);
    expect(Object.values(others).map(({ different }) => different)).toEqual([0, 0, 0, 0, 0]);
    expect(bits.different + special.different).toBeGreaterThan(0);
    for (const { id } of MATRIX_FORMS.filter(form => isDouble(form.id)))
      for (const { worst, otherKind } of Object.values(forms[id].classes)) expect([worst, otherKind]).toEqual([0, 0]);
  });
});

test('the fragments of wmma are those of the GPU, but for one shape of 16-bit floats', () => {
  const other = MATRIX_FORMS.map(({ id }) => id).filter(id => forms[id].sameFragments === false);
  expect(other.every(id => /m8n32k16\.(f16|f32)/.test(id))).toBe(true);
  expect(other).toHaveLength(10);
});

test('a wrong bit is noticed', () => {
  const [form] = MATRIX_FORMS;
  const wrong = Uint8Array.from(outputs[0]);
  wrong[0] ^= 1;
  const { classes } = matrixAnswers(form, outputs[0], wrong, outputs[0]);
  expect(classes.bits).toMatchObject({ equal: classes.bits!.results - 1 });
});
