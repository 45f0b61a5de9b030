import { expect, test } from 'vitest';
import type { Launch } from '../../src/trace/launch.ts';
import { JobWriter } from './launch-job.ts';

const launch: Launch = {
  grid: [2, 1, 1],
  block: [32, 1, 1],
  buffers: [
    { name: 'out', type: 'u32', length: 4, init: { kind: 'poison' }, output: true },
    { name: 'in', type: 'u16', length: 2, init: { kind: 'iota', start: 1 } },
  ],
  params: [
    { kind: 'pointer', buffer: 'in', byteOffset: 2 },
    { kind: 'scalar', type: 'u16', value: 258 },
    {
      kind: 'struct',
      sizeBytes: 16,
      fields: [
        { offset: 8, kind: 'pointer', buffer: 'in' },
        { offset: 4, kind: 'scalar', type: 'u32', value: 7 },
        { offset: 0, kind: 'scalar', type: 'u8', value: 255 },
      ],
    },
  ],
};

test('a launch as lines: buffers, then parameters, a struct as its bytes and the addresses in it', () => {
  const job = new JobWriter();
  job.module('some.cubin');
  job.launch('kernel', launch);
  expect(job.text.split('\n')).toEqual([
    'module some.cubin',
    'launch kernel 2 1 1 32 1 1 0',
    'buffer 16 0 1',
    'buffer 4 16 0',
    'bytes 0000000000000000',
    'pointerAt 0 1 2',
    'bytes 0201',
    'bytes ff000000070000000000000000000000',
    'pointerAt 8 1 0',
    'run',
    '',
  ]);
  expect(Buffer.from(job.data).toString('hex')).toBe(`${'ff'.repeat(16)}01000200`);
});

test('a cluster is a line of its own, a tensor map its numbers', () => {
  const job = new JobWriter();
  const map = {
    ...({ kind: 'tensorMap', pass: 'value', buffer: 'in', type: 'f16', dims: [64, 8], stridesBytes: [128] } as const),
    ...({ box: [32, 4], elementStrides: [1, 1], interleave: 'none', swizzle: '64B', oobFill: 'nan' } as const),
  };
  const { pass: _, ...field } = map;
  const struct = { kind: 'struct', sizeBytes: 192, fields: [{ ...field, offset: 64 }] } as const;
  job.launch('kernel', { ...launch, cluster: [2, 1, 1], params: [map, struct] });
  const lines = job.text.split('\n');
  expect(lines[1]).toBe('cluster 2 1 1');
  expect(lines[4]).toBe('tensorMap value 1 0 6 2 64 8 128 32 4 1 1 0 2 0 1 0');
  expect(lines[6]).toBe('mapAt 64 1 0 6 2 64 8 128 32 4 1 1 0 2 0 1 0');
});

test('zeros are not in the data', () => {
  const job = new JobWriter();
  const buffers = [{ name: 'log', type: 'u32', length: 1024, init: { kind: 'zeros' }, output: true }] as const;
  job.launch('kernel', { ...launch, buffers: [...buffers, ...launch.buffers] });
  expect(job.text).toContain('\nbuffer 4096 -1 1\nbuffer 16 0 1\n');
  expect(job.data.length).toBe(20);
});

test('a map for im2col has its corners behind the numbers; a texture is a buffer and what its object is made of', () => {
  const job = new JobWriter();
  const map = {
    ...({
      kind: 'im2colMap',
      pass: 'value',
      buffer: 'in',
      type: 'f16',
      dims: [8, 5, 2],
      stridesBytes: [16, 80],
    } as const),
    ...({ lowerCorner: [-1], upperCorner: [1], channelsPerPixel: 8, pixelsPerColumn: 4 } as const),
    ...({ elementStrides: [1, 1, 1], swizzle: 'none', oobFill: 'zero' } as const),
  };
  const image = { buffer: 'in', type: 'u16', channels: 2, dims: [7, 3] } as const;
  const texture = { kind: 'texture', ...image, addressMode: 'border', filter: 'linear', read: 'normalized' } as const;
  job.launch('kernel', { ...launch, params: [map, texture, { kind: 'surface', ...image, layers: 4 }] });
  expect(job.text.split('\n').slice(3, 6)).toEqual([
    'tensorMap value 1 0 6 3 8 5 2 16 80 8 1 1 1 1 1 0 0 0 0 1 -1 1 8 4',
    'image 1 0 2 2 4 7 3 0 0 3 1 0',
    'image 1 1 2 2 4 7 3 0 4 0 0 0',
  ]);
});

test('memory of a capture: addresses in buffers, variables of the module, and all CTAs at once', () => {
  const job = new JobWriter();
  const [out, input] = launch.buffers;
  const symbol = { name: 'weights', type: 'u8', init: { kind: 'bytes', bytes: Uint8Array.of(1, 2, 3, 4) } } as const;
  const fields = [{ offset: 8, kind: 'pointer', buffer: 'in', byteOffset: 2 } as const];
  const stored = { ...launch, params: [], symbols: [symbol], buffers: [{ ...out, fields }, input] };
  job.launch('kernel', stored, { isCooperative: true });
  expect(job.text.split('\n')).toEqual([
    ...['launch kernel 2 1 1 32 1 1 0', 'cooperative', 'buffer 16 0 1', 'buffer 4 16 0'],
    ...['storedAt 0 8 1 2', 'symbol weights 4 20', 'run', ''],
  ]);
  expect([...job.data.subarray(20)]).toEqual([1, 2, 3, 4]);
});

test('a variable that holds addresses is refused by its name', () => {
  const init = { kind: 'bytes', bytes: new Uint8Array(8) } as const;
  const fields = [{ offset: 0, kind: 'pointer', buffer: 'in' } as const];
  const symbols = [{ name: 'table', type: 'u8', init, fields } as const];
  expect(() => new JobWriter().launch('kernel', { ...launch, symbols })).toThrow(/table holds more than bytes/);
});

test('a name that would be further lines of the job is refused', () => {
  for (const name of ['', 'kernel\nmodule /etc/passwd', 'kernel 1', 'a\u2028b'])
    expect(() => new JobWriter().launch(name, launch), name).toThrow(/is no name/);
  const symbols = [{ name: 'a\nmodule b', type: 'u8', init: { kind: 'bytes', bytes: new Uint8Array(1) } } as const];
  expect(() => new JobWriter().launch('kernel', { ...launch, symbols })).toThrow(/is no name/);
});
