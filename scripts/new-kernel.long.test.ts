/** Tests the skeleton of a kernel in a copy of the project: it passes every check, compiles, and does what it says. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot, treeOf } from './tree.ts';

describe('in a copy of the project', () => {
  const copy = mkdtempSync(join(tmpdir(), 'lanescape-kernel-'));
  const run = (script: string, ...args: string[]) => {
    const result = spawnSync(process.execPath, [join(copy, script), ...args], { cwd: copy, encoding: 'utf8' });
    return { code: result.status, output: result.stdout + result.stderr };
  };

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('a new kernel keeps the check green, and its id is then taken', { timeout: 600_000 }, () => {
    for (const path of treeOf(projectRoot).paths) cpSync(join(projectRoot, path), join(copy, path));
    symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
    expect(run('scripts/new-kernel.ts', 'Bad_Id').code).toBe(2);
    expect(run('scripts/new-kernel.ts', 'a-kernel-with-quite-a-long-name')).toMatchObject({ code: 0 });
    const { code, output } = run('scripts/check.ts');
    expect(output).toMatch(/check: (\d+) of \1 ok/);
    expect(code).toBe(0);
    const again = run('scripts/new-kernel.ts', 'a-kernel-with-quite-a-long-name');
    expect(again).toMatchObject({ code: 2, output: expect.stringContaining('a-kernel-with-quite-a-long-name') });
  });

  // Not every machine has the compiler.
  const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;

  test.skipIf(!hasNvcc)('a new kernel compiles, and does what it says', { timeout: 180_000 }, () => {
    expect(run('scripts/build-ptx.ts', 'a-kernel-with-quite-a-long-name')).toMatchObject({ code: 0 });
    const { code, output } = run('cli/main.ts', 'verify', 'a-kernel-with-quite-a-long-name');
    expect(output).toMatch(/(\d+) of \1 runs as expected/);
    expect(code).toBe(0);
  });
});
