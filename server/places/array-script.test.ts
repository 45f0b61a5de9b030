import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { makeScript, tasksText } from './array-script.ts';
import { parsePlaces, type SlurmSpec } from './place-file.ts';

const NAME = `lanescape-${'5'.repeat(16)}`;
const HASH = 'a'.repeat(64);
const MINUTE_MS = 60_000;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts job 1 of an array of two as the cluster does. @param ageMinutes how long nobody has asked about the array. */
function startJob(ageMinutes: number): { readonly in: string; readonly path: string } {
  const text = JSON.stringify({ places: [{ name: 'there', kind: 'slurm', folder }] });
  const places = parsePlaces(text, 'gpus.json');
  if (!places.ok) throw new Error(places.error);
  const spec = places.value[0] as SlurmSpec;
  const path = join(folder, 'runners', `array-${NAME}`);
  execFileSync('sh', ['-c', makeScript(NAME, spec)]);
  const runner = join(folder, 'runners', HASH);
  mkdirSync(runner);
  // It notes its input, and ends with it.
  const program = `#!/bin/sh\necho '{"stage":"done"}'\ncat > ${join(path, 'fed')}\n`;
  writeFileSync(join(runner, 'runner'), program, { mode: 0o755 });
  writeFileSync(join(path, 'piece'), 'bytes\n');
  const tasks = ['zero', 'one'].map(line => ({ pieces: [{ name: 'piece', bytes: 6 }], lines: [line] }));
  writeFileSync(join(path, 'tasks.sh'), tasksText(NAME, spec, HASH, tasks));
  const asked = new Date(Date.now() - ageMinutes * MINUTE_MS);
  utimesSync(join(path, 'wanted'), asked, asked);
  execFileSync('sh', [join(path, 'tasks.sh')], { env: { ...process.env, SLURM_ARRAY_TASK_ID: '1' } });
  return { in: existsSync(join(path, 'fed')) ? readFileSync(join(path, 'fed'), 'utf8') : '', path };
}

describe('a job of an array', () => {
  it('feeds its own comparison to the GPU process, and says that it has ended', () => {
    const job = startJob(3);
    expect(job.in).toBe('+piece 6\nbytes\none\n');
    expect(readFileSync(join(job.path, '1.end'), 'utf8')).toBe('0\n');
  });

  it('ends at once when nobody has asked about the array for more than five minutes', () => {
    const job = startJob(7);
    expect(job.in).toBe('');
    for (const name of ['1.out', '1.end', 'fed']) expect(existsSync(join(job.path, name))).toBe(false);
  });
});
