/** What no instruction may look like: ptxas 13.0 refuses the first, and takes the others. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsed } from '../../checks/kernel-run.ts';
import type { Module } from '../../parse/ast.ts';
import { runAssembly } from '../assembly.ts';
import { CallGraph } from '../call-graph.ts';
import { Linker } from '../linker.ts';
import { ALL_EFFECTS } from '../loops.ts';
import { Refusal } from '../refusal.ts';
import { refuseIllWritten } from './refuse-ill-written.ts';

const MORE = '.reg .f32 %f<9>; .reg .f64 %d<3>; .reg .s32 %s<3>; .reg .f16 %e<3>;';
const MODULE = '.shared .align 16 .b8 sh[64]; .const .align 4 .b8 constants[64];';

test.each([
  // Words.
  ['ld.global.u32.global %r1, [%out];', '.global is written twice'],
  ['setp.lt.u32.lt %p1, %r1, %r2;', '.lt is written twice'],
  ['cp.commit_group.async;', 'there is no cp.commit_group.async'],
  ['mbarrier.shared.init.b64 [%r1], 1;', 'there is no mbarrier.shared.init.b64'],
  ['mbarrier.init.shared [%r1], 1;', 'but mbarrier.init{.shared|.shared::cta}.type'],
  ['ld.relaxed.global.u32 %r1, [%out];', 'there is no ld.relaxed.global.u32'],
  ['ld.gpu.global.u32 %r1, [%out];', 'there is no ld.gpu.global.u32'],
  ['ld.shared.nc.u32 %r1, [sh];', 'there is no ld.shared.nc.u32'],
  ['ld.shared.L1::evict_last.u32 %r1, [sh];', 'there is no ld.shared.L1::evict_last.u32'],
  ['st.mmio.global.u32 [%out], %r1;', 'there is no st.mmio.global.u32'],
  ['mbarrier.arrive.release.shared.b64 _, [%r1];', 'there is no mbarrier.arrive.release.shared.b64'],
  ['fence.proxy.async.release;', 'fence.proxy.async{.global|.shared|.shared::cta|.shared::cluster}'],
  ['fence.acquire.release.gpu;', '.acquire and .release exclude each other'],
  ['fence.sc;', 'there is no fence.sc'],
  ['atom.add.gpu.sys.u32 %r1, [%out], 1;', '.gpu and .sys exclude each other'],
  ['atom.release.acquire.gpu.add.u32 %r1, [%out], 1;', '.acquire and .release exclude each other'],
  ['mul.s32.lo %r1, %r2, %r3;', 'there is no mul.s32.lo'],
  ['cvta.shared.to.u64 %x1, %x2;', 'there is no cvta.shared.to.u64'],
  ['shf.wrap.l.b32 %r1, %r2, %r3, %r4;', 'there is no shf.wrap.l'],
  ['add.s32.f16 %r1, %r2, %r3;', 'only .f32 has terms of another type'],
  ['cvt.s32.s16.b32 %r1, %h1;', 'has 2 types, not 3'],
  ['lop3 %r1, %r2, %r3, %r4, 7;', 'needs a type'],
  ['cp.async.ca.global.shared [%r1], [%out], 4;', 'there is no cp.async.ca.global.shared'],
  ['ld.global.cg.L1::evict_last.u32 %r1, [%out];', 'there is no ld.global.cg.L1::evict_last.u32'],
  ['bar.sync.u32 0;', 'there is no bar.sync.u32, but bar.sync{.aligned}'],
  ['cp.async.bulk.commit_group.read;', 'there is no cp.async.bulk.commit_group.read'],
  ['prefetch.shared.L1 [sh];', 'there is no prefetch.shared.L1'],
  // Registers and constants.
  [
    'add.u32 %r1, %f1, %r2;',
    'operand 2 is %f1, a register of .f32: it takes a register of .b32, .u32, .s32 or an integer',
  ],
  ['ld.global.u32 %f1, [%out];', 'operand 1 is %f1, a register of .f32'],
  ['st.global.v2.u32 [%out], {%f1, %f2};', 'operand 2 is %f1, a register of .f32'],
  ['and.b32 %r1, %r2, %h1;', 'operand 3 is %h1, a register of .b16'],
  ['mov.u32 %r1, %h1;', 'operand 2 is %h1, a register of .b16'],
  ['add.u32 %r1, %r2, 1.5;', 'operand 3 is a float: it takes a register of .b32, .u32, .s32 or an integer'],
  ['add.f32 %f1, %f2, 1;', 'operand 3 is 1: it takes a register of .b32, .f32 or a float'],
  ['add.f16 %h1, %h2, %f1;', 'operand 3 is %f1, a register of .f32: it takes a register of .b16, .f16'],
  ['fma.rn.bf16x2 %r1, %r2, %s1, %r3;', 'operand 3 is %s1, a register of .s32: it takes a register of .b32, .bf16x2'],
  ['add.u32 _, %r1, %r2;', 'operand 1 is left out'],
  ['shl.b32 %r1, %r2, %f1;', 'operand 3 is %f1, a register of .f32'],
  ['cvt.rn.f64.u32 %d1, %f1;', 'operand 2 is %f1, a register of .f32'],
  ['cvt.rn.f32.s32 %s1, %r1;', 'operand 1 is %s1, a register of .s32: it takes a register of .b32, .f32 or wider'],
  ['createpolicy.fractional.L2::evict_last.b64 %x1, %s1;', 'operand 2 is %s1, a register of .s32'],
  ['bar.sync %h1;', 'operand 1 is %h1, a register of .b16: it takes a register of .b32, .u32, .s32 or 0 to 15'],
  ['bar.sync 16;', 'operand 1 is 16'],
  ['bar.sync 1, 48;', 'operand 2 is 48: it takes a register of .b32, .u32, .s32 or a multiple of 32'],
  ['mbarrier.init.shared.b64 [sh], %h1;', 'operand 2 is %h1, a register of .b16'],
  [
    'mbarrier.try_wait.parity.shared.b64 %p1, [sh], 2;',
    'operand 3 is 2: it takes a register of .b32, .u32, .s32 or 0 to 1',
  ],
  ['discard.global.L2 [%out], 64;', 'operand 2 is 64: it takes 128 to 128'],
  [
    'mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%s1, %s2}, {%r3}, {%f1, %f2, %f3, %f4};',
    'operand 2 is %s1, a register of .s32',
  ],
  [
    'cp.async.bulk.global.shared::cta.bulk_group [%out], [sh], 24;',
    'operand 3 is 24: it takes a register of .b32, .u32, .s32 or a multiple of 16',
  ],
  // Floats where bits have no type.
  ['mov.b32 %r1, 1.5;', '.b32 takes floats of 32 bits (0f…), and this one has 64'],
  ['and.b32 %r1, %r2, -.5;', '.b32 takes floats of 32 bits'],
  ['selp.b32 %r1, %r2, 1e3, %p1;', '.b32 takes floats of 32 bits'],
  ['mov.b32 %r1, 0d3FF0000000000000;', '.b32 takes floats of 32 bits'],
  ['mov.b64 %x1, 0f3F800000;', '.b64 takes floats of 64 bits'],
  // Coordinates of images, and addresses of tensor memory.
  ['tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%x1, {1}];', 'a coordinate is no float: it is one here'],
  ['tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%x1, {%f1}];', 'a coordinate is a float: it is an integer here'],
  ['tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%x1, {%f1, %s1}];', 'coordinates are all integers or all floats'],
  ['suld.b.1d.b32.trap {%r1}, [%x1, {%h1}];', 'a coordinate is in a register of .b16: it is a word'],
  ['tcgen05.cp.cta_group::1.128x256b [%f1], %x1;', '%f1 is a register of .f32: an address is one of .b32'],
  ['tcgen05.mma.cta_group::1.kind::f16 [%s1], %x1, %x2, %r2, %p1;', '%s1 is a register of .s32'],
  ['tcgen05.mma.cta_group::1.kind::f16 [%r1], %d1, %x2, %r2, %p1;', 'operand 2 is %d1, a register of .f64'],
  ['tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [8];', 'a number is no address there'],
  // Special registers, vectors, addresses.
  ['add.u32 %r1, %r2, %laneid;', 'operand 3 is %laneid, which only mov and cvt read'],
  ['mov.u64 %x1, %laneid;', 'operand 2 is %laneid'],
  ['add.u32 %r1, %r2, sh;', "operand 3 is 'sh', whose address mov gives"],
  ['mov.u64 %x1, {%r1, %r2};', 'operand 2 is a vector, which needs .b64, not .u64'],
  ['ld.global.v2.b32 {%r1, %x1}, [%out];', 'the elements of a vector have one size'],
  ['st.global.v2.f32 [%out], {%f1, 1};', 'the elements of a vector have one kind'],
  ['ld.shared.u32 %r1, [%f1];', '%f1 is a register of .f32: an address is an integer'],
  ['ld.shared.u32 %r1, [64];', 'a number is an address in .local only'],
  ['ld.u32 %r1, [constants];', "'constants' is in .const, which has to be named"],
  ['ld.const.u32 %r1, [buffer];', "'buffer' is in .param, not in .const"],
  ['cvta.const.u64 %x1, sh;', "'sh' is not in .const"],
  [
    'cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%x1+8, {%r1}], [sh];',
    'an address with coordinates has no offset',
  ],
  // Counts.
  ['ld.global.u32 %r1, [%out], %r2;', 'takes 2 operands, not 3'],
  ['bar.sync 0, 64, 3;', 'takes 1 or 2 operands, not 3'],
  ['fence.sc.gpu %r1;', 'takes 0 operands, not 1'],
])('%s', (instruction, reason) => {
  const { faults } = runAssembly({ module: MODULE, body: `${MORE}\n${instruction}` });
  expect(faults).toMatchObject([{ kind: 'unsupported', place: { ptxLine: expect.any(Number) } }]);
  expect(faults[0].message).toContain(`'${instruction.slice(0, -1)}' cannot run here: `);
  expect(faults[0].message).toContain(reason);
});

test.each([
  'bar.sync.sync 0;',
  'bar.sync 1, WARP_SZ;',
  'addc.cc.cc.u32 %r1, %r2, %r3;',
  'add.u32 %r1, %r2, WARP_SZ;',
  'mov.b32 %f1, %r1;',
  'and.b32 %r1, %r2, %r3;',
  'and.b32 %r1, %f2, 0f3F800000;',
  'mov.b64 %x1, 1.5;',
  'mov.f32 %r1, 1.5;',
  'mov.f32 %f1, 0d3FF0000000000000;',
  'createpolicy.fractional.L2::evict_last.b64 %x1, 0f3F000000;',
  'ld.global.b32 %f1, [%out];',
  'ld.global.u8 %x1, [%out];',
  'ld.global.f32.ca %r1, [%out];',
  'ld.global.v2.f32 {%f1, %r1}, [%out];',
  'mov.u32 %r1, 1; st.global.v2.u32 [%out], {%r1, 7};',
  'mov.u32 %r1, %tid.x;',
  'mov.b32 %f1, %laneid;',
  'mov.u64 %x1, %gridid;',
  'mov.u32 %r1, %gridid;',
  'mov.b64 {%r1, %f1}, %x1;',
  'cvt.u64.u32 %x1, %laneid;',
  'lop3.b32 %r1, %r2, %r3, %r4, 0x3f;',
  'atom.global.add.u32 _, [%out], 1;',
  'add.f16 %h1, %e1, %e2;',
])('%s is taken', instruction => {
  expect(runAssembly({ module: MODULE, body: `${MORE}\n${instruction}` }).faults).toEqual([]);
});

/** The rules' complaints about all of a module. */
function complaints(module: Module): string[] {
  return module.functions.flatMap(fn => {
    const graph = new CallGraph(module, fn);
    const link = new Linker(module, ALL_EFFECTS, graph, { baseBytes: 1024, gapBytes: 0 }, () => null);
    return fn.instructions.flatMap(instruction => {
      try {
        refuseIllWritten(instruction, link);
        return [];
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        return [`${instruction.text}: ${refusal.reason}`];
      }
    });
  });
}

test.each(['sm_90a', 'sm_100a'])('all forms of the manual for %s are taken', arch => {
  const text = readFileSync(new URL(`../../parse/fixtures/written/forms-${arch}.ptx`, import.meta.url), 'utf8');
  expect(complaints(parsed(text))).toEqual([]);
});
