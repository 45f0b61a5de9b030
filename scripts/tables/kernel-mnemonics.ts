/**
 * The mnemonics that third-party teaching kernels need (469 files of 19 public repositories, compiled by CUDA 13.0.88),
 * each with one instruction as nvcc writes it. Loads, stores and atomics are counted by space. Whether the emulator
 * accepts each one is tried, not listed: the instruction runs, and a fault says whether it was refused.
 */
import { emulate } from '../../src/ptx/index.ts';
import { assemble } from '../../src/ptx/isa/assembly.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Launch } from '../../src/trace/launch.ts';

/** Grouped by what kernels need together, in the order that covers most kernels soonest. */
export const MNEMONICS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'core: integers, f32, branches, global and shared memory, `bar.sync`': {
    ret: 'ret',
    mov: 'mov.u32 %r1, %ntid.x',
    'ld.param': 'ld.param.u64 %x1, [buffer]',
    cvta: 'cvta.to.global.u64 %x1, %out',
    add: 'add.s32 %r1, %r2, 1',
    mul: 'mul.wide.s32 %x1, %r1, 4',
    setp: 'setp.ge.s32 %p1, %r1, %r2',
    bra: 'bra.uni there; there: ret',
    'st.global': 'st.global.f32 [%out], %r1',
    mad: 'mad.lo.s32 %r1, %r2, %r3, %r4',
    'ld.global': 'ld.global.nc.v4.f32 {%r1, %r2, %r3, %r4}, [%out]',
    shl: 'shl.b64 %x1, %x2, 2',
    cvt: 'cvt.rn.f32.s32 %r1, %r2',
    sub: 'sub.f32 %r1, %r2, %r3',
    and: 'and.b32 %r1, %r2, 31',
    shr: 'shr.s32 %r1, %r2, 31',
    'bar.sync': 'bar.sync 0',
    fma: 'fma.rn.f32 %r1, %r2, %r3, %r4',
    'ld.shared': 'ld.shared.v4.f32 {%r1, %r2, %r3, %r4}, [tile]',
    'st.shared': 'st.shared.f32 [tile], %r1',
    or: 'or.pred %p1, %p2, %p3',
    div: 'div.rn.f32 %r1, %r2, %r3',
    selp: 'selp.f32 %r1, %r2, %r3, %p1',
    max: 'max.f32 %r1, %r2, %r3',
    rem: 'rem.u32 %r1, %r2, 7',
    neg: 'neg.s32 %r1, %r2',
    not: 'not.b32 %r1, %r2',
    xor: 'xor.b32 %r1, %r2, %r3',
    abs: 'abs.f32 %r1, %r2',
    min: 'min.s32 %r1, %r2, %r3',
    set: 'set.eq.f16.f16 %h1, %h2, %h3',
    copysign: 'copysign.f32 %r1, %r2, %r3',
    bfi: 'bfi.b32 %r1, %r2, %r3, 8, 8',
  },
  'warp operations': {
    'shfl.sync': 'shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1',
    'vote.sync': 'vote.sync.ballot.b32 %r1, %p1, -1',
    popc: 'popc.b32 %r1, %r2',
    'bar.warp': 'bar.warp.sync -1',
    'redux.sync': 'redux.sync.add.s32 %r1, %r2, -1',
    activemask: 'activemask.b32 %r1',
    'match.any': 'match.any.sync.b32 %r1, %r2, -1',
    'elect.sync': 'elect.sync %r1|%p1, -1',
  },
  'f32 functions': {
    ex2: 'ex2.approx.ftz.f32 %r1, %r2',
    rcp: 'rcp.rn.f32 %r1, %r2',
    sqrt: 'sqrt.rn.f32 %r1, %r2',
    rsqrt: 'rsqrt.approx.ftz.f32 %r1, %r2',
    lg2: 'lg2.approx.f32 %r1, %r2',
  },
  'named barriers': {
    'barrier.sync': 'barrier.sync 1, 32',
    'bar.arrive': 'bar.arrive 1, 64',
  },
  'local, constant and generic memory': {
    'ld.const': 'ld.const.f32 %r1, [factor]',
    'st.local': 'st.local.f32 [own], %r1',
    'ld.local': 'ld.local.f32 %r1, [own]',
    'st.generic': 'st.f32 [%out], %r1',
    'ld.generic': 'ld.f32 %r1, [%out]',
  },
  atomics: {
    'atom.global': 'atom.global.add.f32 %r1, [%out], %r2',
    'atom.shared': 'atom.shared.cas.b32 %r1, [tile], %r2, %r3',
    'atom.generic': 'atom.add.release.gpu.u32 %r1, [%out], %r2',
    'red.generic': 'red.relaxed.gpu.add.u32 [%out], %r1',
  },
  'calls and `printf`': {
    call: 'call.uni aside',
    'st.param': '{ .param .b32 argument; st.param.b32 [argument], %r1; } ret',
  },
  'the rest of the scalar instructions': {
    clz: 'clz.b32 %r1, %r2',
    trap: '@%p1 trap',
    membar: 'membar.gl',
    prmt: 'prmt.b32 %r1, %r2, %r3, 0x5410',
    brev: 'brev.b32 %r1, %r2',
    bfind: 'bfind.u32 %r1, %r2',
    nanosleep: 'nanosleep.u32 20',
    shf: 'shf.l.wrap.b32 %r1, %r2, %r3, %r4',
    fence: 'fence.acq_rel.gpu',
    madc: 'madc.hi.u32 %r1, %r2, %r3, %r4',
    subc: 'subc.u32 %r1, %r2, %r3',
    addc: 'addc.u32 %r1, %r2, %r3',
  },
  '`cp.async`': {
    'cp.async': 'cp.async.cg.shared.global [tile], [%out], 16',
    'cp.async.commit_group': 'cp.async.commit_group',
    'cp.async.wait_group': 'cp.async.wait_group 0',
    'cp.async.wait_all': 'cp.async.wait_all',
  },
  '`mma` and its loads': {
    ldmatrix: 'ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [tile]',
    mma: 'mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r3, %r4, %r5, %r6}, {%r7, %r8}, {%r9, %r10}',
    movmatrix: 'movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2',
    stmatrix: 'stmatrix.sync.aligned.m8n8.x2.shared.b16 [tile], {%r1, %r2}',
  },
  '`wmma`': {
    'wmma.load': 'wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%out], %r9',
    'wmma.mma':
      'wmma.mma.sync.aligned.row.row.m16n16k16.f16.f16 {%r1, %r2, %r3, %r4}, {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, {%r1, %r2, %r3, %r4}',
    'wmma.store': 'wmma.store.d.sync.aligned.row.m16n16k16.f16 [%out], {%r1, %r2, %r3, %r4}, %r9',
  },
  '`mbarrier`, TMA and their fences': {
    'mbarrier.init': 'mbarrier.init.shared.b64 [tile], 1',
    'mbarrier.arrive': 'mbarrier.arrive.shared.b64 %x1, [tile]',
    'mbarrier.arrive.expect_tx': 'mbarrier.arrive.expect_tx.shared.b64 %x1, [tile], 128',
    'mbarrier.try_wait': 'mbarrier.try_wait.parity.shared.b64 %p1, [tile], 0',
    'mbarrier.test_wait': 'mbarrier.test_wait.shared.b64 %p1, [tile], %x1',
    'mbarrier.inval': 'mbarrier.inval.shared.b64 [tile]',
    'cp.async.bulk.tensor':
      'cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%out, {%r1, %r2}], [tile]',
    'cp.async.bulk.commit_group': 'cp.async.bulk.commit_group',
    'cp.async.bulk.wait_group': 'cp.async.bulk.wait_group 0',
    'cp.async.mbarrier': 'cp.async.mbarrier.arrive.shared.b64 [tile]',
    'fence.proxy': 'fence.proxy.async',
    'fence.mbarrier_init': 'fence.mbarrier_init.release.cluster',
  },
  '`wgmma`': {
    'wgmma.mma_async': 'wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r2}, %x1, %x2, %p1, 1, 1, 0, 0',
    'wgmma.fence': 'wgmma.fence.sync.aligned',
    'wgmma.commit_group': 'wgmma.commit_group.sync.aligned',
    'wgmma.wait_group': 'wgmma.wait_group.sync.aligned 0',
    setmaxnreg: 'setmaxnreg.inc.sync.aligned.u32 240',
  },
  clusters: {
    'barrier.cluster.arrive': 'barrier.cluster.arrive',
    'barrier.cluster.wait': 'barrier.cluster.wait',
    mapa: 'mapa.shared::cluster.u32 %r1, %r2, 0',
  },
  'textures and surfaces': {
    tex: 'tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%out, {%r5, %r6}]',
    sust: 'sust.b.2d.b32.trap [%out, {%r1, %r2}], {%r3}',
  },
  '`tcgen05`': {
    'tcgen05.alloc': 'tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tile], 64',
    'tcgen05.commit': 'tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%out]',
    'tcgen05.dealloc': 'tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 64',
    'tcgen05.fence': 'tcgen05.fence::after_thread_sync',
    'tcgen05.ld': 'tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3]',
    'tcgen05.mma': 'tcgen05.mma.cta_group::1.kind::f16 [%r1], %x1, %x2, %r2, %p1',
    'tcgen05.wait': 'tcgen05.wait::ld.sync.aligned',
  },
};

