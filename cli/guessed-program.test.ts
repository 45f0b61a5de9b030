/** Without a launch the command guesses one, says so, and writes one that runs in the same way. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { HALF_BLOCK, ONE_BEYOND } from '../src/app/browser/fixtures/workbench-kernels.ts';
import { parseLaunch } from '../src/contract/launch.ts';
import { lanescape } from './fixtures/in-process.ts';
import { scratchFolder } from './fixtures/reverse-kernel.ts';
import { prepareLaunch, runLaunch } from './launch-run.ts';
import { limitsText } from './launch-summary.ts';

const scratch = scratchFolder();
afterAll(scratch.remove);

/** `scale`: y[i] = a * x[i] for i < n; `pitch`: a column of shared memory, with bank conflicts. */
const TWO_KERNELS = `.version 8.0
.target sm_90
.address_size 64
.visible .entry _Z5scalejfPKfPf(.param .u32 p_0, .param .f32 p_1, .param .u64 p_2, .param .u64 p_3) {
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b64 %rd<9>;
  ld.param.u32 %r1, [p_0]; ld.param.f32 %f1, [p_1]; ld.param.u64 %rd1, [p_2]; ld.param.u64 %rd2, [p_3];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra END;
  cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;
  mul.wide.u32 %rd5, %r5, 4; add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;
  ld.global.f32 %f2, [%rd6]; mul.f32 %f3, %f1, %f2; st.global.f32 [%rd7], %f3;
END: ret;
}
.visible .entry pitch(.param .u64 p_0) {
  .reg .b32 %r<9>; .reg .b64 %rd<9>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %rd1, [p_0]; cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 7; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;
  st.shared.u32 [%r4], %r1; ld.shared.u32 %r5, [%r4];
  mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3; st.global.u32 [%rd4], %r5;
  ret;
}`;
const SOURCE = `__global__ void scale(unsigned n, float factor, const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}`;

const ptx = scratch.write('two.ptx', TWO_KERNELS);
const source = scratch.write('two.cu', SOURCE);
const saved = scratch.write('guessed.json', '');

