/** The same with the real compiler, if there is one: the shipped kernels through the server's API. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { compileEventSchema } from '../src/contract/api.ts';
import { createExec, probeJob } from './exec/exec.ts';
import {
  eventsOf,
  lastOfSource,
  leftovers,
  postCompile,
  startTestServer,
  type TestServer,
  temporaryFolder,
} from './fixtures/test-server.ts';
import { viewsWork } from './fixtures/views.ts';
import { catalog } from './toolchain/catalog.ts';
import { compile } from './toolchain/compile.ts';
import { nvccCandidates } from './toolchain/find-nvcc.ts';

const checkout = join(import.meta.dirname, '..');
const [nvcc] = nvccCandidates();

describe.skipIf(nvcc === undefined)('nvcc', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({}, { catalog, checkout, nvccCandidates: nvccCandidates() });
  });
  afterAll(() => server.end());

  const kernel = catalog.get('transpose') ?? expect.fail('there is a transpose');
  const compile = async (arch: string) => {
    const request = { kernel: 'transpose', variant: 'padded', params: kernel.defaults, arch };
    const last = eventsOf(await postCompile(server, request))
      .map(event => compileEventSchema.parse(event))
      .at(-1);
    return last?.stage === 'done' ? last : expect.fail(JSON.stringify(last));
  };

  it('hears no flags from our environment', async () => {
    vi.stubEnv('NVCC_APPEND_FLAGS', '-DEVIL_APPENDED');
    vi.stubEnv('NVCC_PREPEND_FLAGS', '-DEVIL_PREPENDED');
    const folder = temporaryFolder();
    const exec = await createExec(folder);
    const { end, stderr } = await exec.inFolder(async work => {
      const argv = ['--dryrun', '-ptx', '-arch=sm_90', '-o', 'x.ptx', 'x.cu'];
      return exec.run(probeJob({ file: nvcc, argv }, work));
    });
    vi.unstubAllEnvs();
    expect(end).toEqual({ kind: 'exited', code: 0 });
    expect(stderr).toContain('cicc');
    expect(stderr).not.toContain('EVIL');
    await exec.close();
    rmSync(folder, { recursive: true });
  });

  it('builds a shipped kernel, and says what ptxas says', async () => {
    const done = await compile('sm_90');
    expect(done.ptx).toContain('.entry transpose');
    expect(done.registers).toBeGreaterThan(8);
    expect(done).toMatchObject({ spillStoreBytes: 0, spillLoadBytes: 0, stackBytes: 0, diagnostics: '' });
    expect(done.ptx).not.toContain(server.folder);
  });

  it('gives the very text that is committed, when it is the same release', async ({ skip }) => {
    const manifest = JSON.parse(readFileSync(join(checkout, 'public/ptx/manifest.json'), 'utf8'));
    skip(manifest.kernels.transpose.nvcc !== server.machine.nvcc?.version, 'another release of nvcc');
    const path = kernel.ptxPath('padded', kernel.defaults, 'sm_90');
    expect((await compile('sm_90')).ptx).toBe(readFileSync(join(checkout, 'public/ptx', path), 'utf8'));
  });
});

const KERNEL = 'extern "C" __global__ void k(int *p) { p[threadIdx.x] = 1; }\n';

describe.skipIf(nvcc === undefined || !viewsWork)("nvcc with text of a person's own", () => {
  let server: TestServer;
  beforeAll(async () => {
    const parts = { catalog, checkout, nvccCandidates: nvccCandidates(), compileTimeoutMs: 30_000 };
    server = await startTestServer({ allowSource: true }, parts);
  });
  afterEach(() => expect(leftovers(server)).toEqual([]));
  afterAll(() => server.end());

  it('finds the headers of the toolkit, the host compiler and ours, and names what it was given', async () => {
    const headers = ['cooperative_groups.h', 'cuda_fp16.h', 'cuda/std/array', 'cassert', 'vector', 'math.h'];
    const text = `\uFEFF${headers.map(name => `#include <${name}>`).join('\n')}\n${KERNEL}
      template <int N> __global__ void twice(float *p) { assert(p); p[N * threadIdx.x] *= 2; }
      template __global__ void twice<3>(float *);`;
    const done = await lastOfSource(server, text);
    if (done.stage !== 'done') expect.fail(JSON.stringify(done));
    expect(done.entries.map(({ entry }) => entry).sort()).toEqual(['_Z5twiceILi3EEvPf', 'k']);
    expect(done.entries.every(({ registers }) => registers > 4)).toBe(true);
    expect(done.ptx).toMatch(/\.file\s+\d+ "own\.cu"/);
    expect(JSON.stringify(done)).not.toMatch(new RegExp(`source\\.cu|${server.folder}`));
  });

  it('reports errors at their lines, in the words of the compiler', async () => {
    const failed = await lastOfSource(server, `${KERNEL}int x = y;\n`);
    expect(failed).toMatchObject({ stage: 'failed', at: 'nvcc' });
    const { diagnostics } = failed.stage === 'failed' ? failed : expect.fail('it fails');
    expect(diagnostics).toContain('own.cu(2): error: identifier "y" is undefined');
    expect(diagnostics).toContain('1 error detected in the compilation of "own.cu"');
    expect(await lastOfSource(server, 'int x;\n')).toMatchObject({
      at: 'output',
      message: expect.stringContaining('__global__'),
    });
  });

  it('puts what ptxas says at the lines of the text, all of it', async () => {
    const text = `__global__ void k(int* p) {
  int unused;
  asm volatile("foo.bar;");
  asm volatile("add.s32 %0, %1, 3.0;" : "=r"(p[0]) : "r"(p[1]));
}`;
    const failed = await lastOfSource(server, text);
    const { diagnostics } = failed.stage === 'failed' ? failed : expect.fail('it fails');
    const said = diagnostics.split('\n');
    expect(said.filter(line => line.includes('ptxas:'))).toEqual([
      expect.stringMatching(/^own\.cu\(3\): error: ptxas: /),
      expect.stringMatching(/^own\.cu\(3\): error: ptxas: .*'foo'/),
      expect.stringMatching(/^own\.cu\(4\): error: ptxas: .*'add'/),
    ]);
    expect(said[0]).toMatch(/^own\.cu\(2\): warning/);
  });

  it('has a hint for a template that nothing instantiates, and for what sm_90a has and sm_90 has not', async () => {
    const template = await lastOfSource(server, 'template <class T> __global__ void k(T* p) { p[0] = 1; }');
    expect(template).toMatchObject({
      stage: 'failed',
      message: expect.stringContaining('template __global__ void k<'),
    });
    const family = '__global__ void k() { asm volatile("wgmma.fence.sync.aligned;"); }';
    expect(await lastOfSource(server, family)).toMatchObject({
      stage: 'failed',
      message: expect.stringContaining('choose sm_90a instead of sm_90'),
    });
  });

  const FIRST_LINE = readFileSync('/etc/passwd', 'utf8').split('\n')[0];

  it.each([
    '#include "/etc/passwd"',
    '#include "../../../../../../../../../../etc/passwd"',
    '#define NAME "/etc/passwd"\n#include NAME',
    '#ifdef __CUDA_ARCH__\n#include "/etc/passwd"\n#endif',
    '#define H #\nH include "/etc/passwd"',
    '#define H %:\nH include "/etc/passwd"',
    'int x;\r#include "/etc/passwd"\r',
    '%:include "/etc/passwd"',
    '??=include "/etc/passwd"',
    '#inc\\\nlude "/etc/passwd"',
    '#line 1 "/etc/passwd"\n#warning here\n#error here',
    '# 1 "/etc/passwd" 1\nint x = y;',
    '_Pragma("GCC dependency \\"/etc/passwd\\"")',
    'const char s[] = {\n#embed "/etc/passwd"\n};',
    '#if __has_include("/etc/passwd")\n#error it is there\n#endif',
    '#include "/proc/self/environ"',
    '#include "/proc/1/root/etc/passwd"',
    '#include "/dev/zero"',
    'asm(".incbin \\"/etc/passwd\\"");',
    '__global__ void leak() { asm volatile("\\n#include \\"/etc/passwd\\"\\n"); }',
  ])('gives nothing of a file to %j', async reach => {
    const said = JSON.stringify(await lastOfSource(server, `${reach}\n${KERNEL}`));
    expect(said).not.toContain(FIRST_LINE);
    expect(said).not.toMatch(/it is there|LANESCAPE_JOB/);
  });

  it.each(['#include "/etc/passwd"', '#define H #\nH include "/etc/passwd"', '#line 1 "/etc/passwd"\n#error here'])(
    'would give it where nvcc sees the files of this machine: %j',
    async reach => {
      const folder = temporaryFolder();
      const exec = await createExec(folder);
      const openCompiler = {
        nvcc: { path: nvcc, version: '', archs: [] },
        exec,
        timeoutMs: 30_000,
        sight: null,
        elsewhere: null,
      };
      const files = [{ path: 'x.cu', bytes: Buffer.from(`${reach}\n${KERNEL}`) }];
      const compilation = { files, argv: ['-ptx', '-arch=sm_90', 'x.cu'], arch: 'sm_90' };
      const result = await compile(openCompiler, compilation, new AbortController().signal);
      expect(JSON.stringify(result)).toContain(FIRST_LINE);
      await exec.close();
      rmSync(folder, { recursive: true });
    },
  );

  it.each([
    ['of macros', '#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint y = B(B(B(B(1+)))) 1;'],
    [
      'of templates',
      'template<int N,int M> struct T{static const int v=T<N-1,M>::v+T<N-1,M+(1<<N)>::v;};\ntemplate<int M> struct T<0,M>{static const int v=M;};\nint y=T<28,0>::v;',
    ],
  ])(
    'ends a bomb %s',
    async (_, bomb) => {
      const short = await startTestServer(
        { allowSource: true },
        { nvccCandidates: nvccCandidates(), compileTimeoutMs: 8000 },
      );
      expect((await lastOfSource(short, `${bomb}\n${KERNEL}`)).stage).toBe('failed');
      expect(leftovers(short)).toEqual([]);
      await short.end();
    },
    60_000,
  );
});
