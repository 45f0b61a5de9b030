/**
 * Every case of every kernel, on the emulator from the committed PTX: the proof behind the word "agree" on the page. The
 * sample has one architecture a variant, another one for the next, a sixth of the cases
 * or half of a few, one of them on real numbers, and no large matrix product. Where the PTX of two architectures differs in
 * its target alone, as in half of all cases, it runs for the first, and is only started for the other.
 */
import { expect, test } from 'vitest';
import { isInSweep, isWhole, sampleOf } from '../../scripts/fixtures/sweep.ts';
import { emulatedRun, isAlike, refusalToStart, textOf } from '../pages/exhibit/fixtures/committed-outcome.ts';
import { catalog } from './catalog.ts';
import type { KernelCase } from './kernel.ts';
import { casesOn, isExpected, verifyCase } from './verify.ts';

const runs = [...catalog.values()].flatMap(kernel =>
  kernel.variants.flatMap((variant, i) => {
    const { archs } = kernel;
    return (isWhole ? archs : [archs[i % archs.length]]).map(arch => ({ kernel, variant, arch }));
  }),
);

/** Time for one variant on one architecture, on a busy machine. */
const PATIENCE_MS = 60_000;

type Run = (typeof runs)[number];

/** The sample has every sixth case; each variant begins with another one. */
const STEP = 6;

function casesOf({ kernel, variant, arch }: Run): readonly KernelCase[] {
  const cases = casesOn(kernel, variant.id, arch).filter(({ params }) => isInSweep(kernel, params));
  return cases.length > STEP
    ? sampleOf(cases.slice(isWhole ? 0 : kernel.variants.indexOf(variant) % STEP), STEP)
    : sampleOf(cases, 2);
}

/** Whether an architecture before this one runs the same instructions on the case. */
const hasRun = ({ kernel, variant, arch }: Run, { id, params }: KernelCase): boolean =>
  isWhole &&
  kernel.archs
    .slice(0, kernel.archs.indexOf(arch))
    .filter(earlier => casesOn(kernel, variant.id, earlier).some(each => each.id === id))
    .some(earlier => isAlike(kernel, variant.id, params, [earlier, arch]));

/** Cases with an unexpected result. */
function unexpected(run: Run, cases: readonly KernelCase[], onReals: boolean): string[] {
  const { kernel, variant, arch } = run;
  return cases.flatMap(kernelCase => {
    if (hasRun(run, kernelCase)) {
      const refusal = refusalToStart(kernel, variant.id, kernelCase.params, arch);
      return refusal === null ? [] : [`${kernelCase.id}: ${refusal}`];
    }
    const emulated = emulatedRun(kernel, variant.id, kernelCase.params, arch, onReals);
    const verification = verifyCase(kernel, variant.id, kernelCase, emulated);
    // A right variant has no hazards, either.
    const hazards = variant.mustFail === undefined ? emulated.result.hazards.map(({ message }) => message) : [];
    const isRight = isExpected(variant, kernelCase, verification) && hazards.length === 0;
    return isRight ? [] : [`${kernelCase.id}: ${[textOf(verification), ...hazards].join('; ')}`];
  });
}

test.each(runs)('$kernel.id $variant.id $arch', { timeout: PATIENCE_MS }, run => {
  expect(unexpected(run, casesOf(run), false)).toEqual([]);
});

test.each(runs.filter(({ kernel }) => kernel.reals !== null))(
  '$kernel.id $variant.id $arch, on real numbers',
  { timeout: PATIENCE_MS },
  run => {
    const cases = casesOf(run).filter(({ id }) => run.kernel.reals!.cases.includes(id));
    expect(unexpected(run, isWhole ? cases : cases.slice(0, 1), true)).toEqual([]);
  },
);

const wrong = [...catalog.values()].flatMap(kernel =>
  kernel.variants.filter(({ mustFail }) => mustFail !== undefined).map(variant => ({ kernel, variant })),
);

test.each(wrong)('$kernel.id, $variant.id can be caught in most cases', ({ kernel, variant }) => {
  const [cases] = kernel.archs.map(arch => casesOn(kernel, variant.id, arch)).filter(some => some.length > 0);
  const hidden = cases.filter(kernelCase => kernelCase.hides?.includes(variant.id));
  expect(hidden.length).toBeLessThan(cases.length / 2);
});