const MODULE = `.shared .align 128 .b8 tile[1024];
.const .align 4 .f32 factor = 0f40000000;
.func aside() { ret; }`;
const LAUNCH: Launch = {
  grid: [1, 1, 1],
  block: [32, 1, 1],
  buffers: [{ name: 'out', type: 'u32', length: 1024, init: { kind: 'zeros' } }],
  params: [{ kind: 'pointer', buffer: 'out' }],
};

/** Why the emulator refuses the instruction, in its words; null if it runs. */
export function refusalOf(instruction: string): string | null {
  const text = assemble({ body: `.local .align 4 .b8 own[4]; ${instruction};`, module: MODULE });
  const module = parseModule(text);
  if (!module.ok) throw new Error(`${instruction}: ${module.error.message}`);
  const result = emulate(module.value, LAUNCH, { faults: 'all', check: false });
  if (!result.ok) throw new Error(`${instruction}: ${result.error.message}`);
  // Invalid addresses, such as that of a tensor map, cause other faults; the instruction itself exists.
  const refusal = result.value.faults.find(({ message }) => /the emulator has no '|' cannot run here: /.test(message));
  return refusal?.message ?? null;
}

/** How many mnemonics there are, how many run, and which of each group run or are refused. */
export function mnemonicLines(): string[] {
  const packs = Object.entries(MNEMONICS).map(([pack, examples]) => {
    const isRefused = (mnemonic: string) => refusalOf(examples[mnemonic]) !== null;
    const [refused, running] = [true, false].map(r => Object.keys(examples).filter(m => isRefused(m) === r));
    return { pack, running, refused };
  });
  const code = (names: readonly string[]) => (names.length === 0 ? '' : `\`${names.join(' ')}\``);
  const count = (names: 'running' | 'refused') => packs.reduce((sum, pack) => sum + pack[names].length, 0);
  return [
    `Of ${count('running') + count('refused')} mnemonics ${count('running')} run and ${count('refused')} are refused by name.`,
    '',
    '| what kernels need together | run | refused by name |',
    '| --- | --- | --- |',
    ...packs.map(({ pack, running, refused }) => `| ${pack} | ${code(running)} | ${code(refused)} |`),
  ];
}
