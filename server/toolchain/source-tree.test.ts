import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/tree.ts';
import type { Build } from '../../src/contract/api.ts';
import { PROBE_SOURCE, temporaryFolder, writeCheckout } from '../fixtures/test-server.ts';
import { type BuildCache, buildKey, openBuildCache } from './build-cache.ts';
import { sourcesWith } from './kernel-sources.ts';
import { hashSources, readSourceTree, writeSourceTree } from './source-tree.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  writeCheckout(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const paths = async (): Promise<string[]> => (await readSourceTree(folder, 'probe/probe.cu')).map(({ path }) => path);

describe('the sources of a compilation', () => {
  it('are the kernel and the headers that it includes, from its own folder first', async () => {
    const write = (name: string, text: string) => writeFileSync(join(folder, 'cuda', name), text);
    mkdirSync(join(folder, 'cuda/include/deep'));
    write('kernels/probe/probe.cu', '#include "tile.cuh"\n#include "deep/x.h"\n#include <cstdint>\n');
    write('kernels/probe/tile.cuh', '#include "../../../secret.h"\n');
    write('include/tile.cuh', '');
    write('include/deep/x.h', '#include "probe.cuh"\n');
    for (const name of ['kernels/probe/other.cuh', 'include/other.cuh']) write(name, '');
    writeFileSync(join(folder, 'secret.h'), '');
    expect(await paths()).toEqual([
      'cuda/include/deep/x.h',
      'cuda/include/probe.cuh',
      'cuda/kernels/probe/probe.cu',
      'cuda/kernels/probe/tile.cuh',
    ]);
  });

  it('are also what the compiler is told to include, with what that includes', async () => {
    mkdirSync(join(folder, 'cuda/spans'));
    const write = (name: string, text: string) => writeFileSync(join(folder, 'cuda/spans', name), text);
    write('stamps.cuh', '#include "notes.cuh"\n');
    write('notes.cuh', '');
    const sources = () => sourcesWith(folder, 'probe/probe.cu', ['-O3', '-include', 'cuda/spans/stamps.cuh']);
    const { files, hash } = await sources();
    expect(files.map(({ path }) => path)).toContain('cuda/spans/notes.cuh');
    write('notes.cuh', '//\n');
    expect((await sources()).hash).not.toBe(hash);
    expect((await sourcesWith(folder, 'probe/probe.cu', ['-O3'])).files).toHaveLength(2);
  });

  it('are also the sources that it includes, each once', async () => {
    const write = (name: string, text: string) => writeFileSync(join(folder, 'cuda/kernels/probe', name), text);
    write('probe.cu', '#define WRONG\n#include "right.cu"\n');
    write('right.cu', '# include "again.cu"\n// not read: #include "other.cu"\n');
    write('again.cu', '#include "right.cu"\n');
    write('other.cu', '');
    const found = ['again.cu', 'probe.cu', 'right.cu'].map(name => `cuda/kernels/probe/${name}`);
    expect(await paths()).toEqual(found);
  });

  it('include every source that a shipped one names', async () => {
    const wrong = await readSourceTree(projectRoot, 'gemm/missing-empty-wait.cu');
    expect(wrong.map(({ path }) => path)).toContain('cuda/kernels/gemm/v2-warp-specialized.cu');
  });

  it('include no symbolic link', async () => {
    symlinkSync('/etc/hostname', join(folder, 'cuda/include/host.h'));
    writeFileSync(join(folder, 'cuda/kernels/probe/probe.cu'), '#include "host.h"\n');
    expect(await paths()).toEqual(['cuda/kernels/probe/probe.cu']);
    rmSync(join(folder, 'cuda/kernels/probe/probe.cu'));
    symlinkSync('/etc/hostname', join(folder, 'cuda/kernels/probe/probe.cu'));
    await expect(paths()).rejects.toThrow('ELOOP');
  });

  it('are written as they were read, and over nothing', async () => {
    const job = join(folder, 'job');
    const files = await readSourceTree(folder, 'probe/probe.cu');
    await writeSourceTree(job, files);
    expect(readFileSync(join(job, 'cuda/kernels/probe/probe.cu'), 'utf8')).toBe(PROBE_SOURCE);
    await expect(writeSourceTree(job, files)).rejects.toThrow('EEXIST');
  });
});

describe('the key of a build', () => {
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
  const base = hashSources([file('a', 'xy'), file('b', 'z')], ['-DX=1']);

  it.each([
    ['a byte', [file('a', 'xz'), file('b', 'z')], ['-DX=1']],
    ['where one file ends', [file('a', 'x'), file('b', 'yz')], ['-DX=1']],
    ['a name', [file('a', 'xy'), file('c', 'z')], ['-DX=1']],
    ['a flag', [file('a', 'xy'), file('b', 'z')], ['-DX=2']],
    ['where one flag ends', [file('a', 'xy'), file('b', 'z')], ['-DX', '=1']],
    ['a file more', [file('a', 'xy'), file('b', 'z'), file('c', '')], ['-DX=1']],
  ])('changes with %s', (_, files, flags) => expect(hashSources(files, flags)).not.toBe(base));

  it('changes with the compiler', () => expect(buildKey(base, '13.0.88')).not.toBe(buildKey(base, '13.0.89')));
});

describe('the cache', () => {
  const build = {
    ptx: '.entry',
    registers: 1,
    sharedBytes: 2,
    spillStoreBytes: 3,
    spillLoadBytes: 4,
    stackBytes: 5,
    nvcc: '13.0.88',
    flags: [],
    sourceHash: 'x',
    diagnostics: '',
  };
  const open = (): Promise<BuildCache<Build>> => openBuildCache(join(folder, 'builds'));

  it('keeps a build, for the next start too, and replaces it', async () => {
    const cache = await open();
    expect(await cache.find('k')).toBeNull();
    await cache.keep('k', build);
    await cache.keep('k', { ...build, registers: 9 });
    expect(await (await open()).find('k')).toEqual({ ...build, registers: 9 });
  });

  it('has no half builds: what was not finished is removed, what cannot be read is not there', async () => {
    await open();
    writeFileSync(join(folder, 'builds/x.partial'), '{"ptx":');
    writeFileSync(join(folder, 'builds/k.json'), '{"ptx":');
    const cache = await open();
    expect(() => readFileSync(join(folder, 'builds/x.partial'))).toThrow('ENOENT');
    expect(await cache.find('k')).toBeNull();
  });
});
