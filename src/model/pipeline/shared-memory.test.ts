import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';
import { SharedMemory } from './shared-memory.ts';

interface Asked {
  readonly unit: 'tensor' | 'copy';
  readonly at: number;
  readonly clk: number;
  readonly bytesPerClk: number;
}

/** When each begins and ends, and the number of the one that it had to wait for. */
function served(requests: readonly Asked[]) {
  const [memory, queue] = [new SharedMemory(), new EventQueue()];
  const times = requests.map(() => ({ from: Number.NaN, to: Number.NaN, after: -1 }));
  for (const [span, { unit, at, clk, bytesPerClk }] of requests.entries())
    queue.add(at, () => {
      const begin = (from: number) => void Object.assign(times[span], { from });
      const end = (to: number) => void Object.assign(times[span], { to });
      const request = { left: clk, bytesPerClk, span, begin, end };
      times[span].after = memory.request(memory[unit], at, request, (time, happen) => queue.add(time, happen));
    });
  for (let event = queue.take(); event !== undefined; event = queue.take()) event.happen();
  return { times, busyClk: { tensor: memory.tensor.busyClk, copy: memory.copy.busyClk } };
}

it('serves each unit’s requests one after another, and both units at once', () => {
  const { times } = served([
    { unit: 'tensor', at: 0, clk: 100, bytesPerClk: 32 },
    { unit: 'tensor', at: 10, clk: 50, bytesPerClk: 32 },
    { unit: 'copy', at: 20, clk: 30, bytesPerClk: 96 },
  ]);
  expect(times).toEqual([
    { from: 0, to: 100, after: -1 },
    { from: 100, to: 150, after: 0 },
    { from: 20, to: 50, after: -1 },
  ]);
});

it('holds up both where together they want more than 128 bytes a clk, neither below its half', () => {
  // A product with 128 bytes a clk and a copy with 96 get 64 each: half of the product's speed, two thirds of the copy's.
  const { times, busyClk } = served([
    { unit: 'tensor', at: 0, clk: 512, bytesPerClk: 128 },
    { unit: 'copy', at: 0, clk: 200, bytesPerClk: 96 },
  ]);
  expect(times[1].to).toBeCloseTo(300, 6);
  expect(times[0].to).toBeCloseTo(300 + (512 - 150), 6);
  expect(busyClk.tensor).toBeCloseTo(512, 6);
  expect(busyClk.copy).toBeCloseTo(200, 6);
});

it('gives what one does not need to the other', () => {
  const { times } = served([
    { unit: 'tensor', at: 0, clk: 90, bytesPerClk: 48 },
    { unit: 'copy', at: 0, clk: 80, bytesPerClk: 96 },
  ]);
  expect(times[0].to).toBeCloseTo(90, 6);
  expect(times[1].to).toBeCloseTo(90 + (80 - (90 * 80) / 96), 6);
});

it('works as much as it was asked for, and never hands out more than 128 bytes a clk', () => {
  const request = fc.record({
    unit: fc.constantFrom('tensor', 'copy'),
    at: fc.nat(60),
    clk: fc.integer({ min: 1, max: 40 }),
    bytesPerClk: fc.integer({ min: 0, max: 128 }),
  });
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 10 }), unsorted => {
      const requests = unsorted.toSorted((a, b) => a.at - b.at);
      const { times, busyClk } = served(requests);
      for (const unit of ['tensor', 'copy'] as const) {
        const own = requests.filter(each => each.unit === unit);
        const asked = own.reduce((sum, { clk }) => sum + clk, 0);
        expect(busyClk[unit]).toBeCloseTo(asked, 4);
      }
      const bytes = requests.reduce((sum, { clk, bytesPerClk }) => sum + clk * bytesPerClk, 0);
      const [first, last] = [Math.min(...times.map(({ from }) => from)), Math.max(...times.map(({ to }) => to))];
      expect(bytes).toBeLessThanOrEqual(128 * (last - first) + 1e-3);
      for (const [i, { from, to }] of times.entries()) expect(to - from).toBeGreaterThanOrEqual(requests[i].clk - 1e-4);
    }),
    { numRuns: 100 },
  );
});
