import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOCK_EVENTS, clockEventRuns, isThrottled, throttledSamples, throttleTitles } from './clock-events.ts';
import { timed } from './fixtures/run-records.ts';

describe('clock events', () => {
  it('are one bit each', () => {
    const bits = CLOCK_EVENTS.map(({ bit }) => bit);
    expect(new Set(bits).size).toBe(bits.length);
    expect(bits.every(bit => Math.log2(bit) % 1 === 0)).toBe(true);
  });

  it.each([
    [0, []],
    [0x1 | 0x2 | 0x100, []],
    [0x4, ['power limit']],
    [0x4 | 0x40 | 0x1, ['power limit', 'hardware temperature limit']],
    [0x80000, []],
  ])('%i', (reasons, titles) => {
    expect(throttleTitles(reasons)).toEqual(titles);
    expect(isThrottled(reasons)).toBe(titles.length > 0);
  });

  it('come back from runs as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, 4, 0x20)), reasons => {
        const clockEvents = clockEventRuns(reasons);
        const outcome = timed(1, { clockEvents });
        expect(outcome.kind === 'timed' && throttledSamples(outcome)).toEqual(reasons.map(isThrottled));
        expect(clockEvents.every(([each], i) => each !== clockEvents[i + 1]?.[0])).toBe(true);
      }),
    );
  });

  it('that nobody could tell are not known', () => {
    const outcome = timed(1);
    expect(outcome.kind === 'timed' && throttledSamples(outcome)).toBeNull();
  });
});
