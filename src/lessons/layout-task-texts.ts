/** The programs of the tasks about layouts: what is coalesced, three dimensions, ldmatrix, swizzles, tensor maps, fragments. */
import { program, WRITE } from './task-program.ts';

/** Rows `%row` from 0 to `rows`. */
const loop = (label: string, rows: number, body: string): string => `  mov.u32 %row, 0;
${label}:
${body}
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, ${rows};
  @%more bra ${label};`;

const STORE_ROW = `  mad.lo.u32 %at, %row, 132, %tile;
  mad.lo.u32 %at, %lane, 4, %at;
  mad.lo.u32 %value, %row, 32, %lane;
  st.shared.u32 [%at], %value;`;

export const LAYOUT_TASK_TEXTS = {
  measured: program(
    'A tile of 32 x 32 words is stored, read and written out. No bank ever waits here, and still it is slow.',
    8192,
    `  .reg .u32 %r, %c;
${loop('STORE', 32, STORE_ROW)}
  bar.sync 0;

${loop(
  'LOAD',
  32,
  `  // YOURS: the row of the tile that the lane takes
  mov.u32 %r, %lane;
  // YOURS: the column
  mov.u32 %c, %row;
  mad.lo.u32 %at, %r, 132, %tile;
  mad.lo.u32 %at, %c, 4, %at;
  ld.shared.u32 %value, [%at];
  mad.lo.u32 %index, %r, 32, %c;
${WRITE}`,
)}`,
  ),
  permutation: program(
    'A block of 8 x 4 x 32 words (a, b, c) is stored with c fastest and read with a fastest.',
    8192,
    `  .reg .u32 %a, %b, %aStep, %bStep;
  // YOURS: bytes from one b to the next, 128 or more
  mov.u32 %bStep, 128;
  // YOURS: bytes from one a to the next: four b at least, at most 1024
  mov.u32 %aStep, 512;

${loop(
  'STORE',
  32,
  `  shr.u32 %a, %row, 2;
  and.b32 %b, %row, 3;
  mad.lo.u32 %at, %a, %aStep, %tile;
  mad.lo.u32 %at, %b, %bStep, %at;
  mad.lo.u32 %at, %lane, 4, %at;
  mad.lo.u32 %value, %row, 32, %lane;
  st.shared.u32 [%at], %value;`,
)}
  bar.sync 0;

  and.b32 %a, %lane, 7;
  shr.u32 %b, %lane, 3;
${loop(
  'LOAD',
  32,
  `  mad.lo.u32 %at, %a, %aStep, %tile;
  mad.lo.u32 %at, %b, %bStep, %at;
  mad.lo.u32 %at, %row, 4, %at;
  ld.shared.u32 %value, [%at];
  mad.lo.u32 %index, %row, 32, %lane;
${WRITE}`,
)}`,
  ),
  ldmatrix: program(
    'Four matrices of eight rows of 16 bytes lie side by side. ldmatrix reads them in one go.',
    4096,
    `  .reg .u32 %chunk, %a, %b, %c, %d;
  // YOURS: bytes from one row to the next, a multiple of 16
  mov.u32 %pitch, 128;

  and.b32 %row, %lane, 7;
  shr.u32 %chunk, %lane, 3;
  mad.lo.u32 %at, %row, %pitch, %tile;
  mad.lo.u32 %at, %chunk, 16, %at;
  mul.lo.u32 %a, %row, 16;
  mad.lo.u32 %a, %chunk, 4, %a;
  add.u32 %b, %a, 1;
  add.u32 %c, %a, 2;
  add.u32 %d, %a, 3;
  st.shared.v4.u32 [%at], {%a, %b, %c, %d};
  bar.sync 0;

  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%a, %b, %c, %d}, [%at];
  mul.wide.u32 %to, %lane, 16;
  add.u64 %to, %out, %to;
  st.global.v4.u32 [%to], {%a, %b, %c, %d};`,
  ),
  swizzle: program(
    'Who writes follows the address, as the copy engine does; who reads counts rows from the start of the tile.',
    4096,
    `  .reg .u32 %chunk, %place, %line, %a, %b, %c, %d;
  // YOURS: the byte at which the tile begins
  mov.u32 %step, 256;

  add.u32 %tile, %tile, %step;
  mov.u32 %index, %lane;
WRITE:
  shr.u32 %row, %index, 3;
  and.b32 %chunk, %index, 7;
  mad.lo.u32 %at, %row, 128, %tile;
  shr.u32 %line, %at, 7;
  and.b32 %line, %line, 7;
  xor.b32 %place, %chunk, %line;  // bits 4 to 6 XOR bits 7 to 9 of the address
  mad.lo.u32 %at, %place, 16, %at;
  mul.lo.u32 %a, %index, 4;
  add.u32 %b, %a, 1;
  add.u32 %c, %a, 2;
  add.u32 %d, %a, 3;
  st.shared.v4.u32 [%at], {%a, %b, %c, %d};
  add.u32 %index, %index, 32;
  setp.lt.u32 %more, %index, 64;
  @%more bra WRITE;
  bar.sync 0;

  and.b32 %row, %lane, 7;
  shr.u32 %chunk, %lane, 3;
READ:
  xor.b32 %place, %chunk, %row;  // the reader's row stands for the line
  mad.lo.u32 %at, %row, 128, %tile;
  mad.lo.u32 %at, %place, 16, %at;
  ld.shared.v4.u32 {%a, %b, %c, %d}, [%at];
  mad.lo.u32 %index, %row, 8, %chunk;
  mul.wide.u32 %to, %index, 16;
  add.u64 %to, %out, %to;
  st.global.v4.u32 [%to], {%a, %b, %c, %d};
  add.u32 %chunk, %chunk, 4;
  setp.lt.u32 %more, %chunk, 8;
  @%more bra READ;`,
  ),
  map: program(
    'The copy engine brings a box of 8 rows of 32 words. A barrier counts its bytes; the lanes wait for them.',
    1024,
    `  .reg .u32 %bytes, %bar, %x, %y;
  .reg .u64 %map, %state;
  .reg .pred %first, %done;
  .shared .align 8 .b64 barrier;
  // YOURS: how many bytes the barrier is told of
  mov.u32 %bytes, 512;

  mov.u32 %bar, barrier;
  mov.u64 %map, map;
  cvta.param.u64 %map, %map;
  setp.eq.u32 %first, %lane, 0;
  @%first mbarrier.init.shared.b64 [%bar], 1;
  @%first fence.proxy.async.shared::cta;
  bar.sync 0;

  mov.u32 %x, 32;
  mov.u32 %y, 4;
  @%first mbarrier.arrive.expect_tx.shared.b64 %state, [%bar], %bytes;
  @%first cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%tile], [%map, {%x, %y}], [%bar];
WAIT:
  mbarrier.try_wait.parity.shared.b64 %done, [%bar], 0;
  @!%done bra WAIT;

${loop(
  'ROWS',
  8,
  `  mad.lo.u32 %at, %row, 128, %tile;
  mad.lo.u32 %at, %lane, 4, %at;
  ld.shared.u32 %value, [%at];
  mad.lo.u32 %index, %row, 32, %lane;
${WRITE}`,
)}`,
    { params: '.param .u64 out, .param .align 128 .b8 map[128]' },
  ),
  fragments: program(
    'A product of 16 x 16 by 16 x 8. Its result is 8 r + c; each lane writes the four elements that it holds.',
    16,
    `  .reg .u32 %group, %part, %second, %n, %m;
  .reg .b32 %a0, %a1, %b0, %zero;
  .reg .b16 %h, %one;
  .reg .f32 %d0, %d1, %d2, %d3;
  .reg .pred %edge;
  shr.u32 %group, %lane, 2;
  and.b32 %part, %lane, 3;

  // A[r][0] = r, A[r][1] = 1; B[0][c] = 8, B[1][c] = c; all else is 0.
  mov.u32 %zero, 0;
  mov.b16 %one, 0x3c00;
  setp.ne.u32 %edge, %part, 0;
  cvt.rn.f16.u32 %h, %group;
  mov.b32 %a0, {%h, %one};
  add.u32 %n, %group, 8;
  cvt.rn.f16.u32 %h, %n;
  mov.b32 %a1, {%h, %one};
  mov.u32 %n, 8;
  cvt.rn.f16.u32 %one, %n;
  cvt.rn.f16.u32 %h, %group;
  mov.b32 %b0, {%one, %h};
  @%edge mov.u32 %a0, 0;
  @%edge mov.u32 %a1, 0;
  @%edge mov.u32 %b0, 0;
  mov.f32 %d0, 0f00000000;
  mov.f32 %d1, %d0;
  mov.f32 %d2, %d0;
  mov.f32 %d3, %d0;
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, {%a0, %a1, %zero, %zero}, {%b0, %zero}, {%d0, %d1, %d2, %d3};

  shl.b32 %column, %part, 1;
  // YOURS: the row of the lane's first pair
  and.b32 %row, %lane, 7;
  // YOURS: how many rows further down its second pair lies
  mov.u32 %second, 1;

  mad.lo.u32 %index, %row, 8, %column;
  mul.wide.u32 %to, %index, 4;
  add.u64 %to, %out, %to;
  cvt.rni.u32.f32 %n, %d0;
  cvt.rni.u32.f32 %m, %d1;
  st.global.v2.u32 [%to], {%n, %m};
  add.u32 %row, %row, %second;
  mad.lo.u32 %index, %row, 8, %column;
  mul.wide.u32 %to, %index, 4;
  add.u64 %to, %out, %to;
  cvt.rni.u32.f32 %n, %d2;
  cvt.rni.u32.f32 %m, %d3;
  st.global.v2.u32 [%to], {%n, %m};`,
  ),
};