describe('lanescape check without --launch', () => {
  it('asks for the kernel where there are several', async () => {
    expect(await lanescape(['check', '--ptx', ptx])).toEqual({
      code: 2,
      stdout: '',
      stderr: `lanescape: ${ptx}: name one with --kernel; its kernels: scale, pitch\n`,
    });
    expect((await lanescape(['check', '--ptx', ptx, '--kernel', 'scal'])).stderr).toContain("no kernel is 'scal'");
  });

  it("needs no name beside CUB's empty kernel", async () => {
    const empty = '.visible .entry _ZN3cub17CUB_300001_SM_9006detail11EmptyKernelIvEEvv() { ret; }';
    const pitch = TWO_KERNELS.replace(/\.visible \.entry _Z5scale.*(?=\.visible)/s, '');
    const { code, stdout } = await lanescape(['check', '--ptx', scratch.write('cub.ptx', `${pitch}\n${empty}`)]);
    expect({ code, passed: stdout.endsWith('check passed: 0 findings, 0 warnings\n') }).toEqual({
      code: 0,
      passed: true,
    });
  });

  it('guesses sizes that fit each other, named as in the source, and saves what it ran', async () => {
    const words = ['--ptx', ptx, '--kernel', 'scale', '--source', source];
    const guessed = await lanescape(['check', ...words, '--save-launch', saved]);
    expect(guessed.stderr).toBe('');
    expect(guessed.stdout).toMatch(
      /^The launch is guessed: 4 x 1 x 1 CTAs of 256 x 1 x 1 threads, n = 1000, factor = 2, in has 1000 f32, out has 1000 f32\./,
    );
    expect(guessed.code).toBe(0);
    expect(parseLaunch(JSON.parse(readFileSync(saved, 'utf8')))).toMatchObject({ ok: true });
    const told = JSON.parse((await lanescape(['check', ...words, '--json'])).stdout);
    expect(told.guessed).toEqual(expect.arrayContaining(['grid', 'block', 'params[0].value', 'buffers[0].length']));
    const again = await lanescape(['check', '--ptx', ptx, '--launch', saved]);
    expect(again).toEqual({ code: 0, stdout: 'check passed: 0 findings, 0 warnings\n', stderr: '' });
  });

  it('names parameters as the source does that the line table names', async () => {
    const lined = scratch.write('lined.ptx', `${TWO_KERNELS}\n.file 1 "${source}"\n`);
    const { stdout } = await lanescape(['check', '--ptx', lined, '--kernel', 'scale']);
    expect(stdout).toContain(' n = 1000, factor = 2, in has 1000 f32, out has 1000 f32.');
  });

  it('tells what a kernel costs, though no limit forbids it', async () => {
    const { code, stdout } = await lanescape(['check', '--ptx', ptx, '--kernel', 'pitch']);
    expect(stdout).toMatch(/\n2 costs, most at .*two\.ptx:\d+: \d+ wavefronts where \d+ would do\. `emulate` says/);
    expect(code).toBe(0);
  });

  it('names a block that would do, where the guessed one does not', async () => {
    const half = scratch.write('half.ptx', HALF_BLOCK);
    const { code, stdout } = await lanescape(['check', '--ptx', half]);
    expect(stdout).toMatch(/fault: The launch is guessed: blocks of 256 x 1 x 1\. .*both touch shared byte/);
    expect(stdout).toContain('\nWith blocks of 128 x 1 x 1 threads a run finds no fault.\n');
    expect(code).toBe(1);
  });

  it('says that block in JSON, too', async () => {
    const { stdout } = await lanescape(['emulate', '--ptx', scratch.write('half.ptx', HALF_BLOCK), '--json']);
    expect(JSON.parse(stdout).fittingBlock).toEqual({ block: [128, 1, 1], faults: 0 });
  });

  it('names the length of a buffer that would do, where the guessed one is too short', async () => {
    const beyond = ['--ptx', scratch.write('beyond.ptx', ONE_BEYOND)];
    const words = "With 1024 elements of 'out' (buffers[0].length) a run no longer finds this.";
    for (const verb of ['check', 'emulate']) {
      const { code, stdout } = await lanescape([verb, ...beyond]);
      expect(stdout).toMatch(/fault: The launch is guessed: n = 1000, 'out' has 1000 elements\. .*\n {4}With 1024 /);
      expect(stdout).toContain(words);
      expect(code).toBe(1);
    }
    const fitting = { path: 'buffers[0].length', value: 1024, message: words };
    const checked = JSON.parse((await lanescape(['check', ...beyond, '--json'])).stdout);
    expect(checked).toMatchObject({ findings: [{ fitting }], faults: [{ kind: 'outOfBounds' }] });
    expect(JSON.parse((await lanescape(['emulate', ...beyond, '--json'])).stdout).faults).toMatchObject([{ fitting }]);
    expect((await lanescape(['check', ...beyond, '--github'])).stdout).toContain(`%0A${words}%0A`);
  });

  it('names no length for one that is given', async () => {
    const beyond = ['--ptx', scratch.write('beyond.ptx', ONE_BEYOND)];
    await lanescape(['check', ...beyond, '--save-launch', saved]);
    const { code, stdout } = await lanescape(['check', ...beyond, '--launch', saved]);
    expect({ code, says: stdout.includes('no longer finds') }).toEqual({ code: 1, says: false });
  });

  it('takes no option of a guess beside a launch', async () => {
    const { code, stderr } = await lanescape(['emulate', '--ptx', ptx, '--launch', saved, '--kernel', 'scale']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'lanescape: --kernel is for a launch that is guessed: leave it out, or --launch and --capture\n',
    });
  });
});

