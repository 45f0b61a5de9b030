/**
 * Checks what threads must not do while tensor cores multiply for their warpgroup: kernels that are each wrong in one
 * way, and right ones.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../trace/fault.ts';
import { assemble } from '../isa/assembly.ts';
import { type KernelRun, parsed, runKernel } from './kernel-run.ts';

const module = parsed(readFileSync(new URL('./fixtures/products.sm_90a.ptx', import.meta.url), 'utf8'));

const kernel = (entry: string): KernelRun => ({
  entry,
  block: [entry.startsWith('release') ? 160 : 128, 1, 1],
  words: 1024,
});

const WRONG: Readonly<Record<string, readonly [kind: FaultKind, words: string]>> = {
  wait: ['missingWait', 'reads a register of the product of line 47 before wgmma.wait_group has waited for its group'],
  pending: ['missingWait', 'before wgmma.wait_group has waited'],
  commit: ['missingWait', 'before wgmma.wait_group has waited'],
  fence: ['missingFence', 'has written, with no wgmma.fence in between'],
  first: ['missingFence', 'is the first product of its warp, with no wgmma.fence before it'],
  held: ['missingWait', 'writes a register of the product of line 55'],
  overwrite: ['missingWait', 'before wgmma.wait_group has waited for'],
  release: ['race', 'both touch shared byte'],
  unsynced: ['race', 'both touch shared byte'],
  proxy: ['missingFence', 'with no fence.proxy.async behind'],
  copy: ['missingWait', 'before wgmma.wait_group has waited for'],
  apart: ['barrier', 'is to be carried out by a whole warpgroup, one warp of which is at'],
  left: ['barrier', 'needs all four warps of its warpgroup, but warp 3 has exited'],
};
const RIGHT = ['wait', 'pending', 'fence', 'first', 'held', 'overwrite', 'copy', 'release', 'left'];

test.each(Object.entries(WRONG))('%s: the wrong kernel is a %s', (name, [kind, words]) => {
  const [fault] = runKernel(module, kernel(`${name}Wrong`)).faults;
  expect(fault).toMatchObject({ kind, place: { file: 'products.cu' } });
  expect(fault.message).toContain(words);
});

test.each(RIGHT)('%s: the right kernel is clean', name => {
  expect(runKernel(module, kernel(`${name}Right`), { faults: 'all' }).faults).toEqual([]);
});

test('a run that goes on after its faults says each once', () => {
  const { faults } = runKernel(module, kernel('waitWrong'), { faults: 'all' });
  expect(faults.every(({ kind }) => kind === 'missingWait')).toBe(true);
  expect(new Set(faults.map(({ place }) => place.ptxLine)).size).toBe(faults.length);
});

const product = (body: string, threads = 128) =>
  runKernel(
    parsed(
      assemble({
        module: '.shared .align 1024 .b8 tile[8192];',
        body: `.reg .b32 %d<4>; mov.u32 %r1, tile; ${body} wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %x1, %x2, %p1, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;`,
      }),
    ),
    { entry: 'k', block: [threads, 1, 1] },
    { check: false },
  ).faults[0]?.message ?? null;

test('a product of what threads copied, waited for and met about is a hazard where no proxy fence stands between', () => {
  const run = (fence: string) => {
    const copies = 'cp.async.cg.shared.global [%r2], [%x3], 16; cp.async.cg.shared.global [%r2+2048], [%x3+2048], 16;';
    const text = assemble({
      module: '.shared .align 1024 .b8 tile[4096];',
      body: `.reg .b32 %d<4>; mov.u32 %r1, tile; mad.lo.u32 %r2, %tid, 16, %r1; mad.wide.u32 %x3, %tid, 16, %out;
${copies} cp.async.wait_all; ${fence} bar.sync 0; mov.u64 %x1, ${GOOD}; wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %x1, %x1, 0, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;`,
    });
    const { ok, faults, hazards } = runKernel(parsed(text), { entry: 'k', block: [128, 1, 1], words: 1024 });
    return { ok, faults, hazards };
  };
  expect(run('fence.proxy.async;')).toEqual({ ok: true, faults: [], hazards: [] });
  expect(run('')).toMatchObject({
    ok: true,
    faults: [],
    hazards: [{ kind: 'missingFence', seen: expect.stringContaining('Triton') }],
  });
});

/** LBO, SBO of 128 and 256 bytes, no swizzle. */
const GOOD = 0x10_0008_0000n;

