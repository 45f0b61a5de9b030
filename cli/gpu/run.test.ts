import { afterEach, describe, expect, it } from 'vitest';
import { startParts } from '../../server/start.ts';
import { parseRecording } from '../../src/contract/recording.ts';
import { kernels, type StandIn, standIn } from './fixtures/stand-in.ts';
import { runVerb } from './run.ts';

let machine: StandIn;
afterEach(() => machine.end());

const runOn = (mode: string | null, words: readonly string[], interruptAt?: string) => {
  machine = standIn(mode);
  return machine.run(runVerb(kernels, machine.parts), words, interruptAt);
};

describe('lanescape run', () => {
  it('compares all variants that can run, and prints a row for each', async () => {
    const { code, stdout, stderr } = await runOn('sound', ['probe']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('probe: mode ok, n 0');
    expect(lines[1]).toBe('Stand-in, driver 580.1, nvcc 99.1.7; cold: single launches, L2 flushed before each');
    expect(lines[2]).toMatch(/^100 %: 4000\.0 GB\/s: copy in device memory, measured \d{4}-\d\d-\d\d$/);
    expect(lines[3]).toMatch(/^variant +median us +\+- half IQR +95 % of the median +GB\/s +% measured/);
    // 4 MB in a microsecond are 4 TB/s, which is what the stand-in reports for a copy.
    expect(lines[4]).toMatch(/^plain +1\.00 +0\.00 +1\.00 to 1\.00 +3999\.2 +100\.0 +40 +plateau +1980 +baseline$/);
    expect(lines[5]).toMatch(/^sound +2\.00 .* 50\.0 .* slower, x 2\.000$/);
    expect(lines[6]).toMatch(/^wrong +wrong +3 elements of out are wrong, the first is 7; not timed$/);
    expect(lines.slice(9)).toEqual([
      expect.stringMatching(/^card 84e0c0eafaa9, 2 SMs, L2 1 MiB, sm_90, .* UTC; nvcc -ptx -O3/),
      expect.stringMatching(/^sources: plain ([0-9a-f]{12}), sound \1, wrong \1$/),
    ]);
    expect(lines.slice(7, 9)).toEqual([
      'plain is too short to be timed alone: --method steady times many launches',
      'sound is too short to be timed alone: --method steady times many launches',
    ]);
    expect(stderr).toContain('probe: building\nprobe: preparing the GPU\nprobe: checking\nprobe: timing\n');
    expect(code).toBe(0);
  });

  it('runs what it is told to, and prints records', async () => {
    const words = ['probe', '--variant', 'sound', '--set', 'n=3', '--method', 'steady', '--max-seconds', '1', '--json'];
    const { code, stdout } = await runOn('sound', words);
    const { records, leftOut, failure, ceilings } = JSON.parse(stdout);
    expect(parseRecording(JSON.stringify({ records }))).toMatchObject({ ok: true });
    expect(records).toMatchObject([{ variant: 'sound', method: 'steady', params: { mode: 'ok', n: 3 } }]);
    expect({ code, leftOut, failure }).toEqual({ code: 0, leftOut: [], failure: null });
    expect(ceilings.measured.sharedBytesPerClk).toBe(127);
  });

  it('runs a variant that never ends only where it is named', async () => {
    const { stdout } = await runOn('sound', ['probe', '--variant', 'stuck']);
    expect(stdout).toMatch(/^stuck /m);
    expect((await runOn('sound', ['probe'])).stdout).not.toMatch(/^stuck /m);
  });

  it('asks for counters, and says why there are none', async () => {
    const { code, stdout } = await runOn('sound', ['probe', '--variant', 'sound', '--counters']);
    expect(stdout).toMatch(/^sound was not counted: there is no ncu on this machine/m);
    expect(code).toBe(0);
  });

  it('tells when the GPU was held back, and what the other samples say', async () => {
    const { stdout } = await runOn('throttled', ['probe', '--variant', 'plain', '--method', 'steady']);
    expect(stdout).toMatch(
      /^plain: the GPU was throttled in 10 samples \(power limit, at 71 degrees\); the median of the others is 1\.00 us$/m,
    );
  });

  it.each([
    ['faults', 'cudaError', 'running transpose: an illegal memory access'],
    ['does not end', 'overtime', 'the job took too long'],
  ])('leaves out who %s, and fails where that should not be', async (_, mode, words) => {
    const { code, stdout, stderr } = await runOn(mode, ['probe']);
    expect(stdout).toMatch(/^sound .* baseline$/m);
    expect(stderr).toContain(`lanescape: plain is left out: ${words}`);
    expect(code).toBe(1);
  });

  it('ends where a kernel hangs, and says at which stage', async () => {
    const { code, stdout, stderr } = await runOn('hang', ['probe', '--variant', 'plain', '--max-seconds', '0.1']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('lanescape: failed at timeout: ');
  });

  it('says what does not compile', async () => {
    const { code, stderr } = await runOn('sound', ['probe', '--set', 'mode=wrong']);
    expect(stderr).toContain('lanescape: failed at build: plain: ');
    expect(stderr).toContain('identifier');
    expect(code).toBe(1);
  });

  it('without a GPU says so in one line', async () => {
    const { code, stdout, stderr } = await runOn(null, ['probe']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('lanescape: no GPU, or no nvcc for it, on this machine: nothing can be run\n');
  });

  it('is cancelled by Ctrl-C', async () => {
    const { code, stdout } = await runOn('hang', ['probe'], 'preparing');
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  });

  it.each([
    [['nothing'], "no kernel 'nothing'; expected one of probe"],
    [[], 'expected one kernel, got 0'],
    [['probe', '--set', 'pad=1'], '--set pad=1: expected NAME=VALUE with one of mode, n'],
    [['probe', '--set', 'n=many'], /^--set n: /],
    [['probe', '--method', 'warm'], '--method warm: expected cold or steady'],
    [['probe', '--max-seconds', '0'], '--max-seconds 0: expected 0.1 to 60'],
    [['probe', '--variant', 'other'], /^variants\[0]: expected one of plain, sound/],
    [['probe', '--variant', 'later'], 'variants[0]: not yet'],
  ])('%j is bad usage', async (words, reason) => {
    const { code, error } = await runOn('sound', words);
    expect(code).toBeNull();
    expect(error).toMatch(reason);
  });
});

describe('with a server that runs', () => {
  it('asks that one, and its store has the runs', async () => {
    machine = standIn('sound');
    const server = await startParts({ port: 0, dataDir: machine.dataDir }, machine.parts);
    await server.machine;
    try {
      // It has no GPU of its own, so only the running server can have done it.
      const { gpu: _, ...withoutGpu } = machine.parts;
      const verb = runVerb(kernels, withoutGpu);
      const { code, stdout, stderr } = await machine.run(verb, ['probe', '--json']);
      expect(stderr).toContain(`lanescape: Stand-in, asked by the server at ${server.url}\n`);
      expect(code).toBe(0);
      const { records, ceilings } = JSON.parse(stdout);
      expect(records.map(({ variant }: { variant: string }) => variant)).toEqual(['plain', 'sound', 'wrong']);
      expect(ceilings.gpu.name).toBe('Stand-in');
      expect((await machine.run(verb, ['probe', '--variant', 'other'])).error).toMatch(/^variants\[0]: expected one/);
    } finally {
      await server.close();
    }
  });

  it('and that is asked to hang: Ctrl-C ends the run there, too', async () => {
    machine = standIn('hang');
    const server = await startParts({ port: 0, dataDir: machine.dataDir }, machine.parts);
    await server.machine;
    try {
      const verb = runVerb(kernels, machine.parts);
      expect((await machine.run(verb, ['probe'], 'preparing')).code).toBe(130);
      // If the other run had not ended, this one would wait until the end of the test.
      expect((await machine.run(verb, ['probe', '--variant', 'sound'])).code).toBe(0);
    } finally {
      await server.close();
    }
  });
});
