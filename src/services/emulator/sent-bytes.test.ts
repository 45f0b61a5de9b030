import { expect, it } from 'vitest';
import type { BufferSpec, Launch } from '../../trace/launch.ts';
import { forget, takePiece, withHeld } from './held-bytes.ts';
import { sentAhead } from './sent-bytes.ts';

const buffer = (name: string, bytes: Uint8Array<ArrayBuffer>): BufferSpec => ({
  ...{ name, type: 'u8', length: bytes.length, init: { kind: 'bytes', bytes } },
});
const large = (seed: number) => Uint8Array.from({ length: 2 ** 24 + 5 }, (_, i) => (i * seed) >> 3);
const LAUNCH: Launch = {
  ...{ grid: [1, 1, 1], block: [1, 1, 1], params: [] },
  buffers: [buffer('a', large(7)), buffer('small', new Uint8Array([1, 2])), buffer('b', large(11))],
};

/** What arrives at the worker; `most` is the longest message. */
async function sent() {
  let most = 0;
  let count = 0;
  const ahead = await sentAhead(LAUNCH, async (key, total, at, piece) => {
    most = Math.max(most, piece.length);
    takePiece(key, total, at, piece);
    count++;
  });
  return { ...ahead, most, count };
}

it('goes ahead in pieces, and is the same launch in the worker', async () => {
  const { launch, held, most, count } = await sent();
  expect([held.map(({ buffer: at }) => at), most, count]).toEqual([[0, 2], 2 ** 23, 6]);
  expect(launch.buffers.map(({ init }) => (init.kind === 'bytes' ? init.bytes.length : null))).toEqual([0, 2, 0]);
  const arrived = withHeld(launch, held);
  expect(arrived.buffers.map(({ name }) => name)).toEqual(['a', 'small', 'b']);
  for (const [i, { init }] of arrived.buffers.entries()) {
    const own = LAUNCH.buffers[i].init;
    if (init.kind !== 'bytes' || own.kind !== 'bytes') throw new Error('no bytes');
    expect(Buffer.compare(init.bytes, own.bytes)).toBe(0);
  }
});

it('is taken once: bytes that were lost are an error, and no zeros', async () => {
  const { launch, held } = await sent();
  withHeld(launch, held);
  const called = await sent();
  forget(called.held);
  expect(() => withHeld(called.launch, called.held)).toThrow('were not sent');
  expect(() => withHeld(launch, held)).toThrow('the bytes of buffer 0 were not sent');
});
