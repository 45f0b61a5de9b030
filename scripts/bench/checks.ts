/**
 * Cost of the checkers: time of the processor with checks divided by time without, inside `run` only; rounds alternate.
 *
 * sharedAlone: a kernel that works in shared memory and registers, 64 CTAs of 256 threads: two loads, a product, a
 * store and two barriers a step. Device memory has one store a thread, at the end. sharedScattered: the same with
 * the words of a warp 132 bytes apart. sharedBesideAtomics: the first, with an atomic addition to one of 256 counters a step.
 * sharedNeighbours: the first, whose loads are of words that other lanes have stored, as in a stencil. sharedCopies: tiles that come by
 * cp.async, two in turn, of which each thread loads words that others have copied, as in a matrix product.
 * sharedAtomics, globalAtomics: a histogram of 256 counters, in which an atomic addition is a tenth of all instructions;
 * sharedRanks, globalRanks: the same with results that are used, as for ranks in a sort. attention: the ladder's ping-pong forward pass, 256 queries, 352 keys, heads of 128 (two CTAs of three warpgroups); the time of both runs, too.
 */
import { readFileSync } from 'node:fs';
import { kernel as attention } from '../../src/kernels/attention/index.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { processorMs } from './emulated-run.ts';

const STEPS = 200;
const THREADS = 256;
const CTAS = 64;
const ROUNDS = 7;

/** Bytes of the tile, and what puts the byte of the thread's word into %r2 and that of another warp's thread into %r5. */
interface Places {
  readonly bytes: number;
  readonly ptx: string;
}

const SIDE_BY_SIDE: Places = { bytes: 4 * THREADS, ptx: 'shl.b32 %r2, %r1, 2; xor.b32 %r5, %r2, 128;' };
const SCATTERED: Places = {
  bytes: 132 * 32,
  ptx: 'and.b32 %r2, %r1, 31; mul.lo.u32 %r2, %r2, 132; shr.u32 %r5, %r1, 5; mad.lo.u32 %r2, %r5, 4, %r2; xor.b32 %r5, %r5, 1; and.b32 %r7, %r1, 31; mul.lo.u32 %r7, %r7, 132; mad.lo.u32 %r5, %r5, 4, %r7;',
};

/** What the kernel does besides: once, and in each step. */
const ADDITIONS = {
  once: `.shared .align 16 .b8 counters[${4 * THREADS}]; mov.u32 %r8, counters; shl.b32 %r7, %r1, 2; add.u32 %r8, %r8, %r7; st.shared.u32 [%r8], 0;`,
  inStep: 'red.shared.add.u32 [%r8], 1;',
};

const sharedPtx = ({ bytes, ptx }: Places, { once, inStep } = { once: '', inStep: '' }): string => `.version 8.0
.target sm_90
.address_size 64
.visible .entry steps(.param .u64 out)
{
.reg .b64 %rd<4>; .reg .b32 %r<9>; .reg .f32 %f<4>; .reg .pred %p;
.shared .align 16 .b8 tile[${bytes}];
ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1;
mov.u32 %r1, %tid.x; ${ptx} mov.u32 %r3, tile; add.u32 %r4, %r3, %r2; add.u32 %r5, %r3, %r5;
cvt.rn.f32.u32 %f1, %r1; mov.u32 %r6, 0; ${once}
STEP: st.shared.f32 [%r4], %f1; bar.sync 0;
ld.shared.f32 %f2, [%r5]; ld.shared.f32 %f3, [%r4]; fma.rn.f32 %f1, %f2, 0f3F000000, %f3; ${inStep} bar.sync 0;
add.u32 %r6, %r6, 1; setp.lt.u32 %p, %r6, ${STEPS}; @%p bra STEP;
mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; mov.u32 %r7, %ctaid.x; setp.eq.u32 %p, %r7, 0;
@%p st.global.f32 [%rd3], %f1;
ret;
}
`;

const NEIGHBOURS: Places = {
  bytes: 4 * THREADS,
  ptx: 'shl.b32 %r2, %r1, 2; add.u32 %r5, %r2, 4; and.b32 %r5, %r5, 1023;',
};

/** Two stages of 16 bytes a thread. */
const COPIES = `.version 8.0
.target sm_90
.address_size 64
.visible .entry steps(.param .u64 out)
{
.reg .b64 %rd<4>; .reg .b32 %r<12>; .reg .f32 %f<12>; .reg .pred %p;
.shared .align 16 .b8 tile[${32 * THREADS}];
ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1;
mov.u32 %r1, %tid.x; mov.u32 %r3, tile; shl.b32 %r2, %r1, 4; and.b32 %r4, %r2, 1008; cvt.u64.u32 %rd2, %r4; add.u64 %rd2, %rd1, %rd2; add.u32 %r4, %r3, %r2;
shr.u32 %r5, %r1, 4; shl.b32 %r5, %r5, 8; add.u32 %r5, %r3, %r5; and.b32 %r6, %r1, 15; shl.b32 %r6, %r6, 4; add.u32 %r6, %r3, %r6;
mov.u32 %r7, 0; mov.u32 %r8, 0; mov.f32 %f1, 0f00000000;
cp.async.cg.shared.global [%r4], [%rd2], 16; cp.async.commit_group;
STEP: xor.b32 %r9, %r8, ${16 * THREADS}; add.u32 %r10, %r4, %r9; cp.async.cg.shared.global [%r10], [%rd2], 16; cp.async.commit_group;
cp.async.wait_group 1; bar.sync 0; add.u32 %r10, %r5, %r8; add.u32 %r11, %r6, %r8;
${[0, 1, 2, 3].map(i => `ld.shared.f32 %f2, [%r10+${16 * i}]; ld.shared.v4.f32 {%f3, %f4, %f5, %f6}, [%r11+${256 * i}]; ${[3, 4, 5, 6].map(j => `fma.rn.f32 %f1, %f2, %f${j}, %f1;`).join(' ')}`).join('\n')}
bar.sync 0; mov.u32 %r8, %r9; add.u32 %r7, %r7, 1; setp.lt.u32 %p, %r7, ${STEPS}; @%p bra STEP;
cp.async.wait_all; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; mov.u32 %r7, %ctaid.x; setp.eq.u32 %p, %r7, ${CTAS};
@%p st.global.f32 [%rd3], %f1;
ret;
}
`;

