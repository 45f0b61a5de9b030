import { expect, it } from 'vitest';
import type { Launch } from '../../trace/launch.ts';
import { launchText } from './launch-text.ts';

const launchOf = (bytes: Uint8Array<ArrayBuffer>): Launch => ({
  grid: [1, 1, 1],
  block: [32, 1, 1],
  buffers: [{ name: 'a', type: 'u8', length: bytes.length, init: { kind: 'bytes', bytes } }],
  params: [],
});

it('is short for large buffers, the same for the same bytes, and another for others', () => {
  const bytes = new Uint8Array(2 ** 20);
  expect(launchText(launchOf(bytes)).length).toBeLessThan(200);
  expect(launchText(launchOf(bytes))).toBe(launchText(launchOf(bytes)));
  expect(launchText(launchOf(bytes))).not.toBe(launchText(launchOf(bytes.slice())));
  expect(launchText(launchOf(bytes))).not.toBe(launchText({ ...launchOf(bytes), block: [64, 1, 1] }));
});
