import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Access } from '../../trace/access-trace.ts';
import { type AddressPattern, patternOf } from './pattern.ts';

const requestAt = (addresses: readonly number[], activeMask = 0xffff_ffff): Access => ({
  cta: 0,
  warp: 0,
  pc: 0,
  space: 'shared',
  kind: 'load',
  widthBytes: 4,
  activeMask,
  interval: 0,
  line: 1,
  file: 'a.cu',
  address: Float64Array.from(addresses, (at, lane) => ((activeMask >>> lane) & 1 ? at : -1)),
});
const lanes = (of: (lane: number) => number): number[] => Array.from({ length: 32 }, (_, lane) => of(lane));
const BASE = 4096;

test.each<[string, number[], number, AddressPattern]>([
  ['one address', lanes(() => BASE), -1, { kind: 'broadcast' }],
  ['one lane', lanes(() => BASE), 1 << 7, { kind: 'broadcast' }],
  ['a column', lanes(l => BASE + 128 * l), -1, { kind: 'stride', strideBytes: 128 }],
  ['backwards', lanes(l => BASE - 4 * l), -1, { kind: 'stride', strideBytes: -4 }],
  ['every second lane', lanes(l => BASE + 8 * l), 0x5555_5555, { kind: 'stride', strideBytes: 8 }],
  [
    'packed by the lanes that take part',
    lanes(l => BASE + (l === 9 ? 8 : 4 * l)),
    0b10_0000_0011,
    { kind: 'stride', strideBytes: 4 },
  ],
  [
    'a block 16 wide reads columns',
    lanes(l => BASE + (l % 16) * 64 + Math.floor(l / 16) * 4),
    -1,
    { kind: 'rows', lanesPerRow: 16, strideBytes: 64, pitchBytes: 4 },
  ],
  [
    'a block 8 wide reads rows',
    lanes(l => BASE + (l % 8) * 4 + Math.floor(l / 8) * 256),
    -1,
    { kind: 'rows', lanesPerRow: 8, strideBytes: 4, pitchBytes: 256 },
  ],
  ['squares', lanes(l => BASE + 4 * l * l), -1, { kind: 'scattered' }],
])('%s', (_, addresses, mask, pattern) => {
  expect(patternOf(requestAt(addresses, mask >>> 0))).toEqual(pattern);
});

test('a pattern says where each active lane lies', () => {
  const word = fc.nat({ max: 40 }).map(words => words * 4);
  const drawn = fc.record({
    mask: fc.oneof(fc.constant(0xffff_ffff), fc.integer({ min: 1, max: 0xffff_ffff })),
    lanesPerRow: fc.constantFrom(2, 4, 8, 16, 32),
    stride: word,
    pitch: word,
    noise: fc.option(fc.nat({ max: 31 })),
  });
  fc.assert(
    fc.property(drawn, ({ mask, lanesPerRow, stride, pitch, noise }) => {
      const of = (l: number) => BASE + (l % lanesPerRow) * stride + Math.floor(l / lanesPerRow) * pitch;
      const request = requestAt(
        lanes(l => of(l) + (l === noise ? 2048 : 0)),
        mask,
      );
      const pattern = patternOf(request);
      const active = lanes(l => l).filter(l => (mask >>> l) & 1);
      const at = active.map(l => request.address[l]);
      if (pattern.kind === 'broadcast') expect(new Set(at).size).toBe(1);
      if (pattern.kind === 'stride') {
        const byLane = at.every((a, i) => a - at[0] === pattern.strideBytes * (active[i] - active[0]));
        expect(byLane || at.every((a, i) => a - at[0] === pattern.strideBytes * i)).toBe(true);
      }
      if (pattern.kind === 'rows') {
        const { lanesPerRow: n, strideBytes, pitchBytes } = pattern;
        const place = (l: number) => (l % n) * strideBytes + Math.floor(l / n) * pitchBytes;
        expect(at.map((a, i) => a - place(active[i]))).toEqual(at.map(() => at[0] - place(active[0])));
      }
      if (pattern.kind === 'scattered' && mask === 0xffff_ffff) expect(noise).not.toBeNull();
    }),
  );
});
