import { expect, it } from 'vitest';
import { err, ok } from '../../src/base/result.ts';
import { type ClosableRunner, KeptRunner } from './kept-runner.ts';

const NO_COMPILER = err({ at: 'nvcc', message: 'it failed', diagnostics: '' } as const);

/** A runner that notes that it was closed. */
function runner(): ClosableRunner & { isClosed: boolean } {
  const never = (): Promise<never> => new Promise(() => {});
  const made = {
    ...{ device: never, ceilings: never, compare: never, isClosed: false },
    close: async () => {
      made.isClosed = true;
    },
  };
  return made;
}

it('is made once for all callers, who are told so once', async () => {
  let told = 0;
  const kept = new KeptRunner(async () => ok(runner()));
  const [one, other] = await Promise.all([kept.get(() => told++), kept.get(() => told++)]);
  expect(one).toBe(other);
  expect(await kept.get(() => told++)).toBe(one);
  expect(told).toBe(1);
});

it.each([
  ['the compiler failed', async () => NO_COMPILER],
  ['the disk was full', () => Promise.reject(new Error('ENOSPC'))],
])('is made again where %s', async (_, fail) => {
  const made = runner();
  let tries = 0;
  const kept = new KeptRunner(async () => (tries++ === 0 ? fail() : ok(made)));
  expect(await kept.get(() => {}).catch(() => NO_COMPILER)).toEqual(NO_COMPILER);
  await kept.close();
  expect(await kept.get(() => {})).toEqual(ok(made));
  await kept.close();
  expect(made.isClosed).toBe(true);
});

it('is closed at once while it is being made, which may take nvcc minutes', async () => {
  const kept = new KeptRunner(() => new Promise(() => {}));
  void kept.get(() => {});
  await expect(kept.close()).resolves.toBeUndefined();
});

it('is closed while its making fails', async () => {
  const kept = new KeptRunner(() => Promise.reject(new Error('ENOSPC')));
  kept.get(() => {}).catch(() => {});
  await expect(kept.close()).resolves.toBeUndefined();
});
