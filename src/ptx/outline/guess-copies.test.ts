/** Lengths behind accesses of more than a lane's word: bulk copies, and matrices that a warp moves whole. */
import { expect, it } from 'vitest';
import type { Launch } from '../../trace/launch.ts';
import { emulate } from '../index.ts';
import type { Module } from '../parse/ast.ts';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

function guessed(kernel: string): { module: Module; launch: Launch } {
  const module = parseModule(`.version 8.0\n.target sm_90\n.address_size 64\n${kernel}`);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  return { module: module.value, launch: guessLaunch(outline, outline.entries[0]).launch };
}

function expectSilence({ module, launch }: { module: Module; launch: Launch }): void {
  const result = emulate(module, launch);
  expect(result.ok && result.value.faults).toEqual([]);
}

/** Stores 4 KiB of shared memory from element `offset` on; the size is a literal, or stands in a register. */
const bulkCopy = (size: string) => `.visible .entry copy(.param .u64 data, .param .u64 offset)
{
.reg .b64 %x<9>; .reg .b32 %r<9>; .reg .pred %c;
.shared .align 16 .b8 tile[4096];
ld.param.u64 %x1, [data]; ld.param.u64 %x2, [offset]; cvta.to.global.u64 %x3, %x1;
mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;
st.shared.u32 [%r4], %r1; st.shared.u32 [%r4+1024], %r1; st.shared.u32 [%r4+2048], %r1; st.shared.u32 [%r4+3072], %r1;
fence.proxy.async.shared::cta;
bar.sync 0;
setp.ne.s32 %c, %r1, 0; @%c bra END;
shl.b64 %x4, %x2, 2; add.s64 %x5, %x3, %x4; mov.u32 %r5, 4096;
cp.async.bulk.global.shared::cta.bulk_group [%x5], [%r3], ${size};
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
END: ret;
}`;

it.each(['4096', '%r5'])('a bulk copy of %s bytes has room', size => {
  const guess = guessed(bulkCopy(size));
  const [{ length }] = guess.launch.buffers;
  expect(length).toBe(1024 + 32);
  expectSilence(guess);
});

/** Each warp loads a 16 x 16 matrix and stores it, if it starts before the last row. */
const MATRICES = `.visible .entry move(.param .u64 out, .param .u64 in, .param .u32 rows)
{
.reg .b64 %x<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .pred %c;
ld.param.u64 %x1, [out]; ld.param.u64 %x2, [in]; ld.param.u32 %r1, [rows];
cvta.to.global.u64 %x3, %x1; cvta.to.global.u64 %x4, %x2;
mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;
shr.u32 %r6, %r5, 5; shl.b32 %r7, %r6, 4;
setp.ge.s32 %c, %r7, %r1; @%c bra END;
mul.wide.u32 %x5, %r7, 64; add.s64 %x6, %x3, %x5; add.s64 %x7, %x4, %x5;
wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, [%x7], 16;
wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%x6], {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, 16;
END: ret;
}`;

it('of matrices that are moved whole are multiples of 16', () => {
  const { launch } = guessed(MATRICES);
  const rows = launch.params[2];
  expect(rows.kind === 'scalar' && Number(rows.value) % 16).toBe(0);
});
