/** Tests the lock of a GPU between processes, as between two servers of one machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../exec/containment.ts';
import { temporaryFolder, until } from '../fixtures/test-server.ts';

const compiler = findProgram('g++');

describe.skipIf(compiler === null)('the lock of a GPU', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'gpu-lock');
  const gpu = `test-${randomUUID()}`;
  const lockOf = (of: string): string => join('/tmp', `lanescape-${of}.lock`);
  const holders: ChildProcess[] = [];
  beforeAll(() => {
    const argv = ['-std=c++17', '-Wall', '-Werror', `-I${join(import.meta.dirname, '../../cuda/runner')}`];
    execFileSync(compiler!, [...argv, '-o', program, join(import.meta.dirname, '../fixtures/gpu-lock.cpp')]);
  }, 60_000);
  afterEach(() => {
    for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    rmSync(lockOf(gpu), { force: true });
  });

  function hold(of = gpu) {
    const child = spawn(program, [of], { stdio: ['pipe', 'pipe', 'inherit'] });
    holders.push(child);
    let text = '';
    child.stdout.on('data', part => (text += part));
    const said = (): string[] => text.split('\n').filter(line => line !== '');
    return { child, said, has: () => said().at(-1) === 'has it' };
  }

  it('is of one at a time, and who waits says so', async () => {
    const first = hold();
    await until(first.has);
    const second = hold();
    await until(() => second.said().length === 2);
    expect(second.said()).toEqual(['waiting', 'waiting']);
    first.child.stdin.end();
    await until(second.has);
    expect(first.said()).toEqual(['has it']);
  });

  it('is free when its holder is killed', async () => {
    const first = hold();
    await until(first.has);
    const second = hold();
    await until(() => second.said().length === 1);
    first.child.kill('SIGKILL');
    await until(second.has);
  });

  it('is another for another GPU', async () => {
    const first = hold();
    await until(first.has);
    const other = hold(`${gpu}-other`);
    await until(other.has);
    expect(other.said()).toEqual(['has it']);
    rmSync(lockOf(`${gpu}-other`));
  });
});
