import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleOf } from '../../scripts/fixtures/sweep.ts';
import { END_MS, failedAt, KINDS, placeSuite } from '../fixtures/place-suite.ts';
import { fakeWorld, type PlaceVisit, visit } from '../fixtures/place-world.ts';
import { until } from '../fixtures/test-server.ts';

const SLURM = KINDS[1][1];

describe('with stand-ins for ssh and Slurm', () => {
  const world = placeSuite(false, async () => fakeWorld());
  const visits: PlaceVisit[] = [];
  const go = async (...of: Parameters<typeof visit> extends [unknown, ...infer R] ? R : never): Promise<PlaceVisit> => {
    const made = await visit(world(), ...of);
    visits.push(made);
    return made;
  };
  /** What ssh fails with, or what a login runs first; null: nothing. */
  const setSsh = (what: 'says' | 'profile', text: string | null): void => {
    const file = join(world().folder, `bin/ssh.${what}`);
    if (text === null) rmSync(file, { force: true });
    else writeFileSync(file, text);
  };
  const says = (text: string | null): void => setSsh('says', text);
  afterEach(async () => {
    says(null);
    setSsh('profile', null);
    for (const each of visits.splice(0)) {
      await each.end();
      await until(() => each.living().length === 0);
    }
  }, END_MS);

  it('a login that greets hides nothing of an array that loses a job', async () => {
    setSsh('profile', 'echo Welcome to the cluster\n');
    const there = await go(KINDS[2][1], { mode: 'noGpu' });
    const [end] = await there.compareMany(['right']);
    expect(end).toMatchObject({ error: { at: 'noGpu', message: 'no NVIDIA driver on this machine: cuInit' } });
  });

  describe('a machine that ssh does not reach', () => {
    const told = [
      ['Host key verification failed.', 'the host key is unknown: ssh gpu-box once by hand'],
      [
        'root@gpu-box: Permission denied (publickey,keyboard-interactive).',
        'gpu-box wants a password or a second factor',
      ],
      ['ssh: Could not resolve hostname gpu-box: Name or service not known', 'there is no machine of the name gpu-box'],
      ['ssh: connect to host gpu-box port 22: Connection refused', 'gpu-box refuses the connection'],
      ['ssh: connect to host gpu-box port 22: Connection timed out', 'gpu-box does not answer'],
      [
        '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @',
        'the host key of gpu-box is not the one that is known',
      ],
      ['kex_exchange_identification: something else', 'ssh gpu-box: kex_exchange_identification: something else'],
    ] as const;
    it.each(sampleOf(told, 3))('%s', async (words, meaning) => {
      const there = await go(KINDS[0][1]);
      says(`${words}\n`);
      const { result } = await there.compare();
      expect(result).toMatchObject({
        ok: false,
        error: { at: 'unreachable', message: expect.stringContaining(meaning) },
      });
      says(null);
      expect((await there.compare()).result.ok).toBe(true);
    });
  });

  it('what nobody has used for a month is removed there, and what is younger stays', async () => {
    const folder = join(world().folder, 'aged');
    const day = 24 * 3600_000;
    for (const days of [29, 32]) {
      const copy = join(folder, 'runners', `${days}`.repeat(32));
      mkdirSync(copy, { recursive: true });
      writeFileSync(join(copy, 'runner'), '');
      utimesSync(copy, new Date(), new Date(Date.now() - days * day));
    }
    expect((await (await go({ ...KINDS[0][1], folder })).compare()).result.ok).toBe(true);
    const left = readdirSync(join(folder, 'runners'));
    expect(left).toHaveLength(2);
    expect(left).toContain('29'.repeat(32));
  });

  it('a full disk there is said, and leaves no part of the copy', async () => {
    const folder = join(world().folder, 'full');
    const there = await go({ ...KINDS[0][1], folder });
    // What cat says there on a disk without room.
    const bin = join(world().folder, 'bin');
    writeFileSync(
      join(bin, 'cat'),
      '#!/bin/sh\nhead -c 100; echo "cat: write error: No space left on device" >&2; exit 1\n',
      { mode: 0o755 },
    );
    const { result } = await there.compare();
    rmSync(join(bin, 'cat'));
    const message = 'the disk of gpu-box is full: the GPU process cannot be copied there';
    expect(result).toMatchObject({ ok: false, error: { at: 'server', message } });
    expect(readdirSync(join(folder, 'runners'))).toEqual([]);
    expect((await there.compare()).result.ok).toBe(true);
  });

  describe('a cluster', () => {
    it.each([
      ['PartitionTimeLimit', 'its partition does not allow so many minutes'],
      ['InvalidAccount', 'there is no such account'],
      ['InvalidQOS', 'there is no such quality of service'],
      ['QOSMaxWallDurationPerJobLimit', 'more than one job may have'],
    ])('that will never start the job (%s) is given up at once', async (hold, words) => {
      world().setFaults({ hold });
      const there = await go(SLURM);
      const { result } = await there.compare();
      expect(result).toMatchObject({ ok: false, error: { at: 'refused', message: expect.stringContaining(words) } });
    });

    it.each([
      ['Invalid generic resource (gres) specification'],
      ['Invalid account or account/partition combination specified'],
      ['Requested time limit is invalid (missing or exceeds some limit)'],
    ])('that refuses the job says why: %s', async refuse => {
      world().setFaults({ refuse });
      const { result } = await (await go(SLURM)).compare();
      expect(result).toMatchObject({
        ok: false,
        error: { at: 'refused', message: `the cluster does not take the job: ${refuse}` },
      });
    });

    it.each([
      ['TIMEOUT', 'DUE TO TIME LIMIT', 'timeLimit'],
      ['PREEMPTED', 'DUE TO PREEMPTION', 'preempted'],
      ['NODE_FAIL', 'DUE TO NODE FAILURE', 'nodeFailed'],
      ['OUT_OF_MEMORY', 'oom-kill event(s)', 'outOfMemory'],
    ])('that ends the job in the middle (%s) is an outcome of its own', async (state, words, at) => {
      const there = await go(SLURM, { mode: 'hang' });
      const running = there.compare();
      await until(() => there.started() === 1);
      world().setFaults({
        ending: { state, words: `slurmstepd: error: *** STEP 1.0 ON node CANCELLED AT now ${words} ***` },
      });
      expect(failedAt(await running)).toBe(at);
    });

    it('whose controller is down says so, and works when it is back', async () => {
      world().setFaults({ isDown: true });
      const there = await go(SLURM);
      expect(failedAt(await there.compare())).toBe('unreachable');
      world().setFaults({});
      expect((await there.compare()).result.ok).toBe(true);
    });

    it('whose controller goes down while the job runs goes on', async () => {
      const there = await go(SLURM, { mode: 'slow' });
      const running = there.compare();
      await until(() => there.started() === 1);
      world().setFaults({ isDown: true });
      expect(failedAt(await running)).toBe('ok');
      world().setFaults({});
    });
  });
});
