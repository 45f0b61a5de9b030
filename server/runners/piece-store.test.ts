import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PIECE_BYTES } from '../../src/contract/launch-run.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { PieceStore } from './piece-store.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives back what it was given, and nothing else', async () => {
  const store = new PieceStore(join(folder, 'pieces'));
  const bytes = new Uint8Array(PIECE_BYTES + 5).fill(7);
  bytes[PIECE_BYTES] = 8;
  const hashes = await store.cut(bytes);
  expect(hashes).toHaveLength(2);
  expect(Buffer.from((await store.join(hashes, bytes.length))!).equals(bytes)).toBe(true);
  expect(await store.join(hashes, bytes.length + 1)).toBeNull();
  expect(await store.join([...hashes, hashes[0]], bytes.length)).toBeNull();
  expect(await store.join(['0'.repeat(64)], 1)).toBeNull();
  expect(await store.read('../secret')).toBeNull();
});

it('keeps what was used last when there is no room for all', async () => {
  const store = new PieceStore(join(folder, 'pieces'), 8);
  const [a, b] = [await store.put(Uint8Array.of(1, 1, 1)), await store.put(Uint8Array.of(2, 2, 2))];
  expect(store.has(a)).toBe(true);
  const c = await store.put(Uint8Array.of(3, 3, 3));
  expect([a, b, c].map(hash => store.has(hash))).toEqual([true, false, true]);
  expect(readdirSync(join(folder, 'pieces')).sort()).toEqual([a, c].sort());
});
