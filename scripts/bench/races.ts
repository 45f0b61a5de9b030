/**
 * Loops that race at every access: microseconds of the processor per warp instruction, checked, judged and counted, in 4 CTAs of
 * 256 threads that take 200 steps. tile: each thread stores its word and loads one of another warp. word: all store and load one word.
 * ahead: the tile in a kernel that copies asynchronously, where further runs ask what depends on the loads; as in device memory.
 */
import { startEmulation } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Launch } from '../../src/trace/launch.ts';

const THREADS = 256;
const STEPS = 200;
const ROUNDS = 3;

const SHARED_TILE = 'st.shared.u32 [%r4], %r6; ld.shared.u32 %r7, [%r5];';
const LOOPS = {
  sharedTile: `STEP: ${SHARED_TILE}`,
  sharedWord: 'STEP: st.shared.u32 [%r3], %r1; ld.shared.u32 %r7, [%r3];',
  sharedAhead: `cp.async.ca.shared.global [%r4], [%rd3], 4; cp.async.wait_all; bar.sync 0; STEP: ${SHARED_TILE}`,
  globalTile: 'STEP: st.global.u32 [%rd3], %r6; ld.global.u32 %r7, [%rd4];',
  globalWord: 'STEP: ld.global.u32 %r7, [%rd1]; add.u32 %r7, %r7, 1; st.global.u32 [%rd1], %r7;',
} as const;

const ptxOf = (loop: string): string => `.version 8.0
.target sm_90
.address_size 64
.visible .entry race(.param .u64 out)
{
.reg .b64 %rd<5>; .reg .b32 %r<8>; .reg .pred %p;
.shared .align 16 .b8 tile[${4 * THREADS}];
ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1;
mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.u32 %r4, %r3, %r2; xor.b32 %r5, %r2, 128; add.u32 %r5, %r3, %r5;
mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; xor.b32 %r6, %r1, 32; mul.wide.u32 %rd4, %r6, 4; add.u64 %rd4, %rd1, %rd4;
mov.u32 %r6, 0;
${loop} add.u32 %r6, %r6, 1; setp.lt.u32 %p, %r6, ${STEPS}; @%p bra STEP;
ret;
}
`;

const LAUNCH: Launch = {
  grid: [4, 1, 1],
  block: [THREADS, 1, 1],
  buffers: [{ name: 'out', type: 'u32', length: THREADS, init: { kind: 'zeros' } }],
  params: [{ kind: 'pointer', buffer: 'out' }],
};

function microseconds(ptx: string): number {
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(module.error.message);
  const emulation = startEmulation(module.value, LAUNCH, { faults: 'all' });
  if (!emulation.ok) throw new Error(emulation.error.message);
  const before = process.cpuUsage();
  emulation.value.run(Number.POSITIVE_INFINITY);
  const { user, system } = process.cpuUsage(before);
  const { faults, hazards, warpInstructions } = emulation.value.result();
  if (faults.length + hazards.length === 0) throw new Error('no race was found');
  return (user + system) / warpInstructions;
}

export function run() {
  return Object.entries(LOOPS).map(([name, loop]) => {
    const times = Array.from({ length: ROUNDS }, () => microseconds(ptxOf(loop))).toSorted((a, b) => a - b);
    return { name: `races.${name}`, value: Number(times[ROUNDS >> 1].toPrecision(3)), unit: 'us/warp instr.' };
  });
}
