import { expect, it } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

const never = new Promise<string>(() => {});

it('is what the work gives, or its failure', async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve('made'), signal, 'given up')).toBe('made');
  await expect(unlessAborted(Promise.reject(new Error('a bug')), signal, 'given up')).rejects.toThrow('a bug');
});

it('does not wait for work that was given up, before or meanwhile', async () => {
  expect(await unlessAborted(never, AbortSignal.abort(), 'given up')).toBe('given up');
  const cancel = new AbortController();
  const waiting = unlessAborted(never, cancel.signal, 'given up');
  cancel.abort();
  expect(await waiting).toBe('given up');
});
