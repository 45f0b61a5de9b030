import { existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processesIn, temporaryFolder } from '../fixtures/test-server.ts';
import { type Containment, containmentOf, findContainmentTools, findProgram, type Limits } from './containment.ts';
import { type ChildJob, runJob } from './job.ts';

const limits: Limits = { cpuSeconds: 20, fileBytes: 1 << 20, processes: 200, memoryBytes: null };
const bare: Containment = command => command;
const tools = await findContainmentTools(async ({ file, argv }) => {
  const { end } = await runJob({ ...job(tmpdir(), ''), file, argv }, bare);
  return end.kind === 'exited' && end.code === 0;
});

/** A job in which Node runs `code`. */
function job(folder: string, code: string): ChildJob {
  return {
    file: process.execPath,
    argv: ['-e', code],
    folder,
    timeoutMs: 10_000,
    maxOutputBytes: 4096,
    limits,
    view: null,
  };
}

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a grandchild in a session of its own that holds our pipes and ignores signals; then does `andThen`. */
const grandchild = (andThen: string): string => `
  const { spawn } = require('node:child_process');
  const stubborn = "require('node:fs').writeFileSync('ready', ''); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ['-e', stubborn], { detached: true, stdio: 'inherit' });
  const wait = setInterval(() => {
    if (!require('node:fs').existsSync('ready')) return;
    clearInterval(wait);
    ${andThen}
  }, 5);`;

