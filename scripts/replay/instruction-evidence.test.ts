/** The emulator against what a GPU answered: instruction forms and the kernels' cases. */
import { expect, test } from 'vitest';
import { hashOfWords, operandsHash } from './answers.ts';
import { emulatedOutputs, sha256, wordsOf } from './compare.ts';
import { instructionEvidence, kernelEvidence } from './evidence.ts';
import { formId, instructionReplay, kernelReplays, kernelRuns } from './replay-launch.ts';

const { forms } = instructionEvidence();

/** Forms whose operands are those that the GPU had. */
const comparable = instructionReplay(item => forms[formId(item)]?.operands === operandsHash(item));

test('nearly all recorded forms still have their operands', () => {
  expect(comparable.launches.length).toBeGreaterThan(0.95 * Object.keys(forms).length);
});

test('exact forms answer as the GPU does, bit for bit', { timeout: 120_000 }, () => {
  const differing = [...emulatedOutputs([comparable])]
    .filter(({ launch: { id }, output }) => {
      const { answers } = forms[id];
      return answers !== null && hashOfWords(wordsOf(output)) !== answers;
    })
    .map(({ launch }) => launch.id);
  expect(differing).toEqual([]);
});

test("the GPU's approximations lie within the bounds that the cases state", () => {
  expect(Object.entries(forms).filter(([, { beyondBound }]) => beyondBound > 0)).toEqual([]);
});

const { outputs } = kernelEvidence();
const kernelOf = (id: string): string => id.split(' ')[0];

test.each([...new Set(Object.keys(outputs).map(kernelOf))])(
  '%s leaves the bytes that the GPU left',
  kernel => {
    const asked = kernelReplays(kernelRuns().filter(({ id }) => id in outputs && kernelOf(id) === kernel));
    const emulated = [...emulatedOutputs(asked)].map(({ launch, output }) => [launch.id, sha256(output)]);
    const left = Object.entries(outputs).filter(([id]) => kernelOf(id) === kernel);
    expect(Object.fromEntries(emulated)).toEqual(Object.fromEntries(left));
  },
  120_000,
);

test('a wrong answer is noticed', () => {
  const [{ launch, output }] = emulatedOutputs([{ ...comparable, launches: comparable.launches.slice(0, 1) }]);
  const words = wordsOf(output);
  words[0] ^= 1n;
  expect(hashOfWords(words)).not.toBe(forms[launch.id].answers);
});
