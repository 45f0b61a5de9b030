/** Every case of every kernel, on the emulator from the committed PTX: the proof behind the word "agree" on the page. */
import { expect, test } from 'vitest';
import { emulatedRun, textOf } from '../pages/exhibit/fixtures/committed-outcome.ts';
import { catalog } from './catalog.ts';
import { casesOn, isExpected, verifyCase } from './verify.ts';

const runs = [...catalog.values()].flatMap(kernel =>
  kernel.variants.flatMap(variant => kernel.archs.map(arch => ({ kernel, variant, arch }))),
);

test.each(runs)('$kernel.id $variant.id $arch', ({ kernel, variant, arch }) => {
  const unexpected = casesOn(kernel, variant.id, arch).flatMap(kernelCase => {
    const verification = verifyCase(
      kernel,
      variant.id,
      kernelCase,
      emulatedRun(kernel, variant.id, kernelCase.params, arch),
    );
    return isExpected(variant, kernelCase, verification) ? [] : [`${kernelCase.id}: ${textOf(verification)}`];
  });
  expect(unexpected).toEqual([]);
});

const wrong = runs.filter(({ kernel, variant, arch }) => variant.mustFail !== undefined && arch === kernel.archs[0]);

test.each(wrong)('$kernel.id, $variant.id can be caught in most cases', ({ kernel, variant, arch }) => {
  const cases = casesOn(kernel, variant.id, arch);
  const hidden = cases.filter(kernelCase => kernelCase.hides?.includes(variant.id));
  expect(hidden.length).toBeLessThan(cases.length / 2);
});
