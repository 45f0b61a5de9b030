/** Bytes that go into a struct come out of it, whatever its fields. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StructParam } from '../../../trace/launch.ts';
import { hexText, readHex, structBytes, withStructBytes } from './struct-bytes.ts';

const STRUCT: StructParam = {
  kind: 'struct',
  sizeBytes: 23,
  fields: [
    { offset: 0, kind: 'pointer', buffer: 'a' },
    { offset: 8, kind: 'scalar', type: 'f32', value: 1.5 },
    { offset: 18, kind: 'scalar', type: 's16', value: -2 },
  ],
};

it('all but those of pointers, which stay', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 23, maxLength: 23 }), bytes => {
      const next = withStructBytes(STRUCT, bytes);
      expect(next.fields[0]).toEqual(STRUCT.fields[0]);
      expect(structBytes(next).subarray(8)).toEqual(bytes.subarray(8));
      expect(next.fields.map(({ offset }) => offset)).toEqual(expect.arrayContaining([8, 18]));
    }),
  );
});

it('nor those of tensor maps', () => {
  const map = {
    ...({ kind: 'tensorMap', buffer: 'a', type: 'u8', dims: [16], stridesBytes: [], box: [16] } as const),
    ...({ elementStrides: [1], interleave: 'none', swizzle: 'none', oobFill: 'zero', offset: 64 } as const),
  };
  const next = withStructBytes({ kind: 'struct', sizeBytes: 196, fields: [map] }, new Uint8Array(196).fill(1));
  expect(next.fields.map(field => field.kind)).toEqual([...Array(16).fill('scalar'), 'tensorMap', 'scalar']);
  expect(next.fields[16]).toEqual(map);
});

it('are read as they are written, and refused where one is missing', () => {
  const text = hexText(structBytes(STRUCT));
  expect(text.slice(24, 35)).toBe('00 00 c0 3f');
  expect(readHex(23)(text)).toEqual({ ok: true, value: structBytes(STRUCT) });
  expect(readHex(3)('0x01 02')).toEqual({ ok: false, error: '2 bytes, expected 3' });
  expect(readHex(1)('0g')).toMatchObject({ ok: false });
});
