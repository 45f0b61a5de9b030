/** Captures that were recorded on an NVIDIA H200: what the emulator leaves is what the GPU left, byte for byte. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lanescape } from './fixtures/in-process.ts';
import { scratchFolder } from './fixtures/reverse-kernel.ts';

const FOLDER = join(import.meta.dirname, 'fixtures/captures');
const scratch = scratchFolder();
afterAll(scratch.remove);

const measured = async (path: string) => {
  const { stdout } = await lanescape(['emulate', '--capture', path, '--json']);
  return JSON.parse(stdout).measured as { parts: { written: number; wrong: number }[]; gpu: { name: string } };
};

describe.each([
  ['scale', 'pointers and numbers', 256],
  ['add-bias', 'a struct with pointers', 256],
  ['sum-rows', 'pointers that lie in device memory', 3],
  ['weigh', 'variables of the module, one of which it counts up', 257],
  ['copy-box', 'a tensor map as a parameter', 256],
  ['add-peer', 'memory of two GPUs', 1000],
])('%s: %s', (name, _what, written) => {
  it('is emulated with the answer of the GPU, without a finding', async () => {
    const { parts, gpu } = await measured(join(FOLDER, name));
    expect(gpu.name).toBe('NVIDIA H200');
    expect(parts.map(({ wrong }) => wrong)).toEqual(parts.map(() => 0));
    expect(parts.reduce((sum, part) => sum + part.written, 0)).toBe(written);
    expect(await lanescape(['check', '--capture', join(FOLDER, name)])).toMatchObject({ code: 0 });
  });
});

it('what lies on another GPU is named', async () => {
  const { stdout } = await lanescape(['emulate', '--capture', join(FOLDER, 'add-peer')]);
  expect(stdout).toContain('p2 lies in the memory of GPU 0; the launch ran on GPU 1');
});

it('of a folder with several captures, one must be named', async () => {
  const { code, stderr } = await lanescape(['emulate', '--capture', FOLDER]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/a folder of captures; name one of them, such as .*add-bias/),
  ]);
});

it('a variable of the module that the GPU would have left otherwise fails the check', async () => {
  const folder = scratch.path('counted');
  cpSync(join(FOLDER, 'weigh'), folder, { recursive: true });
  const { globals } = JSON.parse(readFileSync(join(folder, 'capture.json'), 'utf8'));
  const { after } = globals.find(({ name }: { name: string }) => name === 'launches');
  const bytes = readFileSync(join(folder, after));
  bytes[0] ^= 1;
  writeFileSync(join(folder, after), bytes);
  const { code, stdout } = await lanescape(['check', '--capture', folder]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/launches: 1 of 1 elements differ from what the GPU answered/),
  ]);
});

it('one byte that the GPU would have left otherwise is found', async () => {
  const folder = scratch.path('altered');
  cpSync(join(FOLDER, 'scale'), folder, { recursive: true });
  const { buffers } = JSON.parse(readFileSync(join(folder, 'capture.json'), 'utf8'));
  const { after } = buffers.find((buffer: { before: string; after: string }) => buffer.after !== buffer.before);
  const bytes = readFileSync(join(folder, after));
  bytes[7] ^= 1;
  writeFileSync(join(folder, after), bytes);
  expect((await measured(folder)).parts.reduce((sum, { wrong }) => sum + wrong, 0)).toBe(1);
});
