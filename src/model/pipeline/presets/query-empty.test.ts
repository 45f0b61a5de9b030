import { describe, expect, it } from 'vitest';
import { publishedValues } from './attention-tiles.ts';
import { queryEmptyCases } from './query-empty.ts';

describe.each([
  { isFp8: false, headDim: 64 },
  { isFp8: false, headDim: 128 },
  { isFp8: false, headDim: 256 },
  { isFp8: true, headDim: 128 },
])('QueryEmpty, $headDim, fp8 $isFp8', ({ isFp8, headDim }) => {
  const cases = queryEmptyCases(isFp8, publishedValues(headDim, isFp8));

  it('needs one of both, and not both', () => {
    expect(cases.map(({ firstArrive, skipFirstSync, verdict }) => [firstArrive, skipFirstSync, verdict])).toEqual([
      [true, false, 'published'],
      [false, false, 'deadlock'],
      [false, true, expect.stringMatching(/alike|other/)],
      [true, true, 'overrun'],
    ]);
  });

  it('without both stands still in the first tile, the producer among the waiters', () => {
    const { run } = cases[1];
    expect(run.deadlock!.waiters.map(({ role }) => role)).toContain('producer');
    expect(run.deadlock!.waiters.find(({ role }) => role === 'producer')!.barrier).toBe('QueryEmpty');
    expect(run.storedBytes).toBe(0);
  });

  it('with both overwrites Q from the second tile on', () => {
    const [fault] = cases[3].run.faults;
    expect([fault.kind, fault.role]).toEqual(['overrun', 'producer']);
    expect(fault.message).toContain('for step 1');
  });

  it('costs nothing either way', () => {
    const [published, , skipping] = cases.map(({ run }) => run);
    expect(skipping.faults).toEqual([]);
    expect(Math.abs(skipping.totalClk - published.totalClk)).toBeLessThan(0.01 * published.totalClk);
  });
});

it('does not call published what stands still for another reason', () => {
  const cases = queryEmptyCases(true, { ...publishedValues(128, true), stages: 1 });
  expect(cases.map(({ verdict }) => verdict)).toEqual(['deadlock', 'deadlock', 'deadlock', 'deadlock']);
});