const atomicsPtx = (add: string): string => `.version 8.0
.target sm_90
.address_size 64
.visible .entry steps(.param .u64 out)
{
.reg .b64 %rd<4>; .reg .b32 %r<10>; .reg .pred %p;
.shared .align 16 .b8 tile[${4 * THREADS}]; .shared .align 16 .b8 sums[${4 * THREADS}];
ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1;
mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r2, %r2, ${THREADS}, %r1;
mov.u32 %r3, tile; shl.b32 %r4, %r1, 2; add.u32 %r4, %r3, %r4; st.shared.u32 [%r4], 0; bar.sync 0; mov.u32 %r6, 0; mov.u32 %r9, 0;
STEP: mad.lo.u32 %r5, %r2, 1103515245, %r6; mad.lo.u32 %r5, %r5, 69069, 12345; shr.u32 %r5, %r5, 8; and.b32 %r5, %r5, 255;
mul.wide.u32 %rd2, %r5, 4; add.u64 %rd3, %rd1, %rd2; shl.b32 %r7, %r5, 2; add.u32 %r7, %r3, %r7; ${add}
add.u32 %r6, %r6, 1; setp.lt.u32 %p, %r6, ${STEPS}; @%p bra STEP;
mov.u32 %r3, sums; shl.b32 %r4, %r1, 2; add.u32 %r4, %r3, %r4; st.shared.u32 [%r4], %r9;
ret;
}
`;

const SHARED_LAUNCH: Launch = {
  grid: [CTAS, 1, 1],
  block: [THREADS, 1, 1],
  buffers: [{ name: 'out', type: 'f32', length: THREADS, init: { kind: 'zeros' } }],
  params: [{ kind: 'pointer', buffer: 'out' }],
};

function parsed(text: string): Module {
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  return module.value;
}

/** Medians, after one warm-up of each. */
function compared(module: Module, launch: Launch): { readonly plain: number; readonly checked: number } {
  const measure = () => [processorMs(module, launch, { check: false }), processorMs(module, launch, {})];
  const rounds = Array.from({ length: ROUNDS + 1 }, measure).slice(1);
  const [plain, checked] = [0, 1].map(i => rounds.map(times => times[i]).toSorted((a, b) => a - b)[ROUNDS >> 1]);
  return { plain, checked };
}

function attentionRun() {
  const variant = 'a5-ping-pong';
  const params = attention.schema.parse({ ...attention.defaults, queries: 256, keys: 352, headDim: 128 });
  const path = attention.ptxPath(variant, params, 'sm_90a');
  const text = readFileSync(new URL(`../../public/ptx/${path}`, import.meta.url), 'utf8');
  return compared(parsed(text), attention.launch(variant, params));
}

/** Name, text, and what the checkers may cost. */
const KERNELS: readonly (readonly [name: string, ptx: string, goal: number])[] = [
  ['sharedAlone', sharedPtx(SIDE_BY_SIDE), 1.6],
  ['sharedScattered', sharedPtx(SCATTERED), 1.6],
  ['sharedBesideAtomics', sharedPtx(SIDE_BY_SIDE, ADDITIONS), 1.6],
  ['sharedNeighbours', sharedPtx(NEIGHBOURS), 1.6],
  ['sharedCopies', COPIES, 1.8],
  ['sharedAtomics', atomicsPtx('red.shared.add.u32 [%r7], 1;'), 1.6],
  ['sharedRanks', atomicsPtx('atom.shared.add.u32 %r8, [%r7], 1; add.u32 %r9, %r9, %r8;'), 1.6],
  ['globalAtomics', atomicsPtx('red.global.add.u32 [%rd3], 1;'), 1.8],
  ['globalRanks', atomicsPtx('atom.global.add.u32 %r8, [%rd3], 1; add.u32 %r9, %r9, %r8;'), 1.8],
];

export function run() {
  const rounded = (value: number): number => Number(value.toPrecision(3));
  const ratios = KERNELS.map(([name, ptx, goal]) => {
    const { plain, checked } = compared(parsed(ptx), SHARED_LAUNCH);
    return { name: `checks.${name}`, value: rounded(checked / plain), unit: 'x', goal: `at most ${goal}` };
  });
  const { plain, checked } = attentionRun();
  return [
    ...ratios,
    { name: 'checks.attention', value: rounded(checked / plain), unit: 'x', goal: 'at most 1.8' },
    { name: 'checks.attentionUnchecked', value: rounded(plain), unit: 'ms', goal: 'at most 3000' },
    { name: 'checks.attentionChecked', value: rounded(checked), unit: 'ms', goal: 'at most 8000' },
  ];
}
