import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LaneClocks } from './lane-clocks.ts';

const bit = (lane: number): number => 1 << lane;

test('lanes that met know of each other up to then, and others do not', () => {
  const clocks = new LaneClocks();
  clocks.join(0x0000ffff, 7);
  expect(clocks.knows(3, bit(5), 7)).toBe(true);
  expect(clocks.knows(3, bit(5), 8)).toBe(false);
  expect(clocks.knows(3, bit(16), 7)).toBe(false);
  expect(clocks.knows(16, bit(3), 7)).toBe(false);
  expect(clocks.knows(-1, bit(3), 7)).toBe(false);
  expect(clocks.knows(3, -1, 7)).toBe(false);
});

test('what a lane knows it hands on', () => {
  const clocks = new LaneClocks();
  clocks.join(0x0000ffff, 1);
  clocks.join(0xffffff00 | 0, 2);
  expect(clocks.knows(31, bit(0), 1)).toBe(true);
  expect(clocks.knows(31, bit(0), 2)).toBe(false);
  expect(clocks.knows(0, bit(31), 1)).toBe(false);
});

/** The same by reachability: an edge for each meeting. */
test('as sets of meetings say it', () => {
  const masks = fc.array(fc.integer(), { maxLength: 8 });
  fc.assert(
    fc.property(masks, fc.nat(31), fc.nat(31), fc.nat(8), (meetings, reader, writer, clock) => {
      fc.pre(reader !== writer);
      const clocks = new LaneClocks();
      let told = 0;
      meetings.forEach((mask, i) => {
        clocks.join(mask, i);
        if (i >= clock && ((mask >>> writer) & 1) === 1) told |= bit(writer);
        if ((mask & told) !== 0) told |= mask;
      });
      expect(clocks.knows(reader, bit(writer), clock)).toBe(((told >>> reader) & 1) === 1);
    }),
  );
});
