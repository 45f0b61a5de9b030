import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../trace/launch-bytes-base64.ts';
import { parseCapture } from './capture.ts';
import { readArchive } from './capture-archive.ts';
import { readCapture } from './capture-reading.ts';
import { sampleCapture, sampleFiles } from './fixtures/sample-capture.ts';
import { archiveOf, inMemory } from './written-archive.ts';

const sample = sampleCapture();
const [first, second] = sample.buffers;
const map = {
  at: { param: 0 },
  kind: 'tiled',
  address: '0x7f0000000000',
  type: 'f16',
  rank: 1,
  dims: [64],
  stridesBytes: [],
  box: [64],
  elementStrides: [1],
  interleave: 'none',
  swizzle: 'none',
  l2Promotion: 'none',
  oobFill: 'zero',
};

it('takes what a recorder writes', () => {
  expect(parseCapture(sample)).toEqual({ ok: true, value: sample });
  const attributes = { ...sample.attributes, clusterSchedulingPolicy: 2 };
  expect(parseCapture({ ...sample, attributes }).ok).toBe(true);
  expect(parseCapture({ ...sample, ptx: { missing: 'sass-only', hint: 'compile with PTX' } }).ok).toBe(true);
});

describe('refuses, and names the field', () => {
  it.each([
    ['version', { version: 4 }],
    ['sources[0].file', { version: 2, sources: [{ name: 'k.py', file: '../k.py' }] }],
    ['format', { format: 'other' }],
    ['more', { more: 1 }],
    ['grid[0]', { grid: [0, 1, 1] }],
    ['dynamicSharedBytes', { dynamicSharedBytes: -1 }],
    ['params.base64', { params: { base64: 'A', list: [] } }],
    ['params.base64', { params: { base64: encodeBase64(new Uint8Array(32_768)), list: [] } }],
    ['params.list[0].size', { params: { base64: 'AAAA', list: [{ offset: 0, size: 4 }] } }],
    [
      'params.list[1].offset',
      {
        params: {
          ...sample.params,
          list: [
            { offset: 0, size: 8 },
            { offset: 4, size: 4 },
          ],
        },
      },
    ],
    ['buffers[0].bytes', { buffers: [{ ...first, bytes: -1 }] }],
    ['buffers[0].address', { buffers: [{ ...first, address: '7f00' }] }],
    ['buffers[0].address', { buffers: [{ ...first, address: '0x7f00000003f0' }] }],
    ['buffers[1].address', { buffers: [first, { ...second, address: '0x7f000000003f' }] }],
    ['buffers[0].before', { buffers: [{ ...first, before: '../secret' }] }],
    ['buffers[0].before', { buffers: [{ ...first, before: '/etc/passwd' }] }],
    ['buffers[0].before', { buffers: [{ ...first, before: 'buffers/../../x' }] }],
    ['buffers[0].before', { buffers: [{ ...first, before: 'a\\..\\b' }] }],
    ['buffers[0].device', { version: 3, buffers: [{ ...first, device: 'gpu' }] }],
    ['gpu.device', { version: 3, gpu: { ...sample.gpu, device: -1 } }],
    ['buffers[0].after', { buffers: [{ ...first, after: null }] }],
    ['ptx.file', { ptx: { file: '..', from: 'fatbin' } }],
    ['tensorMaps[0].at.param', { tensorMaps: [map] }],
    ['tensorMaps[0].dims', { tensorMaps: [{ ...map, at: { address: '0x10' }, rank: 2 }] }],
    ['globals[1].name', { globals: [global('c', 0), global('c', 1)] }],
  ])('%s', (field, change) => {
    const parsed = parseCapture({ ...sample, ...change });
    expect(parsed.ok ? null : parsed.error.field.replace(/^ptx$/, 'ptx.file')).toBe(field);
  });
});

function global(name: string, i: number) {
  return { name, address: '0x10', bytes: 4, before: `globals/${i}.before`, after: `globals/${i}.after` };
}

it('reads the same of a folder and of an archive', async () => {
  const files = sampleFiles();
  const fromFolder = await readCapture(inMemory(files));
  expect(fromFolder.ok && fromFolder.value.buffers[1].after?.[63]).toBe(2);
  for (const folder of ['', './', 'capture-1/']) {
    const unpacked = readArchive(archiveOf(files, folder));
    expect(unpacked.ok && (await readCapture(inMemory(unpacked.value)))).toEqual(fromFolder);
  }
});

it.each([
  [
    'buffers[1].after',
    'buffers/1.after is missing',
    (files: Map<string, Uint8Array<ArrayBuffer>>) => files.delete('buffers/1.after'),
  ],
  [
    'buffers[0].before',
    '3 bytes, not 64',
    (files: Map<string, Uint8Array<ArrayBuffer>>) => files.set('buffers/0.before', new Uint8Array(3)),
  ],
  ['ptx.file', 'module.ptx is missing', (files: Map<string, Uint8Array<ArrayBuffer>>) => files.delete('module.ptx')],
  ['', 'no JSON', (files: Map<string, Uint8Array<ArrayBuffer>>) => files.set('capture.json', Uint8Array.of(0x7b))],
  ['', 'no UTF-8', (files: Map<string, Uint8Array<ArrayBuffer>>) => files.set('capture.json', Uint8Array.of(0xff))],
  ['', 'there is no capture.json', (files: Map<string, Uint8Array<ArrayBuffer>>) => files.clear()],
])('refuses files that are not there, or of another size: %s', async (field, words, damage) => {
  const files = sampleFiles();
  damage(files);
  const read = await readCapture(inMemory(files));
  expect(read.ok ? null : read.error).toEqual({ field, message: expect.stringContaining(words) });
});

it('opens what was recorded of a launch that did not end', async () => {
  const capture = { ...sample, complete: false, buffers: [first, { ...second, after: null }] };
  const files = sampleFiles(capture);
  files.delete('buffers/0.after');
  const read = await readCapture(inMemory(files));
  expect(read.ok && read.value.buffers.map(({ after }) => after)).toEqual([null, null]);
});

it('refuses an archive that is cut off anywhere, or of which a header differs by a byte', () => {
  const archive = archiveOf(sampleFiles());
  fc.assert(
    fc.property(fc.nat(archive.length - 1025), fc.integer({ min: 1, max: 255 }), (at, change) => {
      expect(readArchive(archive.subarray(0, at)).ok).toBe(false);
      const damaged = archive.slice();
      damaged[at % 148] ^= change;
      expect(readArchive(damaged).ok).toBe(false);
    }),
  );
});
