/**
 * How fast the emulator multiplies: one CTA, one warpgroup, 64 x 128 sums in f32 of bf16 operands in shared memory with
 * the 128-byte swizzle, K = 16 for each product, in groups of four. Inside `run` only, without and with the checkers.
 */
import type { EmulationOptions } from '../../src/ptx/emulation.ts';
import { startEmulation } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Launch } from '../../src/trace/launch.ts';

const GROUPS = 256;
const PRODUCTS_PER_GROUP = 4;
const FLOP = 2 * 64 * 128 * 16 * GROUPS * PRODUCTS_PER_GROUP;
const ROUNDS = 5;
const SUMS = Array.from({ length: 64 }, (_, i) => `%f${i}`).join(', ');
const OPERAND_BYTES = (64 + 128) * 128;
/** SBO of 1024 bytes, 128-byte swizzle. */
const ROWS = (1n << 62n) | (64n << 32n);

const products = Array.from(
  { length: PRODUCTS_PER_GROUP },
  (_, k) => `add.u64 %rd3, %rd1, ${2 * k}; add.u64 %rd4, %rd2, ${2 * k};
wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {${SUMS}}, %rd3, %rd4, 1, 1, 1, 0, 0;`,
);

const PTX = `.version 9.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 rows[];
.visible .entry products()
{
.reg .b64 %rd<5>; .reg .b32 %r<4>; .reg .f32 %f<64>; .reg .pred %p;
mov.u32 %r1, rows; mov.u32 %r2, %tid.x; mad.lo.u32 %r2, %r2, 16, %r1; mov.u32 %r3, 0;
FILL: st.shared.v4.u32 [%r2], {0x3f803f80, 0x40004000, 0xbf80bf80, 0x40404040};
add.u32 %r2, %r2, 2048; add.u32 %r3, %r3, 2048; setp.lt.u32 %p, %r3, ${OPERAND_BYTES}; @%p bra FILL;
fence.proxy.async; bar.sync 0;
shr.u32 %r1, %r1, 4; cvt.u64.u32 %rd1, %r1; or.b64 %rd1, %rd1, ${ROWS}; add.u64 %rd2, %rd1, 512;
mov.u32 %r3, 0;
GROUP: wgmma.fence.sync.aligned;
${products.join('\n')}
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
add.u32 %r3, %r3, 1; setp.lt.u32 %p, %r3, ${GROUPS}; @%p bra GROUP;
ret;
}
`;

const LAUNCH: Launch = {
  grid: [1, 1, 1],
  block: [128, 1, 1],
  dynamicSharedBytes: OPERAND_BYTES,
  buffers: [],
  params: [],
};

function runMs(options: EmulationOptions): number {
  const module = parseModule(PTX);
  if (!module.ok) throw new Error(module.error.message);
  const emulation = startEmulation(module.value, LAUNCH, options);
  if (!emulation.ok) throw new Error(emulation.error.message);
  const start = performance.now();
  emulation.value.run(Number.POSITIVE_INFINITY);
  const took = performance.now() - start;
  const { ok, faults } = emulation.value.result();
  if (!ok) throw new Error(faults[0]?.message);
  return took;
}

/** Median of alternating runs, after one warm-up of each. */
export function run() {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => [runMs({ check: false }), runMs({})]).slice(1);
  const [plain, checked] = [0, 1].map(i => rounds.map(times => times[i]).sort((a, b) => a - b)[ROUNDS >> 1]);
  const rate = (ms: number): number => Math.round(FLOP / ms / 1000);
  return [
    { name: 'wgmma.products', value: rate(plain), unit: 'MFLOP/s', goal: 'at least 500' },
    { name: 'wgmma.productsChecked', value: rate(checked), unit: 'MFLOP/s' },
  ];
}
