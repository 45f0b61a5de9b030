import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clkOn, TimeGesture, type TimeGround } from '../gestures/time-gesture.ts';
import { heldWithin, movedBy, zoomedAbout } from './time-window.ts';

const whole = { from: -500, to: 9500 };
const windows = fc
  .tuple(fc.integer({ min: -500, max: 9400 }), fc.integer({ min: 20, max: 4000 }))
  .map(([from, clk]) => heldWithin(whole, { from, to: from + clk })!);

describe('windows', () => {
  test('stay on the axis and keep their width', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: -20000, max: 20000 }), (window, clk) => {
        const moved = movedBy(whole, window, clk)!;
        expect(moved.to - moved.from).toBeCloseTo(window.to - window.from, 6);
        expect(moved.from).toBeGreaterThanOrEqual(whole.from);
        expect(moved.to).toBeLessThanOrEqual(whole.to + 1e-9);
      }),
    );
  });

  test('zoom about a time that stays where it is', () => {
    fc.assert(
      fc.property(
        windows,
        fc.double({ min: 1, max: 4, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (window, factor, share) => {
          const clk = window.from + share * (window.to - window.from);
          const zoomed = zoomedAbout(whole, window, clk, factor)!;
          expect((clk - zoomed.from) / (zoomed.to - zoomed.from)).toBeCloseTo(share, 6);
        },
      ),
    );
  });

  test('zooming out ends at all of the axis, zooming in at some cycles', () => {
    expect(zoomedAbout(whole, { from: 0, to: 6000 }, 3000, 0.5)).toBeNull();
    const least = zoomedAbout(whole, { from: 100, to: 120 }, 110, 1000)!;
    expect(least.to - least.from).toBeCloseTo(16, 9);
  });
});

describe('gestures', () => {
  const ground: TimeGround = { whole, window: { from: 1000, to: 2000 }, x: 100, width: 500 };

  test('a short move is a click, a longer one takes the time along', () => {
    const gesture = new TimeGesture();
    gesture.press(1, 300, ground, false);
    expect(gesture.move(1, 302)).toBeNull();
    expect(gesture.isClickTaken).toBe(false);
    expect(gesture.move(1, 350)).toEqual({ window: { from: 900, to: 1900 } });
    expect(gesture.isClickTaken).toBe(true);
    gesture.release(1, ground);
    expect(gesture.isUnderWay).toBe(false);
  });

  test('on the axis the playhead follows, and stays on the axis', () => {
    const gesture = new TimeGesture();
    expect(gesture.press(1, 350, ground, true)).toEqual({ playhead: 1500 });
    expect(gesture.move(1, 400)).toEqual({ playhead: 1600 });
    expect(gesture.move(1, -1e6)).toEqual({ playhead: -500 });
  });

  test('two fingers keep what lies under them', () => {
    const gesture = new TimeGesture();
    gesture.press(1, 200, ground, false);
    gesture.press(2, 400, ground, false);
    gesture.move(1, 150);
    const asked = gesture.move(2, 450) as { window: { from: number; to: number } };
    const zoomed = { ...ground, window: asked.window };
    expect(clkOn(zoomed, 150)).toBeCloseTo(clkOn(ground, 200), 6);
    expect(clkOn(zoomed, 450)).toBeCloseTo(clkOn(ground, 400), 6);
  });
});
