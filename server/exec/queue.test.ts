import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobQueue } from './queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A job that ends when it is told to, and records what it was told. */
function worker(queue: JobQueue, name: string, log: string[]) {
  const client = new AbortController();
  let finish = (): void => {};
  const positions: number[] = [];
  const work = (): Promise<string> => {
    log.push(name);
    return new Promise(resolve => {
      finish = () => resolve(name);
    });
  };
  const entered = queue.enter(work, { signal: client.signal, onPosition: position => void positions.push(position) });
  const end = entered.ok ? entered.value : Promise.resolve(entered.error);
  return { entered: entered.ok, end, positions, finish: () => finish(), leave: () => client.abort() };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('the queue', () => {
  it('runs one at a time, in the order of arrival, and says who waits where', async () => {
    const queue = new JobQueue({ maxWaiting: 16, staleMs: 60_000 });
    const log: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map(name => worker(queue, name, log));
    expect([a, b, c].map(({ positions }) => positions)).toEqual([[], [1], [2]]);
    expect(log).toEqual(['a']);
    a.finish();
    await settle();
    expect(log).toEqual(['a', 'b']);
    expect(c.positions).toEqual([2, 1]);
    b.finish();
    await settle();
    c.finish();
    expect(await Promise.all([a.end, b.end, c.end])).toEqual(['a', 'b', 'c'].map(value => ({ ok: true, value })));
  });

  it('refuses the one too many, and takes the next once there is room', async () => {
    const queue = new JobQueue({ maxWaiting: 2, staleMs: 60_000 });
    const log: string[] = [];
    const jobs = ['a', 'b', 'c', 'd'].map(name => worker(queue, name, log));
    expect(jobs.map(({ entered }) => entered)).toEqual([true, true, true, false]);
    jobs[0].finish();
    await settle();
    expect(worker(queue, 'e', log).entered).toBe(true);
  });

  it('lets a newcomer not overtake the one whose turn has just come', async () => {
    const queue = new JobQueue({ maxWaiting: 2, staleMs: 60_000 });
    const log: string[] = [];
    const [a] = [worker(queue, 'a', log), worker(queue, 'b', log)];
    a.finish();
    await a.end;
    worker(queue, 'c', log);
    await settle();
    expect(log).toEqual(['a', 'b']);
  });

  it('drops who waits too long', async () => {
    const queue = new JobQueue({ maxWaiting: 2, staleMs: 60_000 });
    const log: string[] = [];
    const [, b] = [worker(queue, 'a', log), worker(queue, 'b', log)];
    await vi.advanceTimersByTimeAsync(59_999);
    const late = worker(queue, 'c', log);
    await vi.advanceTimersByTimeAsync(1);
    expect(await b.end).toEqual({ ok: false, error: 'stale' });
    expect(late.positions).toEqual([2, 1]);
  });

  it('forgets who goes away, before its turn or while it waits', async () => {
    const queue = new JobQueue({ maxWaiting: 2, staleMs: 60_000 });
    const log: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map(name => worker(queue, name, log));
    b.leave();
    expect(await b.end).toEqual({ ok: false, error: 'cancelled' });
    expect(c.positions).toEqual([2, 1]);
    a.finish();
    await settle();
    expect(log).toEqual(['a', 'c']);
    const gone = queue.enter(async () => 'x', { signal: AbortSignal.abort(), onPosition: () => {} });
    expect(gone.ok && (await gone.value)).toEqual({ ok: false, error: 'cancelled' });
  });

  it('goes on after a job that failed', async () => {
    const queue = new JobQueue({ maxWaiting: 2, staleMs: 60_000 });
    const failing = queue.enter(() => Promise.reject(new Error('bug')), {
      signal: new AbortController().signal,
      onPosition: () => {},
    });
    await expect(failing.ok && failing.value).rejects.toThrow('bug');
    const log: string[] = [];
    worker(queue, 'next', log);
    expect(log).toEqual(['next']);
  });
});