describe('descriptors', () => {
  const both = (a: bigint, b: bigint): string => `mov.u64 %x1, ${a}; mov.u64 %x2, ${b}; setp.ne.u32 %p1, %tid, %tid;`;

  test('that are right are taken', () => expect(product(both(GOOD, GOOD))).toBeNull());

  test.each([
    [1n << 14n, 'bits 14-15 of the descriptor of A are not 0'],
    [1n << 31n, 'bits 30-31 of the descriptor of A are not 0'],
    [1n << 46n, 'bits 46-48 of the descriptor of A are not 0'],
    [1n << 61n, 'bits 52-61 of the descriptor of A are not 0'],
    [0x200n, 'the descriptor of A (start 0x2000, LBO 128, SBO 256, swizzle none) leads to shared byte 0x2000'],
    [(1n << 62n) | 0x1f8n, 'the descriptor of A (start 0x1f80, LBO 128, SBO 256, swizzle 128 bytes) leads to'],
  ])('%i more: is named', (more, words) => {
    expect(product(both(GOOD | more, GOOD))).toContain(words);
    expect(product(both(GOOD, GOOD | more))).toContain(words.replace('of A', 'of B'));
  });

  test('must be alike in all threads', () => {
    const other = `${both(GOOD, GOOD)} setp.eq.u32 %p2, %tid, 77; @%p2 add.u64 %x2, %x2, 1;`;
    expect(product(other)).toContain('the descriptor of B is not the same in all threads of the warpgroup');
  });

  test('so must scale-d', () => {
    const other = both(GOOD, GOOD).replace('%tid, %tid', '%tid, 77');
    expect(product(other)).toContain('scale-d is not the same in all threads of the warpgroup');
  });

  test('a warpgroup that is not whole is told', () => {
    expect(product(both(GOOD, GOOD), 96)).toContain(
      'needs all four warps of its warpgroup, but warp 3 has exited or never was',
    );
  });
});

test('a warpgroup whose last warp waits elsewhere is a deadlock that says so', () => {
  const text = assemble({
    body: `.reg .b32 %d<4>; setp.ge.u32 %p1, %tid, 96; @%p1 bar.sync 1, 64; mov.u64 %x1, ${GOOD};
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %x1, %x1, 1, 1, 1, 0, 0;`,
  });
  const [fault] = runKernel(parsed(text), { entry: 'k', block: [128, 1, 1] }).faults;
  expect(fault.kind).toBe('deadlock');
  expect(fault.message).toContain('waits for the other warps of its warpgroup');
});

describe('what ptxas refuses', () => {
  const D = '{%d0, %d1, %d2, %d3}';
  test.each([
    [
      `wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 ${D}, %x1, %x2, %r1, 2, 1, 1, 1, 0, 0`,
      'a sparsity selector is 0 to 1, not 2',
    ],
    [
      `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 ${D}, %x1, %x2, 1, 2, 1, 0, 0`,
      'the scale of an operand is 1 or -1, not 2',
    ],
    [
      `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 ${D}, %x1, %x2, 1, 1, 1, 2, 0`,
      'a major-ness is 0 or 1, not 2',
    ],
    [`wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 ${D}, %x1, %x2, 1, 1, 1, 0, 0`, 'takes 6 operands'],
    [`wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 ${D}, %x1, %x2, 1, 1, 1, 0, 0`, 'needs one of'],
    [`wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 ${D}, %x1, %x2, 1`, 'needs one of'],
    [`wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 ${D}, %x1, %x2, 1, 1, 1, 0, 0`, 'needs 8 registers'],
    [
      `wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16 ${D}, %x1, %x2, 1, 1, 1, 0, 0`,
      'there are no sums of .f16 for .bf16',
    ],
    [
      `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 ${D}, %x1, %x2, 1, 1, 1, 0, 0`,
      '.f16 and .bf16 are not multiplied',
    ],
    ['wgmma.wait_group.sync.aligned 8', 'waits for all but 0 to 7 groups, not 8'],
    ['setmaxnreg.inc.sync.aligned.u32 20', 'sets a multiple of 8 from 24 to 256, not 20'],
    ['setmaxnreg.inc.sync.aligned.u32 100', 'sets a multiple of 8 from 24 to 256, not 100'],
  ])('%s', (instruction, words) => {
    const text = assemble({ body: `.reg .b32 %d<4>; ${instruction};` });
    const { faults } = runKernel(parsed(text), { entry: 'k', block: [128, 1, 1] });
    expect(faults[0]).toMatchObject({ kind: 'unsupported' });
    expect(faults[0].message).toContain(words);
  });
});

