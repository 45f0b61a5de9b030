/** The same with real programs: sshd and a cluster of one node, on loopback. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lackingForCluster, URGENT } from '../fixtures/cluster.ts';
import { failedAt, KINDS, placeSuite } from '../fixtures/place-suite.ts';
import { type PlaceVisit, realWorld, visit } from '../fixtures/place-world.ts';
import { temporaryFolder, until } from '../fixtures/test-server.ts';

/** Processes that this one started: sshd has one for each connection. */
function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.map(Number).filter(pid => {
    try {
      // proc(5): state and parent follow the name, which ends with the last bracket.
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}

/** Slurm looks at limits twice a minute, and the shortest is a minute. */
const LIMIT_MS = 300_000;

/** As root, and where the system lets root do so. */
function canMount(): boolean {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const lacking = lackingForCluster();
const [SSH, SLURM] = [KINDS[0][1], KINDS[1][1]];

if (lacking !== null) it(`the real programs are not tried, only the stand-ins: ${lacking}`, () => {});

describe.skipIf(lacking !== null)('with a real sshd and a real Slurm', () => {
  const world = placeSuite(true, realWorld);
  const visits: PlaceVisit[] = [];
  const go = async (...of: Parameters<typeof visit> extends [unknown, ...infer R] ? R : never): Promise<PlaceVisit> => {
    const made = await visit(world(), ...of);
    visits.push(made);
    return made;
  };
  afterEach(async () => {
    for (const each of visits.splice(0)) {
      await each.end();
      await until(() => each.living().length === 0);
    }
    // The suite's own visits end behind this hook: it looks then whether the cluster is empty.
  });
  const cluster = () => world().real!.cluster;

  it.each([
    [{ partition: 'nope' }, 'Invalid partition name specified'],
    [{ gres: 'gpu:h900:1' }, 'Requested node configuration is not available'],
    [{ constraint: 'nope' }, 'Invalid feature specification'],
  ])('a job with %j is refused at once', async (wish, words) => {
    const { result } = await (await go({ ...SLURM, ...wish })).compare();
    expect(result).toMatchObject({ ok: false, error: { at: 'refused', message: expect.stringContaining(words) } });
  });

  it('a job with more minutes than its partition allows does not wait for ever', async () => {
    const { result } = await (await go({ ...SLURM, minutes: 30 })).compare();
    expect(result).toMatchObject({
      ok: false,
      error: { at: 'refused', message: expect.stringContaining('does not allow so many minutes') },
    });
  });

  it('a lost connection is a failure of the connection, and the next run has a new one', async () => {
    const there = await go(SSH, { mode: 'hang' });
    const running = there.compare();
    await until(() => there.started() === 1);
    for (const pid of childrenOf(world().real!.host.daemon.pid()!)) process.kill(pid, 'SIGKILL');
    expect(failedAt(await running)).toBe('unreachable');
    expect((await there.compare(['sound'])).result.ok).toBe(true);
  });

  it('a key that is not known is said in words', async () => {
    const known = join(world().folder, 'ssh/known');
    const before = readFileSync(known, 'utf8');
    writeFileSync(known, '');
    const { result } = await (await go(SSH)).compare();
    writeFileSync(known, before);
    expect(result).toMatchObject({
      ok: false,
      error: { message: 'the host key is unknown: ssh gpu-box once by hand' },
    });
  });

  it('a cluster whose controller is away while the job runs gives the answer all the same', async () => {
    const there = await go(SLURM, { mode: 'slow' });
    const running = there.compare();
    await until(() => there.started() === 1);
    await cluster().controller.stop('SIGKILL');
    expect(failedAt(await running)).toBe('ok');
    await cluster().controller.start();
  });

  it('without a controller a run fails with words, and with it again it works', async () => {
    await cluster().controller.stop();
    const there = await go(SLURM);
    expect(failedAt(await there.compare())).toBe('unreachable');
    await cluster().controller.start();
    await until(() => /idle/.test(cluster().ask('sinfo', '-h', '-o', '%T')));
    expect((await there.compare()).result.ok).toBe(true);
  });

  it('a node that fails in the middle is an outcome of its own', async () => {
    const there = await go(SLURM, { mode: 'hang', prepareMs: 60_000 });
    const running = there.compare();
    await until(() => there.started() === 1);
    const node = cluster().ask('sinfo', '-h', '-N', '-o', '%N').split('\n')[0];
    cluster().ask('scontrol', 'update', `nodename=${node}`, 'state=down', 'reason=test');
    expect(['nodeFailed', 'cancelled']).toContain(failedAt(await running));
    await until(() => isResumed(node));
  });

  it('a node whose daemon is killed goes on with its job', async () => {
    const there = await go(SLURM, { mode: 'slow' });
    const running = there.compare();
    await until(() => there.started() === 1);
    await cluster().node.stop('SIGKILL');
    expect(failedAt(await running)).toBe('ok');
    await cluster().node.start();
  });

  it('a job that must make room for one that goes first is an outcome of its own', async () => {
    const there = await go(SLURM, { mode: 'hangsInSamples' });
    const abort = new AbortController();
    const running = [1, 2].map(() => there.compare(['right'], abort.signal));
    await until(() => there.started() === 2);
    cluster().ask('srun', `--partition=${URGENT}`, '--gres=gpu:1', '--ntasks=1', '--mpi=none', 'true');
    expect(failedAt(await Promise.race(running))).toBe('preempted');
    abort.abort();
    expect((await Promise.all(running)).map(failedAt).sort()).toEqual(['cancelled', 'preempted']);
  });

  it(
    'a time limit in the middle of the samples is an outcome of its own',
    async () => {
      const there = await go({ ...SLURM, minutes: 9 }, { mode: 'hangsInSamples', prepareMs: LIMIT_MS });
      const running = there.compare();
      await until(() => there.said.some(({ stage }) => stage === 'samples'));
      const id = cluster().ask('squeue', '-h', '-t', 'R', '-o', '%i');
      cluster().ask('scontrol', 'update', `jobid=${id}`, 'TimeLimit=1');
      expect(failedAt(await running)).toBe('timeLimit');
      expect((await there.compare(['sound'])).result.ok).toBe(true);
    },
    LIMIT_MS,
  );

  it('a job that takes more memory than it may is an outcome of its own', async () => {
    const there = await go({ ...SLURM, memory: '200M' }, { mode: 'hungry' });
    expect(failedAt(await there.compare())).toBe('outOfMemory');
    expect((await there.compare(['sound'])).result.ok).toBe(true);
  });

  it.skipIf(!canMount())('a disk there that is really full is said, and leaves no part of the copy', async () => {
    const folder = join(world().folder, 'small');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    try {
      // Room for folders, and for less than a page of the copy.
      expect(() => writeFileSync(join(folder, 'full'), Buffer.alloc(1 << 20))).toThrow('ENOSPC');
      const there = await go({ ...SSH, folder });
      const { result } = await there.compare();
      expect(result).toMatchObject({ ok: false, error: { at: 'server', message: FULL } });
      expect(readdirSync(folder, { recursive: true })).toEqual(['full', 'runners']);
      rmSync(join(folder, 'full'));
      expect((await there.compare()).result.ok).toBe(true);
      await there.end();
    } finally {
      execFileSync('umount', [folder]);
    }
  });

  /** A node that answers again may have come back by itself. */
  function isResumed(node: string): boolean {
    if (/idle/.test(cluster().ask('sinfo', '-h', '-o', '%T'))) return true;
    try {
      cluster().ask('scontrol', 'update', `nodename=${node}`, 'state=resume');
    } catch {
      // "Invalid node state specified": it is no longer down.
    }
    return false;
  }
});

const FULL = 'the disk of gpu-box is full: the GPU process cannot be copied there';
