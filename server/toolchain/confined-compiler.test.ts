import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExec, type Exec } from '../exec/exec.ts';
import { temporaryFolder, writeFakeNvcc } from '../fixtures/test-server.ts';
import { viewsWork } from '../fixtures/views.ts';
import { confined } from './confined-compiler.ts';
import { parseDryRun, parseSearchList } from './toolkit.ts';

let folder = '';
let exec: Exec;
beforeAll(async () => {
  folder = temporaryFolder();
  exec = await createExec(join(folder, 'work'));
});
afterAll(async () => {
  await exec.close();
  rmSync(folder, { recursive: true });
});

const errorOf = async (path: string, through: Exec = exec, archs = ['sm_90']): Promise<string> => {
  const nvcc = { path, version: '99.1.7', archs };
  const result = await confined({ nvcc, exec: through, timeoutMs: 20_000, sight: null, elsewhere: null });
  return result.ok ? '' : result.error;
};

describe.skipIf(!viewsWork)('a compiler for any text', () => {
  it('is one that compiles where it cannot see the files of this machine', async () => {
    expect(await errorOf(writeFakeNvcc(join(folder, 'good')))).toBe('');
  });

  it('is none that can', async () => {
    const wideOpen: Exec = { ...exec, run: job => exec.run({ ...job, view: null }) };
    expect(await errorOf(writeFakeNvcc(join(folder, 'open')), wideOpen)).toContain('sees the files of this machine');
  });

  it('is none that does not work there', async () => {
    const nvcc = writeFakeNvcc(join(folder, 'bad'));
    const blind: Exec = {
      ...exec,
      run: job => exec.run({ ...job, view: job.view && { ...job.view, shown: ['/absent'] } }),
    };
    expect(await errorOf(nvcc, blind)).toMatch(/namespaces.*: nvcc ended with code/);
    expect(await errorOf(nvcc, exec, [])).toContain('no architecture');
  });

  it('is none that does not say where its files are', async () => {
    const mute = join(folder, 'mute');
    writeFileSync(mute, '#!/bin/sh\n', { mode: 0o755 });
    expect(await errorOf(mute)).toContain('--dryrun');
  });

  it('is none whose rights cannot be taken away', async () => {
    const nowhere: Exec = { ...exec, folder: '/absent' };
    expect(await errorOf(writeFakeNvcc(join(folder, 'free')), nowhere)).toContain('confine.c');
  });

  it('needs namespaces', async () => {
    const bare: Exec = { ...exec, hasNamespaces: false };
    expect(await errorOf(join(folder, 'any'), bare)).toContain('unshare');
  });
});

describe('what compilers say of themselves', () => {
  const DRY_RUN = [
    '#$ _HERE_=/opt/cuda 13/bin',
    '#$ TOP=/opt/cuda 13/bin/..',
    '#$ gcc-12 -D__CUDA_ARCH__=900 -D__CUDA_ARCH_LIST__=900 -E -x c++ -m64 "x.cu" -o "x.ii"',
    '',
  ].join('\n');

  it('is found in a dry run', () => {
    const found = { here: '/opt/cuda 13/bin', top: '/opt/cuda 13/bin/..', hostCompiler: 'gcc-12' };
    expect(parseDryRun(DRY_RUN)).toEqual(found);
    expect(parseDryRun(DRY_RUN.replace('gcc-12', '"/opt/my gcc/bin/gcc"'))?.hostCompiler).toBe('/opt/my gcc/bin/gcc');
    expect(parseDryRun(DRY_RUN.replace('TOP', 'X'))).toBeNull();
    expect(parseDryRun(DRY_RUN.replace(' -E ', ' '))).toBeNull();
  });

  it('is found in a search list', () => {
    const printed =
      'x\n#include <...> search starts here:\n /usr/include/c++/12\n relative\n /a b\nEnd of search list.\n /z\n';
    expect(parseSearchList(printed)).toEqual(['/usr/include/c++/12', '/a b']);
    expect(parseSearchList('')).toEqual([]);
  });
});