describe('a product of what a bulk copy brings', () => {
  /** Each warp looks at the mbarrier once, and then as `behind` says. */
  const run = (behind: string) => {
    const text = assemble({
      module: '.shared .align 1024 .b8 tile[4096]; .shared .align 8 .b64 full;',
      body: `.reg .b32 %d<4>; mov.u32 %r1, tile; mov.u32 %r5, full; setp.ne.u32 %p3, %tid, 0; mov.u64 %x1, ${GOOD};
@%p3 bra MEET; mbarrier.init.shared.b64 [%r5], 1; fence.mbarrier_init.release.cluster;
mbarrier.arrive.expect_tx.shared.b64 _, [%r5], 4096;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%out], 4096, [%r5];
MEET: bar.sync 0; mbarrier.try_wait.parity.shared.b64 %p1, [%r5], 0; ${behind}
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %x1, %x1, 0, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;`,
    });
    const { faults } = runKernel(parsed(text), { entry: 'k', block: [128, 1, 1], words: 1024 }, { faults: 'all' });
    return faults.map(({ kind }) => kind);
  };
  /** Nobody waits before the product; warp `w` stores a sum. */
  const unawaited = (w: number) => {
    const text = assemble({
      module: '.shared .align 1024 .b8 tile[4096]; .shared .align 8 .b64 full;',
      body: `.reg .b32 %d<4>; mov.u32 %r1, tile; mov.u32 %r5, full; setp.ne.u32 %p3, %tid, 0; mov.u64 %x1, ${GOOD};
@%p3 bra MEET; mbarrier.init.shared.b64 [%r5], 1; fence.mbarrier_init.release.cluster;
mbarrier.arrive.expect_tx.shared.b64 _, [%r5], 1024; add.u32 %r6, %r1, 1024;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r6], [%out], 1024, [%r5];
MEET: shl.b32 %r8, %tid, 3; add.u32 %r8, %r8, %r1; mov.u64 %x3, 0x3c003c003c003c00; st.shared.b64 [%r8], %x3; fence.proxy.async.shared::cta;
bar.sync 0; wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %x1, %x1, 0, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
shr.u32 %r7, %tid, 5; setp.eq.u32 %p2, %r7, ${w}; add.u64 %x2, %out, 2048; @%p2 st.global.b32 [%x2], %d0;
${LOOP}`,
    });
    return runKernel(parsed(text), { entry: 'k', block: [128, 1, 1], words: 1024 }, { faults: 'all' });
  };
  const LOOP = 'AGAIN: mbarrier.try_wait.parity.shared.b64 %p1, [%r5], 0; @!%p1 bra AGAIN;';

  test('is right where each warp that has looked in vain looks again', () => {
    expect(run(`@%p1 bra DONE; ${LOOP} DONE:`)).toEqual([]);
  });
  test('is wrong where a warp goes on, though others have found the copy to be over', () => {
    expect(run('')).toEqual(['missingWait']);
  });
  test('that is under way is a hazard where nobody uses its rows, a fault where somebody does', () => {
    const [unused, used] = [unawaited(0), unawaited(3)];
    expect(unused.faults).toEqual([]);
    expect(unused.hazards[0]).toMatchObject({
      kind: 'missingWait',
      seen: expect.stringContaining('Nothing depends on'),
    });
    expect(used.faults.map(({ kind }) => kind)).toEqual(['missingWait']);
  });
  test('is right where warps have looked in vain, and met one behind that has waited on', () => {
    expect(run(`setp.ge.u32 %p2, %tid, 32; @%p2 bra MET; ${LOOP} MET: bar.sync 1;`)).toEqual([]);
  });
});

describe('what the warps of a warpgroup read before a product, overwritten by a thread that one of them has told of its end', () => {
  const run = (before: string, behind: string) => {
    const text = assemble({
      module: '.shared .align 1024 .b8 tile[4096]; .shared .align 4 .b32 word[128]; .shared .align 8 .b64 empty;',
      body: `.reg .b32 %d<4>; mov.u32 %r1, tile; mov.u32 %r2, word; mov.u32 %r5, empty; mad.lo.u32 %r2, %tid, 4, %r2;
mad.lo.u32 %r3, %tid, 16, %r1; setp.lt.u32 %p2, %tid, 128; setp.eq.u32 %p3, %tid, 0; setp.eq.u32 %p4, %tid, 128;
@%p3 mbarrier.init.shared.b64 [%r5], 1; @%p2 st.shared.u32 [%r2], %tid;
@%p2 st.shared.v4.u32 [%r3], {0, 0, 0, 0}; @%p2 st.shared.v4.u32 [%r3+2048], {0, 0, 0, 0};
fence.proxy.async; bar.sync 0; @!%p2 bra OTHER;
${before} mov.u64 %x1, ${GOOD}; wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %x1, %x1, 0, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; ${behind} st.global.u32 [%at], %r4;
@%p3 mbarrier.arrive.shared.b64 _, [%r5]; bra DONE;
OTHER: @!%p4 bra DONE;
AGAIN: mbarrier.try_wait.parity.shared.b64 %p1, [%r5], 0; @!%p1 bra AGAIN;
mov.u32 %r6, word; st.shared.u32 [%r6+256], 1;
DONE:`,
    });
    return runKernel(parsed(text), { entry: 'k', block: [160, 1, 1], words: 1024 }, { faults: 'all' }).faults.map(
      ({ kind }) => kind,
    );
  };
  const READ = 'ld.shared.u32 %r4, [%r2];';
  test('is over by then', () => {
    expect(run(READ, '')).toEqual([]);
  });
  test('races where it was read behind the product', () => {
    expect(run('mov.u32 %r4, 0;', READ)).toEqual(['race']);
  });
});
