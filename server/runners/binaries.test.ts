import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExec, type Exec } from '../exec/exec.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import type { CompileOptions } from '../toolchain/compile.ts';
import { openBinaries } from './binaries.ts';

let folder = '';
let exec: Exec;
beforeEach(async () => {
  folder = temporaryFolder();
  exec = await createExec(join(folder, 'work'));
});
afterEach(async () => {
  await exec.close();
  rmSync(folder, { recursive: true });
});

const { signal } = new AbortController();

/** A stand-in compiler, written as one line of shell; `$*` are its arguments. */
function compilerOf(script: string): CompileOptions {
  const path = join(folder, 'nvcc');
  writeFileSync(path, `#!/bin/sh\necho run >> ${folder}/runs\n${script}\n`, { mode: 0o755 });
  return { nvcc: { path, version: '1.2.3', archs: ['sm_90'] }, exec, timeoutMs: 5000, sight: null, elsewhere: null };
}
const open = (script: string) => openBinaries(join(folder, 'binaries'), compilerOf(script), folder);
const runs = (): number => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n').length;

describe('machine code', () => {
  it('is made once for a text, also for the next server', async () => {
    const binaries = await open('cp kernel.ptx kernel.cubin');
    const first = await binaries.cubin('one', 'sm_90', signal);
    expect(first.ok && readFileSync(first.value, 'utf8')).toBe('one');
    expect(await binaries.cubin('one', 'sm_90', signal)).toEqual(first);
    expect(await (await open('exit 1')).cubin('one', 'sm_90', signal)).toEqual(first);
    expect(runs()).toBe(1);
  });

  it('of another text or architecture is other', async () => {
    const binaries = await open('cp kernel.ptx kernel.cubin');
    const made = await Promise.all([
      binaries.cubin('one', 'sm_90', signal),
      binaries.cubin('two', 'sm_90', signal),
      binaries.cubin('one', 'sm_80', signal),
    ]);
    expect(new Set(made.map(result => result.ok && result.value)).size).toBe(3);
  });

  it('that could not be made is not kept', async () => {
    const failing = await (await open('echo no such register >&2; exit 2')).cubin('one', 'sm_90', signal);
    expect(failing).toMatchObject({ ok: false, error: { at: 'ptxas', diagnostics: 'no such register' } });
    expect(await (await open('true')).cubin('one', 'sm_90', signal)).toMatchObject({
      ok: false,
      error: { at: 'output' },
    });
    for (const leave of ['mkfifo kernel.cubin', 'ln -s kernel.ptx kernel.cubin', 'ln kernel.ptx kernel.cubin']) {
      expect(await (await open(leave)).cubin('one', 'sm_90', signal)).toMatchObject({ error: { at: 'output' } });
    }
    expect((await (await open('cp kernel.ptx kernel.cubin')).cubin('one', 'sm_90', signal)).ok).toBe(true);
  });
});

describe('a kernel that is no variant', () => {
  const spec = { source: 'sum/sum.cu', entry: 'sum', defines: { WIDTH: 4 } };
  const write = (text: string): void => {
    mkdirSync(join(folder, 'cuda/kernels/sum'), { recursive: true });
    writeFileSync(join(folder, 'cuda/kernels/sum/sum.cu'), text);
  };
  /** It copies the source and appends its arguments. */
  const compiler = 'cp cuda/kernels/sum/sum.cu kernel.cubin; echo "$*" >> kernel.cubin';

  it('is made once for its source and macros', async () => {
    write('one');
    const binaries = await open(compiler);
    const first = await binaries.kernel(spec, 'sm_90', signal);
    const text = first.ok ? readFileSync(first.value, 'utf8') : '';
    expect(text).toMatch(/^one.*-cubin .*-arch=sm_90 .*-DWIDTH=4 /s);
    expect(await binaries.kernel(spec, 'sm_90', signal)).toEqual(first);
    expect(runs()).toBe(1);
  });

  it('of a changed source or other macros is other', async () => {
    const made: unknown[] = [];
    for (const [text, width] of [
      ['one', 4],
      ['two', 4],
      ['two', 8],
    ] as const) {
      write(text);
      const one = await (await open(compiler)).kernel({ ...spec, defines: { WIDTH: width } }, 'sm_90', signal);
      made.push(one.ok && one.value);
    }
    expect(new Set(made).size).toBe(3);
  });

  it('cannot name a source elsewhere', async () => {
    write('one');
    const binaries = await open(compiler);
    const made = binaries.kernel({ ...spec, source: '../kernels/sum/sum.cu' }, 'sm_90', signal);
    await expect(made).rejects.toThrow('assertion failed');
  });
});
