import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Access } from '../../trace/access-trace.ts';
import { sectorsOf } from './sectors.ts';

const rowOf = (widthBytes: number, addresses: readonly number[], activeMask = 0xffff_ffff): Access => ({
  cta: 0,
  warp: 0,
  pc: 0,
  space: 'global',
  kind: 'load',
  widthBytes,
  activeMask,
  interval: 0,
  line: 0,
  file: '',
  address: Float64Array.from(addresses),
});
const lanes = (of: (lane: number) => number): number[] => Array.from({ length: 32 }, (_, lane) => of(lane));
const BASE = 0x7f00_0000_4100;

test.each([
  ['side by side', 4, lanes(l => BASE + l * 4), { sectors: 4, lines: 1, bytes: 128, ideal: 4 }],
  ['across a line border', 4, lanes(l => BASE + 64 + l * 4), { sectors: 4, lines: 2, bytes: 128, ideal: 4 }],
  ['off by one element', 4, lanes(l => BASE + 4 + l * 4), { sectors: 5, lines: 2, bytes: 128, ideal: 4 }],
  ['a row of 4096 bytes apart', 4, lanes(l => BASE + l * 4096), { sectors: 32, lines: 32, bytes: 128, ideal: 4 }],
  ['one address', 4, lanes(() => BASE), { sectors: 1, lines: 1, bytes: 4, ideal: 1 }],
  ['halves side by side', 2, lanes(l => BASE + l * 2), { sectors: 2, lines: 1, bytes: 64, ideal: 2 }],
  ['16 bytes a lane', 16, lanes(l => BASE + l * 16), { sectors: 16, lines: 4, bytes: 512, ideal: 16 }],
])('%s', (_, widthBytes, addresses, expected) => {
  expect(sectorsOf(rowOf(widthBytes, addresses))).toEqual(expected);
});

test('idle lanes ask for nothing, whatever their address', () => {
  const addresses = lanes(l => (l < 2 ? BASE + l * 4 : -1));
  expect(sectorsOf(rowOf(4, addresses, 0b11))).toEqual({ sectors: 1, lines: 1, bytes: 8, ideal: 1 });
  expect(sectorsOf(rowOf(4, addresses, 0))).toEqual({ sectors: 0, lines: 0, bytes: 0, ideal: 0 });
});

test('counts what sets of bytes count', () => {
  const warp = fc.constantFrom(1, 2, 4, 8, 16).chain(widthBytes =>
    fc.record({
      widthBytes: fc.constant(widthBytes),
      addresses: fc.array(
        fc.nat({ max: 64 }).map(i => BASE + i * widthBytes),
        { minLength: 32, maxLength: 32 },
      ),
    }),
  );
  fc.assert(
    fc.property(warp, fc.nat({ max: 0xffff_ffff }), ({ widthBytes, addresses }, mask) => {
      const bytes = new Set<number>();
      addresses.forEach((address, lane) => {
        if (mask & (1 << lane)) for (let i = 0; i < widthBytes; i++) bytes.add(address + i);
      });
      const blocks = (size: number) => new Set([...bytes].map(byte => byte - (byte % size))).size;
      expect(sectorsOf(rowOf(widthBytes, addresses, mask))).toEqual({
        sectors: blocks(32),
        lines: blocks(128),
        bytes: bytes.size,
        ideal: Math.ceil(bytes.size / 32),
      });
    }),
  );
});
