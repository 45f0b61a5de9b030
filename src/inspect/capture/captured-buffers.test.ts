import { expect, test } from 'vitest';
import { namedBuffers } from './captured-buffers.ts';

test.each([
  { types: ['s64', 'f16'], expected: 'f16' },
  { types: ['f16', 's64'], expected: 'f16' },
  { types: ['s64', null], expected: 's64' },
] as const)(
  'of $types that pointers and tensor maps tell, the narrowest is that of the elements',
  ({ types, expected }) => {
    const before = new Uint8Array(64);
    const region = { base: 0x1000n, paddingBytes: 0, before, after: before, end: 0x1040n, behindBytes: 0 };
    const place = { region: 0, byteOffset: 0 };
    const pointers = types.map((type, i) => ({ place, name: `p${i}`, type, accessBytes: [] }));
    expect(namedBuffers([region], pointers, new Map())[0]).toMatchObject({ name: 'p0', type: expected });
  },
);
