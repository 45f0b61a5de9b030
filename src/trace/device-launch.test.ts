import { expect, test } from 'vitest';
import { deviceParams } from './device-launch.ts';
import type { Launch } from './launch.ts';

const MAP = {
  ...({ kind: 'tensorMap', buffer: 'in', type: 'bf16', dims: [8, 8], stridesBytes: [16] } as const),
  ...({ box: [8, 4], elementStrides: [1, 1], interleave: '32B', swizzle: '128B', oobFill: 'nan' } as const),
  l2Promotion: '256B',
} as const;
const DEVICE_MAP = {
  ...{ type: 9, dims: [8, 8], stridesBytes: [16], box: [8, 4], elementStrides: [1, 1] },
  ...{ interleave: 2, swizzle: 3, l2Promotion: 3, oobFill: 1 },
};
const TENSOR = { offset: 0, buffer: 1, byteOffset: 0 };

const launch: Launch = {
  grid: [1, 1, 1],
  block: [32, 1, 1],
  buffers: [
    { name: 'out', type: 'u32', length: 4, init: { kind: 'poison' }, output: true },
    { name: 'in', type: 'u16', length: 64, init: { kind: 'iota' } },
  ],
  params: [
    { kind: 'pointer', buffer: 'in', byteOffset: 2 },
    { kind: 'scalar', type: 'bf16', value: -2 },
    {
      kind: 'struct',
      sizeBytes: 16,
      fields: [
        { offset: 8, kind: 'pointer', buffer: 'out', byteOffset: 4 },
        { offset: 0, kind: 'scalar', type: 's16', value: -2 },
      ],
    },
    { ...MAP, pass: 'address' },
    { kind: 'struct', sizeBytes: 192, fields: [{ ...MAP, offset: 64 }] },
  ],
};

test('parameters are bytes, places of addresses, and the numbers of cuda.h', () => {
  expect(deviceParams(launch)).toEqual([
    { kind: 'bytes', bytes: new Uint8Array(8), addresses: [{ offset: 0, buffer: 1, byteOffset: 2 }], maps: [] },
    { kind: 'bytes', bytes: Uint8Array.of(0, 0xc0), addresses: [], maps: [] },
    {
      kind: 'bytes',
      bytes: Uint8Array.of(0xfe, 0xff, ...new Array(14).fill(0)),
      addresses: [{ offset: 8, buffer: 0, byteOffset: 4 }],
      maps: [],
    },
    { kind: 'tensorMap', pass: 'address', tensor: TENSOR, map: DEVICE_MAP },
    {
      ...{ kind: 'bytes', bytes: new Uint8Array(192), addresses: [] },
      maps: [{ offset: 64, tensor: TENSOR, map: DEVICE_MAP }],
    },
  ]);
});

test('a buffer that is not there is a bug', () => {
  expect(() => deviceParams({ ...launch, buffers: [] })).toThrow("there is a buffer 'in'");
});
