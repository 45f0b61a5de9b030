import { afterEach, expect, test } from 'vitest';
import { callsOf, handOver, serve } from './worker-calls.ts';

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function linked<Api extends object>(api: Api): Api {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  serve(port1, api);
  const calls = callsOf<Api>(port2);
  port1.start();
  port2.start();
  return calls;
}

test('calls get their own answers, in whatever order they come', async () => {
  const ends: (() => void)[] = [];
  const api = linked({
    late: (word: string) => new Promise<string>(resolve => ends.push(() => resolve(`late ${word}`))),
    soon: async (word: string) => {
      for (const end of ends) end();
      return `soon ${word}`;
    },
  });
  expect(await Promise.all([api.late('a'), api.late('b'), api.soon('c')])).toEqual(['late a', 'late b', 'soon c']);
});

test('functions among the arguments are called back before the answer', async () => {
  const told: unknown[] = [];
  const api = linked({
    async count(to: number, onStep: (at: number, of: number) => void) {
      for (let i = 1; i <= to; i++) onStep(i, to);
      return 'counted';
    },
  });
  expect(await api.count(2, (at, of) => told.push([at, of]))).toBe('counted');
  expect(told).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test('buffers that are handed over move in both directions', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const api = linked({
    async twice(given: Uint8Array) {
      const result = { doubled: given.map(byte => 2 * byte) };
      return handOver(result, [result.doubled.buffer]);
    },
  });
  expect((await api.twice(handOver(bytes, [bytes.buffer]))).doubled).toEqual(new Uint8Array([2, 4, 6]));
  expect(bytes).toHaveLength(0);
});

test.each<[string, () => Promise<unknown>]>([
  ['TypeError: no', () => Promise.reject(new TypeError('no'))],
  ['DataCloneError', async () => () => 'a function cannot be sent'],
])('a call that fails says why: %s', async (why, fails) => {
  await expect(linked({ fails }).fails()).rejects.toContain(why);
});
