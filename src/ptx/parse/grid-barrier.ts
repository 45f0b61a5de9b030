/**
 * The barrier of a whole grid as functions of the device's system: Numba's `grid.sync()` calls them, and so does code for `-rdc=true` of older
 * versions of nvcc. They are written here in PTX, and do what cooperative groups do inline: CTAs count themselves in the grid's workspace
 * (`launch/device-layout.ts`), whose highest bit changes with the last of them.
 */
import { assert } from '../../base/assert.ts';
import type { Module, PtxFunction } from './ast.ts';
import { changed } from './instructions.ts';
import { parseModule } from './module.ts';

const TEXT = `.version 7.0
.target sm_70
.address_size 64
.visible .func (.param .b64 result) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
.reg .b32 %low, %high; .reg .b64 %workspace;
mov.u32 %high, %envreg1;
mov.u32 %low, %envreg2;
mov.b64 %workspace, {%low, %high};
st.param.b64 [result], %workspace;
ret;
}
.visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
.reg .b64 %workspace; .reg .b32 %thread, %cta, %ctas, %count, %before, %now; .reg .pred %isOther;
ld.param.b64 %workspace, [handle];
barrier.sync 0;
mov.u32 %thread, %tid.x;
mov.u32 %now, %tid.y;
or.b32 %thread, %thread, %now;
mov.u32 %now, %tid.z;
or.b32 %thread, %thread, %now;
setp.ne.u32 %isOther, %thread, 0;
@%isOther bra MET;
mov.u32 %ctas, %nctaid.x;
mov.u32 %now, %nctaid.y;
mul.lo.u32 %ctas, %ctas, %now;
mov.u32 %now, %nctaid.z;
mul.lo.u32 %ctas, %ctas, %now;
mov.u32 %cta, %ctaid.x;
mov.u32 %now, %ctaid.y;
or.b32 %cta, %cta, %now;
mov.u32 %now, %ctaid.z;
or.b32 %cta, %cta, %now;
sub.u32 %count, 0x80000001, %ctas;
setp.ne.u32 %isOther, %cta, 0;
selp.b32 %count, 1, %count, %isOther;
fence.acq_rel.gpu;
atom.add.release.gpu.global.u32 %before, [%workspace+4], %count;
AGAIN:
ld.acquire.gpu.global.u32 %now, [%workspace+4];
xor.b32 %now, %now, %before;
setp.ge.s32 %isOther, %now, 0;
@%isOther bra AGAIN;
MET:
barrier.sync 0;
st.param.b32 [result], 0;
ret;
}
`;

const NAMES = new Set(['cudaCGGetIntrinsicHandle', 'cudaCGSynchronize']);

const isMissing = ({ name, external }: PtxFunction): boolean => external && NAMES.has(name);

/** The module with bodies of those that it only declares. */
export function withGridBarrier(module: Module): Module {
  const { functions } = module;
  if (!functions.some(isMissing)) return module;
  const own = parseModule(TEXT);
  assert(own.ok, 'the text is PTX');
  const bodies = new Map(own.value.functions.map(fn => [fn.name, fn]));
  return { ...module, functions: functions.map(fn => (isMissing(fn) ? atNoLine(bodies.get(fn.name)!) : fn)) };
}

/** Its lines are none of the module's. */
const atNoLine = (fn: PtxFunction): PtxFunction => ({
  ...fn,
  instructions: fn.instructions.map(instruction => changed(instruction, { ptxLine: 0 })),
});
