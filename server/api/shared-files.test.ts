import { EventEmitter } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { SharedFiles } from './shared-files.ts';

const folder = temporaryFolder();
const path = join(folder, 'file');
afterAll(() => rmSync(folder, { recursive: true }));

const answer = () => new EventEmitter() as ServerResponse;
const whole = { first: 0, last: Number.POSITIVE_INFINITY };

it('holds one copy while somebody reads, and none after that', async () => {
  const files = new SharedFiles();
  writeFileSync(path, 'a'.repeat(200_000));
  const [slow, quick] = [answer(), answer()];
  const first = await files.read(path, whole, slow);
  // The file on the disk changes, so the answer shows which copy it has.
  writeFileSync(path, 'b');
  const second = await files.read(path, { first: 1, last: 3 }, quick);
  expect(String(await buffer(second))).toBe('aaa');
  quick.emit('close');
  expect(String(await buffer(await files.read(path, { first: 0, last: 0 }, quick)))).toBe('a');
  quick.emit('close');
  slow.emit('close');
  expect(String(await buffer(await files.read(path, whole, quick)))).toBe('b');
  expect((await buffer(first)).length).toBe(200_000);
});
