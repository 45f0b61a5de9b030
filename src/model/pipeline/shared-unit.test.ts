import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';
import { SharedUnit } from './shared-unit.ts';

interface Asked {
  readonly role: number;
  readonly at: number;
  readonly clk: number;
}

/** When each begins and ends. */
function served(requests: readonly Asked[]) {
  const [unit, queue] = [new SharedUnit(), new EventQueue()];
  const times = requests.map(() => ({ from: Number.NaN, to: Number.NaN }));
  for (const [i, { role, at, clk }] of requests.entries())
    queue.add(at, () => {
      const begin = (from: number) => void Object.assign(times[i], { from });
      const end = (to: number) => void Object.assign(times[i], { to });
      unit.request(at, { role, left: clk, begin, end }, (time, happen) => queue.add(time, happen));
    });
  for (let event = queue.take(); event !== undefined; event = queue.take()) event.happen();
  return { times, busyClk: unit.busyClk };
}

it('serves a role alone at its full rate, one request after the other', () => {
  const { times } = served([
    { role: 0, at: 5, clk: 10 },
    { role: 0, at: 6, clk: 4 },
  ]);
  expect(times).toEqual([
    { from: 5, to: 15 },
    { from: 15, to: 19 },
  ]);
});

it('gives two roles half each while both are there', () => {
  const { times, busyClk } = served([
    { role: 0, at: 0, clk: 10 },
    { role: 1, at: 4, clk: 10 },
  ]);
  expect(times).toEqual([
    { from: 0, to: 16 },
    { from: 4, to: 20 },
  ]);
  expect(busyClk).toBe(20);
});

it('works neither more nor less than it was asked for, and nobody ends before its share allows', () => {
  const request = fc.record({ role: fc.nat(3), at: fc.nat(50), clk: fc.integer({ min: 1, max: 40 }) });
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 12 }), unsorted => {
      const requests = unsorted.toSorted((a, b) => a.at - b.at);
      const { times, busyClk } = served(requests);
      expect(busyClk).toBeCloseTo(
        requests.reduce((sum, { clk }) => sum + clk, 0),
        4,
      );
      for (const [i, { from, to }] of times.entries()) {
        expect(from).toBeGreaterThanOrEqual(requests[i].at);
        expect(to - from).toBeGreaterThanOrEqual(requests[i].clk - 1e-4);
      }
    }),
    { numRuns: 60 },
  );
});
