/** The same with the real compiler, through a shell of this machine. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExec, type Exec } from '../exec/exec.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { openBinaries } from '../runners/binaries.ts';
import { catalog } from '../toolchain/catalog.ts';
import { ptxCommand } from '../toolchain/command-line.ts';
import { type CompileOptions, compile } from '../toolchain/compile.ts';
import { findNvcc, nvccCandidates } from '../toolchain/find-nvcc.ts';
import { readSourceTree } from '../toolchain/source-tree.ts';
import { type FarNvcc, findFarNvcc } from './far-nvcc.ts';
import { parsePlaces } from './place-file.ts';

const CHECKOUT = join(import.meta.dirname, '../..');
const { signal } = new AbortController();

describe.skipIf(nvccCandidates().length === 0)('nvcc of a place', () => {
  const folder = temporaryFolder();
  let exec: Exec;
  let far: FarNvcc;
  let options: CompileOptions;
  beforeAll(async () => {
    exec = await createExec(join(folder, 'work'));
    const places = parsePlaces('{"places":[{"name":"here","kind":"local"},{"name":"uni","kind":"slurm"}]}', '');
    far = (await findFarNvcc(exec, places.ok ? places.value : [])) ?? expect.fail('there is an nvcc');
    options = { nvcc: far.nvcc, exec, timeoutMs: 100_000, sight: null, elsewhere: far.run };
  });
  afterAll(async () => {
    await far.close();
    await exec.close();
    rmSync(folder, { recursive: true });
  });

  it('is the one that is found here', async () => {
    expect(far.place).toBe('uni');
    expect(far.nvcc).toEqual(await findNvcc(exec, nvccCandidates()));
  });

  it('makes the same PTX as here, with the same report', async () => {
    const kernel = catalog.get('transpose') ?? expect.fail('there is a transpose');
    const spec = kernel.build('padded', kernel.defaults);
    const files = await readSourceTree(CHECKOUT, spec.source);
    const order = { files, argv: ptxCommand(spec, 'sm_90'), arch: 'sm_90' };
    const [there, here] = [
      await compile(options, order, signal),
      await compile({ ...options, elsewhere: null }, order, signal),
    ];
    if (!there.ok || !here.ok) return expect.fail(JSON.stringify(there.ok ? here : there));
    expect(there.value.ptx).toBe(here.value.ptx);
    const numbers = (report: string): string[] => report.match(/Used \d+ registers.*/g) ?? [];
    expect(numbers(there.value.report)).toEqual(numbers(here.value.report));
    expect(numbers(here.value.report)).toHaveLength(1);
  });

  it('builds the GPU process, with PTX for newer GPUs', async () => {
    const built = await (await openBinaries(join(folder, 'binaries'), options, CHECKOUT)).runner(
      ['sm_90'],
      ['sm_90'],
      signal,
    );
    if (!built.ok) return expect.fail(built.error.diagnostics);
    expect(statSync(built.value).mode & 0o100).toBe(0o100);
    const bytes = readFileSync(built.value);
    expect(bytes.subarray(1, 4).toString()).toBe('ELF');
    const { end, stderr } = await exec.inFolder(at =>
      exec.run({
        ...{ file: built.value, argv: [], folder: at, timeoutMs: 10_000, maxOutputBytes: 1 << 16, view: null },
        limits: { cpuSeconds: 10, fileBytes: 1 << 20, processes: 64, memoryBytes: null },
      }),
    );
    // Its input is empty, so with a GPU it ends well, and without one it says so.
    expect(end.kind === 'exited' && (end.code === 0 || stderr.includes('no NVIDIA driver'))).toBe(true);
  });
});