describe.each<[string, Containment]>([
  ['with what this machine offers', containmentOf(tools)],
  ['with nothing but signals', bare],
])('a child process, %s', (_, contain) => {
  const run = (code: string, change: Partial<ChildJob> = {}) => runJob({ ...job(folder, code), ...change }, contain);

  it('gives back what it printed and how it ended', async () => {
    const result = await run('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(result).toEqual({ end: { kind: 'exited', code: 3 }, stdout: 'out\n', stderr: 'err\n' });
  });

  it('hands arguments over as they are: there is no shell', async () => {
    const nasty = ['"; touch x #', '$(touch x)', '`touch x`', '| touch x', '*', 'a b', '\n', '--', ''];
    const { stdout } = await run('', {
      argv: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...nasty],
    });
    expect(JSON.parse(stdout)).toEqual(nasty);
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('knows a short list of variables and nothing else of ours', async () => {
    vi.stubEnv('NVCC_APPEND_FLAGS', '-DEVIL');
    vi.stubEnv('CPATH', '/somewhere');
    vi.stubEnv('CUDA_VISIBLE_DEVICES', '0');
    vi.stubEnv('PATH', `.:relative:${process.env.PATH}`);
    const env = JSON.parse((await run('console.log(JSON.stringify(process.env))')).stdout);
    expect(
      Object.keys(env)
        .sort()
        .filter(name => !['LD_LIBRARY_PATH', '_', 'PWD', 'SHLVL'].includes(name)),
    ).toEqual(['CUDA_DEVICE_ORDER', 'CUDA_VISIBLE_DEVICES', 'HOME', 'LANESCAPE_JOB', 'LC_ALL', 'PATH', 'TMPDIR']);
    expect(env).toMatchObject({ HOME: folder, TMPDIR: folder });
    expect(env.PATH.split(':').every((entry: string) => entry.startsWith('/'))).toBe(true);
  });

  it('is ended at its deadline, even when it ignores the polite signal', async () => {
    const result = await run('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)', { timeoutMs: 400 });
    expect(result.end).toEqual({ kind: 'timedOut' });
    expect(processesIn(folder)).toEqual([]);
  });

  it('takes its grandchildren along, also those in a session of their own', async () => {
    const result = await run(grandchild('setInterval(() => {}, 1000)'), { timeoutMs: 1500 });
    expect(result.end).toEqual({ kind: 'timedOut' });
    expect(existsSync(join(folder, 'ready'))).toBe(true);
    expect(processesIn(folder)).toEqual([]);
  });

  it('leaves nobody behind when it ends by itself, though a grandchild holds its pipes', async () => {
    const result = await run(grandchild('process.exit(0)'));
    expect(result.end).toEqual({ kind: 'exited', code: 0 });
    expect(processesIn(folder)).toEqual([]);
  });

  it('is ended when it prints too much', async () => {
    const result = await run('', { file: findProgram('yes') ?? '', argv: [] });
    expect(result.end).toEqual({ kind: 'flooded', stream: 'stdout' });
    expect(result.stdout).toHaveLength(4096);
  });

  it('may print exactly what is allowed', async () => {
    const result = await run('process.stdout.write("y".repeat(4096))');
    expect(result.end).toEqual({ kind: 'exited', code: 0 });
    expect(result.stdout).toHaveLength(4096);
  });

  it('ends when its client goes away', async () => {
    const client = new AbortController();
    const running = run('setInterval(() => {}, 1000)', { signal: client.signal });
    setTimeout(() => client.abort(), 100);
    expect((await running).end).toEqual({ kind: 'cancelled' });
    expect(processesIn(folder)).toEqual([]);
  });

  it('does not begin for a client that is gone', async () => {
    const result = await run('require("node:fs").writeFileSync("ran", "")', { signal: AbortSignal.abort() });
    expect(result.end).toEqual({ kind: 'cancelled' });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

it('says so when a program cannot be started', async () => {
  const { end } = await runJob({ ...job(folder, ''), file: join(folder, 'absent') }, bare);
  expect(end).toEqual({ kind: 'notStarted', message: expect.stringContaining('ENOENT') });
});

describe.skipIf(tools.prlimit === null)('the limits of util-linux', () => {
  it('stop a file from growing', async () => {
    const code = 'const c = Buffer.alloc(1 << 18); for (;;) require("node:fs").appendFileSync("big", c)';
    const { end } = await runJob(job(folder, code), containmentOf(tools));
    expect(end).not.toEqual({ kind: 'exited', code: 0 });
    expect(statSync(join(folder, 'big')).size).toBe(limits.fileBytes);
  });

  it('stop a process from computing for ever', async () => {
    const spin = { ...job(folder, 'for (;;);'), limits: { ...limits, cpuSeconds: 1 } };
    const { end } = await runJob(spin, containmentOf(tools));
    // If its child dies by a signal, the namespace's wrapper reports a failure of its own.
    expect(end.kind === 'killed' || (end.kind === 'exited' && end.code !== 0)).toBe(true);
  });

  it('stop a process from taking all memory', async () => {
    const hoard = 'const all = []; for (;;) all.push(Buffer.alloc(1 << 26, 1))';
    const capped = { ...job(folder, hoard), limits: { ...limits, memoryBytes: 2 * 2 ** 30 } };
    const { end, stderr } = await runJob(capped, containmentOf(tools));
    expect(end).not.toEqual({ kind: 'exited', code: 0 });
    expect(`${end.kind}\n${stderr}`).toMatch(/killed|memory|alloc/i);
  });

  it('forbid core dumps', async () => {
    const { stdout } = await runJob(
      job(folder, 'console.log(require("node:fs").readFileSync("/proc/self/limits", "utf8"))'),
      containmentOf(tools),
    );
    expect(stdout).toMatch(/Max core file size +0 +0 /);
  });

  // The kernel never applies this limit to root.
  it.skipIf(!tools.countsProcessesApart || process.getuid?.() === 0)('stop a fork bomb, and only that', async () => {
    const bomb =
      'for (let i = 0; i < 200; i++) require("node:child_process").spawn("sleep", ["100"]).on("error", () => {}).on("spawn", () => console.log("+"))';
    const { stdout } = await runJob(
      { ...job(folder, bomb), timeoutMs: 3000, limits: { ...limits, processes: 50 } },
      containmentOf(tools),
    );
    expect(stdout.match(/\+/g)?.length).toBeLessThan(50);
    expect(processesIn(folder)).toEqual([]);
  });
});