describe('lanescape check with several modules', () => {
  const HEAD = '.version 8.0\n.target sm_90\n.address_size 64\n';
  const user = scratch.write(
    'user.ptx',
    `${HEAD}.extern .func (.param .b32 y) triple (.param .b32 x);
.visible .entry k(.param .u64 out) {
  .reg .b64 %o; .reg .b32 %t, %v;
  ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;
  { .param .b32 x; .param .b32 y; st.param.b32 [x], %t; call (y), triple, (x); ld.param.b32 %v, [y]; }
  mad.wide.u32 %o, %t, 4, %o; st.global.u32 [%o], %v;
  ret;
}`,
  );
  const triple = (linkage: string) =>
    `${HEAD}${linkage} .func (.param .b32 y) triple (.param .b32 x) {
  .reg .b32 %v;
  ld.param.b32 %v, [x]; mul.lo.u32 %v, %v, 3; st.param.b32 [y], %v;
  ret;
}`;
  const owner = scratch.write('owner.ptx', triple('.visible'));
  const hidden = scratch.write('hidden.ptx', triple(''));
  const expected = scratch.write('expected.json', JSON.stringify({ out: { formula: '3 * i', tolerance: 0 } }));

  it('links them, whichever comes first', async () => {
    for (const words of [
      ['--ptx', user, '--ptx', owner],
      ['--ptx', owner, '--ptx', user],
    ]) {
      const { code, stdout, stderr } = await lanescape(['check', ...words, '--expect', expected]);
      expect({ code, stderr, last: stdout.trim().split('\n').at(-1) }).toEqual({
        code: 0,
        stderr: '',
        last: 'check passed: 0 findings, 0 warnings',
      });
    }
  });

  it('names the files that do not fit', async () => {
    expect((await lanescape(['check', '--ptx', user])).stdout).toContain("call of 'triple': the function has no body");
    expect((await lanescape(['check', '--ptx', user, '--ptx', hidden])).stderr).toBe(
      `lanescape: ${user}:1:1: 'triple' is declared .extern in ${user}, and ${hidden} keeps its own to itself: make that one .visible\n`,
    );
    expect((await lanescape(['check', '--ptx', user, '--ptx', owner, '--ptx', owner])).stderr).toBe(
      `lanescape: ${owner}:1:1: 'triple' is defined twice, in ${owner} and in ${owner}\n`,
    );
  });
});

describe('the time of a guess', () => {
  // The loop goes on while a number that the guess makes positive is so.
  const waits = scratch.write(
    'waits.ptx',
    `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p_0, .param .u32 p_1) {
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [p_0]; ld.param.u32 %r1, [p_1]; mov.u32 %r2, 0;
LOOP: add.u32 %r2, %r2, %r1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP;
  st.global.u32 [%rd1], %r2; ret;
}`,
  );
  const options = { ptx: [waits], kernel: undefined, source: undefined, 'save-launch': undefined, ctas: undefined };
  const prepared = async (more: { launch?: string; 'max-seconds'?: string }) => {
    const before = performance.now();
    const one = await prepareLaunch(
      { ...options, launch: undefined, capture: undefined, 'max-seconds': undefined, 'first-fault': false, ...more },
      null,
    );
    if (!one.ok) throw new Error(String(one.error));
    await one.value.inspection.run(1, async () => false);
    return { ...one.value, seconds: (one.value.endsAt - before) / 1000 };
  };

  it('is a minute, unless somebody says another', async () => {
    const [usual, named] = [await prepared({}), await prepared({ 'max-seconds': '7' })];
    expect(usual.seconds).toBeCloseTo(60, 0);
    expect(named.seconds).toBeCloseTo(7, 0);
    const given = await prepared({ launch: scratch.write('given.json', usual.launch) });
    expect(given.seconds).toBe(Number.POSITIVE_INFINITY);
  });

  it('is told where it was over', async () => {
    const usual = await prepared({});
    const run = await runLaunch({ ...usual, endsAt: performance.now() });
    if (run === 'interrupted') throw new Error(run);
    expect(limitsText(run)).toMatch(
      /^the time was over after 0 of \d+ CTAs.*\nA guess has 60 s, .* --max-seconds S gives it more;/,
    );
    expect(limitsText({ ...run, isUsualTime: false })).not.toContain('A guess has');
  });
});
