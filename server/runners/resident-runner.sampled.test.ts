import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWhole, sampleOf } from '../../scripts/fixtures/sweep.ts';
import { execForEach } from '../fixtures/exec-for-each.ts';
import { runnable, SMALL_LAUNCH } from '../fixtures/small-launch.ts';
import { directLink } from './gpu-link.ts';
import type { RunnableReference } from './job-order.ts';
import { ResidentRunner } from './resident-runner.ts';
import type { RunnerProgress } from './runner.ts';

const own = execForEach();

const started = (): number => {
  const notes = join(own.folder, 'pids');
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
};

const fakeRunner = join(import.meta.dirname, '../fixtures/fake-runner.mjs');

const runnerIn = (mode: string, prepareMs = 5000, trialMs = 20_000): ResidentRunner =>
  new ResidentRunner({
    exec: own.exec,
    link: directLink({ file: process.execPath, argv: [fakeRunner, mode, join(own.folder, 'pids')] }),
    prepareMs,
    trialMs,
  });

async function compare(
  runner: ResidentRunner,
  entries: readonly string[] = ['right'],
  signal = new AbortController().signal,
  reference: RunnableReference | null = null,
) {
  const progress: RunnerProgress[] = [];
  const order = { launches: entries.map(runnable), reference, method: 'cold', maxSeconds: 0 } as const;
  const result = await runner.compare(order, { signal, onProgress: step => progress.push(step) });
  return { result, progress };
}

