/** The programs of the tasks about order: barriers, rings, groups of products, rescaling, and races to be found. */
import { program, WRITE } from './task-program.ts';

const BARRIERS = `  .reg .u32 %thread, %warp, %bar, %parity;
  .reg .u64 %state;
  .reg .pred %first, %done, %loads;
  mov.u32 %thread, %tid.x;
  and.b32 %lane, %thread, 31;
  shr.u32 %warp, %thread, 5;
  setp.eq.u32 %first, %thread, 0;
  setp.eq.u32 %loads, %warp, 0;`;

export const ORDER_TASK_TEXTS = {
  parity: program(
    'Warp 0 writes 32 words and arrives at a barrier. Warp 1 waits for it, then reads them.',
    128,
    `${BARRIERS}
  .shared .align 8 .b64 barrier;
  mov.u32 %bar, barrier;
  @%first mbarrier.init.shared.b64 [%bar], 32;
  bar.sync 0;
  mad.lo.u32 %at, %lane, 4, %tile;
  @!%loads bra READ;

  mul.lo.u32 %value, %lane, 3;
  st.shared.u32 [%at], %value;
  mbarrier.arrive.shared.b64 %state, [%bar];
  ret;

READ:
  // YOURS: the parity of the phase that must be complete
  mov.u32 %parity, 1;
WAIT:
  mbarrier.try_wait.parity.shared.b64 %done, [%bar], %parity;
  @!%done bra WAIT;
  ld.shared.u32 %value, [%at];
  mov.u32 %index, %lane;
${WRITE}`,
  ),
  ring: program(
    'Warp 0 fills a ring of two slots eight times in all, warp 1 empties it. A wait names the parity of its round.',
    256,
    `${BARRIERS}
  .reg .u32 %stages, %slot, %full, %empty, %round;
  .shared .align 8 .b64 full[2];
  .shared .align 8 .b64 empty[2];
  // YOURS: how many pieces go into one round of the ring
  mov.u32 %stages, 4;

  mov.u32 %full, full;
  mov.u32 %empty, empty;
  @%first mbarrier.init.shared.b64 [%full], 32;
  @%first mbarrier.init.shared.b64 [%full+8], 32;
  @%first mbarrier.init.shared.b64 [%empty], 32;
  @%first mbarrier.init.shared.b64 [%empty+8], 32;
  bar.sync 0;
  mov.u32 %row, 0;

PIECE:
  and.b32 %slot, %row, 1;
  div.u32 %round, %row, %stages;
  and.b32 %parity, %round, 1;
  mad.lo.u32 %at, %slot, 128, %tile;
  mad.lo.u32 %at, %lane, 4, %at;
  mad.lo.u32 %full, %slot, 8, %full;
  mad.lo.u32 %empty, %slot, 8, %empty;
  @!%loads bra READ;

  xor.b32 %parity, %parity, 1;
FREE:
  mbarrier.try_wait.parity.shared.b64 %done, [%empty], %parity;
  @!%done bra FREE;
  mad.lo.u32 %value, %row, 32, %lane;
  st.shared.u32 [%at], %value;
  mbarrier.arrive.shared.b64 %state, [%full];
  bra NEXT;

READ:
  mbarrier.try_wait.parity.shared.b64 %done, [%full], %parity;
  @!%done bra READ;
  ld.shared.u32 %value, [%at];
  mbarrier.arrive.shared.b64 %state, [%empty];
  mad.lo.u32 %index, %row, 32, %lane;
${WRITE}

NEXT:
  mov.u32 %full, full;
  mov.u32 %empty, empty;
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 8;
  @%more bra PIECE;`,
  ),
  wgmma: program(
    'Four warps multiply ones by ones: every element of the result is 16. They read it when the products are complete.',
    4096,
    `  .reg .u64 %a, %b;
  .reg .f32 %d0, %d1, %d2, %d3;
  .reg .u32 %one;
  .reg .pred %adds;
  mov.u32 %one, 0x3c003c00;
  mad.lo.u32 %at, %lane, 4, %tile;
  mov.u32 %row, 0;
FILL:
  st.shared.u32 [%at], %one;
  add.u32 %at, %at, 512;
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 8;
  @%more bra FILL;
  fence.proxy.async.shared::cta;
  bar.sync 0;

  // Descriptors: 128 bytes between core matrices along K, 256 along M and N.
  cvt.u64.u32 %a, %tile;
  shr.u64 %a, %a, 4;
  or.b64 %a, %a, 0x0000001000080000;
  add.u64 %b, %a, 128;
  mov.f32 %d0, 0f00000000;
  mov.f32 %d1, %d0;
  mov.f32 %d2, %d0;
  mov.f32 %d3, %d0;
  setp.eq.u32 %adds, %one, 0;
  wgmma.fence.sync.aligned;
  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %a, %b, %adds, 1, 1, 0, 0;
  wgmma.commit_group.sync.aligned;
  // YOURS: how many groups may still be under way
  wgmma.wait_group.sync.aligned 1;
  cvt.rni.u32.f32 %value, %d0;
  add.u32 %value, %value, %lane;
  mov.u32 %index, %lane;
${WRITE}`,
    { arch: 'sm_90a' },
  ),
  attention: program(
    'Each lane adds up 2^(score - maximum) over four blocks, 8 times as much in the end. The maximum rises on the way.',
    16,
    `  .reg .f32 %score, %most, %before, %drop, %scale, %weight, %sum;
  mov.u32 %row, 0;
  mov.f32 %most, 0f00000000;
  mov.f32 %sum, 0f00000000;
BLOCK:
  add.u32 %value, %lane, %row;
  and.b32 %value, %value, 3;
  cvt.rn.f32.u32 %score, %value;
  mov.f32 %before, %most;
  max.f32 %most, %most, %score;
  sub.f32 %drop, %before, %most;
  sub.f32 %weight, %score, %most;
  ex2.approx.f32 %weight, %weight;
  // YOURS: by what the sum so far is multiplied: 2 to the power of %drop
  mov.f32 %scale, 0f3F800000;
  fma.rn.f32 %sum, %sum, %scale, %weight;
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 4;
  @%more bra BLOCK;

  mul.f32 %sum, %sum, 0f41000000;
  cvt.rni.u32.f32 %value, %sum;
  add.u32 %value, %value, %lane;
  mov.u32 %index, %lane;
${WRITE}`,
  ),
  bug: program(
    '64 threads add up their numbers by halves: 0 + 1 + ... + 63. Every thread writes the sum plus its number.',
    256,
    `  .reg .u32 %half, %other;
  .reg .pred %in;
  mad.lo.u32 %at, %lane, 4, %tile;
  st.shared.u32 [%at], %lane;
  bar.sync 0;

  mov.u32 %half, 32;
HALVE:
  setp.lt.u32 %in, %lane, %half;
  mad.lo.u32 %other, %half, 4, %at;
  @%in ld.shared.u32 %index, [%other];
  @%in ld.shared.u32 %value, [%at];
  add.u32 %value, %value, %index;
  @%in st.shared.u32 [%at], %value;
  shr.u32 %half, %half, 1;
  setp.gt.u32 %more, %half, 0;
  @%more bra HALVE;

  bar.sync 0;
  ld.shared.u32 %value, [%tile];
  add.u32 %value, %value, %lane;
  mov.u32 %index, %lane;
${WRITE}`,
  ),
  bugBarrier: program(
    'Two warps: each thread stores its number, then reads the number of its partner in the other warp.',
    256,
    `  mad.lo.u32 %at, %lane, 4, %tile;
  st.shared.u32 [%at], %lane;
  xor.b32 %row, %lane, 32;
  mad.lo.u32 %at, %row, 4, %tile;
  ld.shared.u32 %value, [%at];
  mov.u32 %index, %lane;
${WRITE}`,
  ),
  bugEdge: program(
    '64 threads, an output of 50 words: threads beyond its end must not write.',
    16,
    `  .reg .pred %in;
  mul.lo.u32 %value, %lane, 2;
  mov.u32 %index, %lane;
  setp.le.u32 %in, %index, 50;
  mul.wide.u32 %to, %index, 4;
  add.u64 %to, %out, %to;
  @%in st.global.u32 [%to], %value;`,
  ),
  bugAlign: program(
    'Each lane stores 16 bytes at once and reads its first word. The rows are 20 bytes apart, to spread the banks.',
    1024,
    `  mad.lo.u32 %at, %lane, 20, %tile;
  add.u32 %row, %lane, 7;
  st.shared.v4.u32 [%at], {%row, %lane, %lane, %lane};
  bar.sync 0;
  ld.shared.v4.u32 {%value, %row, %row, %row}, [%at];
  mov.u32 %index, %lane;
${WRITE}`,
  ),
};
