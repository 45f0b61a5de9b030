/** Tests the emulator against a GPU's answers: instruction forms and the kernels' cases. */
import { expect, test } from 'vitest';
import { isInSweep, sampleOf } from '../fixtures/sweep.ts';
import { emulatedOutputs, sha256, wordsOf } from './compare.ts';
import { instructionEvidence, kernelEvidence } from './evidence.ts';
import { hashOfWords, operandsHash } from './instruction-answers.ts';
import { formId, instructionReplay, kernelReplays, kernelRuns } from './replay-launch.ts';

const { forms } = instructionEvidence();

/** Forms whose operands are still those that the GPU had. */
const comparable = instructionReplay(item => forms[formId(item)]?.operands === operandsHash(item));

test('nearly all recorded forms still have their operands', () => {
  expect(comparable.launches.length).toBeGreaterThan(0.95 * Object.keys(forms).length);
});

test('exact forms answer as the GPU does, bit for bit', { timeout: 120_000 }, () => {
  const launches = sampleOf(comparable.launches, 16);
  const differing = [...emulatedOutputs([{ ...comparable, launches }])]
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
    const told = kernelRuns().filter(({ id }) => id in outputs && kernelOf(id) === kernel);
    const asked = sampleOf(told, 6).filter(run => isInSweep(run.kernel, run.params));
    const emulated = [...emulatedOutputs(kernelReplays(asked))].map(({ launch, output }) => [
      launch.id,
      sha256(output),
    ]);
    expect(Object.fromEntries(emulated)).toEqual(Object.fromEntries(asked.map(({ id }) => [id, outputs[id]])));
    expect(told).toHaveLength(Object.keys(outputs).filter(id => kernelOf(id) === kernel).length);
  },
  120_000,
);

test('a wrong answer is noticed', () => {
  const [{ launch, output }] = emulatedOutputs([{ ...comparable, launches: comparable.launches.slice(0, 1) }]);
  const words = wordsOf(output);
  words[0] ^= 1n;
  expect(hashOfWords(words)).not.toBe(forms[launch.id].answers);
});