describe('a comparison on this machine', () => {
  it('gives back all samples of the right, and no time of the wrong', async () => {
    const { result, progress } = await compare(runnerIn('sound'), ['right', 'wrong']);
    if (!result.ok) return expect.fail(result.error.message);
    const [right, wrong] = result.value.outcomes;
    expect(right).toMatchObject({ kind: 'timed', stop: 'plateau' });
    expect(right.kind === 'timed' && right.samplesNs.length).toBe(40);
    expect(wrong).toEqual({ kind: 'wrong', buffer: 0, wrong: 3, firstIndex: 7 });
    expect(result.value.device.name).toBe('Stand-in');
    expect(progress.map(({ stage }) => stage)).toEqual(['verifying', 'right', 'verifying', 'wrong', 'samples']);
  });

  it('finds the process of the one before', async () => {
    const runner = runnerIn('sound');
    for (let i = 0; i < 3; i++) expect((await compare(runner)).result.ok).toBe(true);
    const { signal } = new AbortController();
    const ceilings = await runner.ceilings(signal);
    expect(ceilings).toMatchObject({ ok: true, value: { sharedBytesPerClk: 127 } });
    expect(await runner.ceilings(signal)).toEqual(ceilings);
    expect(started()).toBe(1);
  });

  it('waits its turn, and says how many are before it', async () => {
    const runner = runnerIn('sound');
    const ends = await Promise.all([compare(runner), compare(runner), compare(runner)]);
    expect(ends.map(({ result }) => result.ok)).toEqual([true, true, true]);
    expect(ends[0].progress[0].stage).toBe('verifying');
    expect(ends[2].progress.slice(0, 2)).toEqual([
      { stage: 'queued', position: 2 },
      { stage: 'queued', position: 1 },
    ]);
    expect(started()).toBe(1);
  });

  it('is refused when too many wait', async () => {
    const runner = runnerIn('sound');
    const ends = await Promise.all(Array.from({ length: 20 }, () => compare(runner)));
    const refused = ends.filter(({ result }) => !result.ok && result.error.at === 'queue');
    expect(refused).toHaveLength(3);
  });

  it.each([
    ['floodLine', 'protocol'],
    ['floodSamples', 'protocol'],
    ['floodErrors', 'process'],
    ['diesMidFrame', 'process'],
    ['diesWithWords', 'process'],
    ['forgesNonce', 'protocol'],
    ['forgesVerdict', 'protocol'],
    ['timesTheWrong', 'protocol'],
    ['lies', 'protocol'],
    ['prints', 'protocol'],
    ['negativeTime', 'protocol'],
    ['notANumber', 'protocol'],
    ['cudaError', 'cuda'],
    ['lengthWithoutEnd', 'protocol'],
    ['answersAnother', 'protocol'],
    ['waitsInTheMiddle', 'protocol'],
  ])('of a process that %s fails at %s, and the next finds a fresh one', async (mode, at) => {
    const runner = runnerIn(mode);
    const { result } = await compare(runner);
    expect(result).toMatchObject({ ok: false, error: { at } });
    expect((await compare(runner, ['sound'])).result.ok).toBe(true);
    expect(started()).toBe(2);
  });

  it('says the last words of a process as plain text', async () => {
    const { result } = await compare(runnerIn('diesWithWords'));
    expect(!result.ok && result.error.message).toBe(
      'the GPU process ended in the middle of a job with code 11: illegal memory; the next run gets a new GPU process',
    );
  });

  it.each([
    ['right', true],
    ['wrong', 'reference'],
  ])('whose reference is %s', async (entry, outcome) => {
    const values = Float64Array.of(1);
    const reference: RunnableReference = {
      ...{ module: import.meta.filename, entry, variables: new Map(), judged: new Map() },
      launch: { ...SMALL_LAUNCH, buffers: [{ name: 'out', type: 'f64', length: 4, init: { kind: 'poison' } }] },
      spots: () => [{ buffer: 'out', indices: Uint32Array.of(3), values }],
    };
    const { result, progress } = await compare(runnerIn('sound'), ['right'], new AbortController().signal, reference);
    expect(result.ok || result.error.at).toBe(outcome);
    // If the reference is wrong, no contender is judged by it.
    expect(progress.length > 0).toBe(result.ok);
  });

  it('that was not understood leaves the process as it is', async () => {
    const runner = runnerIn('badJob');
    expect((await compare(runner)).result).toMatchObject({
      ok: false,
      error: { at: 'job', message: 'no field entry' },
    });
    expect((await compare(runner, ['sound'])).result.ok).toBe(true);
    expect(started()).toBe(1);
  });

  it('ends a process that speaks unasked, and the next finds a fresh one', async () => {
    const runner = runnerIn('speaksLater');
    expect((await compare(runner)).result.ok).toBe(true);
    await new Promise(resolve => setTimeout(resolve, 600));
    expect((await compare(runner, ['sound'])).result.ok).toBe(true);
    expect(started()).toBe(2);
  });

  it.each(sampleOf(['hang', 'stubborn', 'drips', 'closesOutput'], 2))(
    'is ended in time when the process does %s',
    async mode => {
      const runner = runnerIn(mode, 200);
      const { result } = await compare(runner);
      expect(result).toMatchObject({ ok: false, error: { at: 'timeout' } });
      expect((await compare(runner, ['sound'])).result.ok).toBe(true);
    },
  );

  it.runIf(isWhole)('leaves a GPU alone on which nothing ends', async () => {
    const runner = runnerIn('hang', 10);
    for (let i = 0; i < 3; i++) expect((await compare(runner)).result).toMatchObject({ error: { at: 'timeout' } });
    expect((await compare(runner, ['sound'])).result).toMatchObject({ error: { at: 'unhealthy' } });
    expect(started()).toBe(3);
  });

  it.runIf(isWhole)('leaves a GPU alone on which no launch ends after a time-out', async () => {
    const runner = runnerIn('hangsWhenFresh', 10, 300);
    expect((await compare(runner)).result).toMatchObject({ error: { at: 'timeout' } });
    expect((await compare(runner)).result).toMatchObject({
      error: { at: 'timeout', message: expect.stringContaining('first launch') },
    });
    expect((await compare(runner)).result).toMatchObject({ error: { at: 'unhealthy' } });
    expect(started()).toBe(2);
  });

  it('waits as long as another process has the GPU, says so, and may be given up', async () => {
    const runner = runnerIn('busy', 10);
    const { result, progress } = await compare(runner);
    expect(result.ok).toBe(true);
    expect(progress.slice(0, 3)).toEqual(new Array(3).fill({ stage: 'queued', position: 1 }));
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 50);
    expect((await compare(runner, ['right'], cancel.signal)).result).toMatchObject({ error: { at: 'cancelled' } });
  });

  it('can be given up while it runs and while it waits', async () => {
    const runner = runnerIn('hang');
    const [first, second] = [new AbortController(), new AbortController()];
    const running = compare(runner, ['right'], first.signal);
    const waiting = compare(runner, ['right'], second.signal);
    second.abort();
    expect((await waiting).result).toMatchObject({ error: { at: 'cancelled' } });
    setTimeout(() => first.abort(), 300);
    expect((await running).result).toMatchObject({ error: { at: 'cancelled' } });
    expect((await compare(runner, ['sound'])).result.ok).toBe(true);
  });

  it('says that there is no GPU', async () => {
    const message = 'no NVIDIA driver on this machine: cuInit';
    expect((await compare(runnerIn('noGpu'))).result).toEqual({
      ok: false,
      error: { at: 'noGpu', message, contender: null },
    });
  });

  it('ends with the server', async () => {
    const runner = runnerIn('hang');
    const running = compare(runner);
    await expect.poll(started).toBe(1);
    await own.exec.close();
    expect((await running).result.ok).toBe(false);
  });
});
