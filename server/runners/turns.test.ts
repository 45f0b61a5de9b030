/** Turns at places: fairness and bounds for any traffic, and a day of a hundred clients, in simulated time. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Choices } from '../../scripts/random.ts';
import { ok } from '../../src/base/result.ts';
import { GpuTurns } from './gpu-turns.ts';
import { cancelled, failure } from './run-failures.ts';

beforeEach(() => void vi.useFakeTimers({ loopLimit: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

interface Arrival {
  readonly atMs: number;
  readonly takesMs: number;
  /** It goes away so long after it came; null: it stays. */
  readonly leavesMs: number | null;
}

const arrival: fc.Arbitrary<Arrival> = fc.record({
  atMs: fc.nat(5_000),
  takesMs: fc.integer({ min: 1, max: 3_000 }),
  leavesMs: fc.option(fc.nat(4_000)),
});

/** Plays arrivals, and tells who began in which order, who ended how, and the most that ran and waited at once. */
async function played(arrivals: readonly Arrival[], width: number) {
  const turns = new GpuTurns({ width, staleMs: 20_000 });
  const [came, began]: [number[], number[]] = [[], []];
  const ends: string[] = [];
  let [running, most, waiting, mostWaiting] = [0, 0, 0, 0];
  const all = arrivals.map(async ({ atMs, takesMs, leavesMs }, i) => {
    await pause(atMs);
    came.push(i);
    const abort = new AbortController();
    if (leavesMs !== null) setTimeout(() => abort.abort(), leavesMs);
    let isWaiting = false;
    const onProgress = (): void => {
      if (!isWaiting) mostWaiting = Math.max(mostWaiting, ++waiting);
      isWaiting = true;
    };
    const result = await turns.take({ signal: abort.signal, onProgress }, async () => {
      if (isWaiting) waiting--;
      isWaiting = false;
      began.push(i);
      most = Math.max(most, ++running);
      await pause(takesMs);
      running--;
      return ok(i);
    });
    if (isWaiting) waiting--;
    ends[i] = result.ok ? 'done' : result.error.at;
  });
  await vi.runAllTimersAsync();
  await Promise.all(all);
  return { came, began, ends, most, mostWaiting };
}

describe('turns', () => {
  it('are taken in the order of coming, by so many at once, and each ends once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        async (all, width) => {
          const { came, began, ends, most, mostWaiting } = await played(all, width);
          expect(most).toBeLessThanOrEqual(width);
          expect(mostWaiting).toBeLessThanOrEqual(16);
          expect(began).toEqual(came.filter(i => began.includes(i)));
          expect(new Set(began).size).toBe(began.length);
          expect(ends.filter(end => end !== undefined)).toHaveLength(all.length);
          for (const [i, end] of ends.entries()) expect(end === 'done').toBe(began.includes(i));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of a hundred clients with a thousand runs at three places are all had, and no place waits for another', async () => {
    const choices = new Choices(7);
    const places = [
      new GpuTurns(),
      new GpuTurns({ width: 2, staleMs: 3_600_000 }),
      new GpuTurns({ width: 4, staleMs: 3_600_000 }),
    ];
    const [had, refused, seen] = [new Map<string, number>(), [0, 0, 0], [0, 0, 0]];
    const running = [0, 0, 0];
    const client = async (name: number): Promise<void> => {
      for (let run = 0; run < 10; run++) {
        const at = choices.below(3);
        for (let isHad = false; !isHad; ) {
          const signal = new AbortController().signal;
          const result = await places[at].take({ signal, onProgress: () => {} }, async () => {
            seen[at] = Math.max(seen[at], ++running[at]);
            await pause(500 + choices.below(9_500));
            running[at]--;
            const isBroken = choices.below(20) === 0;
            return isBroken
              ? { ok: false as const, error: choices.below(2) === 0 ? failure('process', 'it ended') : cancelled }
              : ok(run);
          });
          if (result.ok) had.set(`${name}/${run}`, (had.get(`${name}/${run}`) ?? 0) + 1);
          else if (result.error.at === 'queue') refused[at]++;
          isHad = result.ok;
          // As a client does that is told to come again.
          if (!isHad) await pause(1_000 + choices.below(4_000));
        }
      }
    };
    const all = Promise.all(Array.from({ length: 100 }, (_, name) => client(name)));
    await vi.runAllTimersAsync();
    await all;
    expect(had.size).toBe(1000);
    expect([...had.values()].every(times => times === 1)).toBe(true);
    expect(seen).toEqual([1, 2, 4]);
    expect(running).toEqual([0, 0, 0]);
    expect(refused.every(times => times > 0)).toBe(true);
  });
});
