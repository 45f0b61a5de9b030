/** The programs of the tasks, short enough to be read: each has one or two lines to change, marked YOURS. */
import { program, WRITE } from './task-program.ts';

/** A tile of 32 x 32 words is stored row by row, then lane l reads row l: in each step a column. */
const turned = (pitch: string, stored: string, loaded: string): string => `${pitch}

  mov.u32 %row, 0;
STORE:
${stored}
  mad.lo.u32 %at, %row, %pitch, %tile;
  mad.lo.u32 %at, %column, 4, %at;
  mad.lo.u32 %value, %row, 32, %lane;
  st.shared.u32 [%at], %value;
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 32;
  @%more bra STORE;
  bar.sync 0;

  mov.u32 %row, 0;
LOAD:
${loaded}
  mad.lo.u32 %at, %lane, %pitch, %tile;
  mad.lo.u32 %at, %column, 4, %at;
  ld.shared.u32 %value, [%at];
  mad.lo.u32 %index, %row, 32, %lane;
${WRITE}
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 32;
  @%more bra LOAD;`;

export const TASK_TEXTS = {
  banks: program(
    'Each lane stores its number, then reads the number of the lane behind it.',
    8192,
    `  // YOURS: bytes from one lane's word to the next, 4 to 252
  mov.u32 %step, 128;

  mad.lo.u32 %at, %lane, %step, %tile;
  st.shared.u32 [%at], %lane;
  bar.sync 0;
  add.u32 %row, %lane, 1;
  and.b32 %row, %row, 31;
  mad.lo.u32 %at, %row, %step, %tile;
  ld.shared.u32 %value, [%at];
  mov.u32 %index, %lane;
${WRITE}`,
  ),
  broadcast: program(
    'A table of numbers is kept 32 times, so that each lane has a copy of its own. Is that a good idea?',
    4096,
    `  // YOURS: bytes from one lane's copy to the next
  mov.u32 %copy, 128;

  mov.u32 %row, 0;
STORE:
  mad.lo.u32 %at, %row, 128, %tile;
  mad.lo.u32 %at, %lane, 4, %at;
  mul.lo.u32 %value, %lane, 3;
  st.shared.u32 [%at], %value;
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 32;
  @%more bra STORE;
  bar.sync 0;

  mad.lo.u32 %at, %lane, %copy, %tile;
  ld.shared.u32 %value, [%at+20];  // number 5 of the table
  add.u32 %value, %value, %lane;
  mov.u32 %index, %lane;
${WRITE}`,
  ),
  widths: program(
    'Each lane stores 16 bytes, then reads those of the lane behind it.',
    8192,
    `  .reg .u32 %a, %b, %c, %d;
  // YOURS: bytes from one lane's 16 bytes to the next, a multiple of 16
  mov.u32 %pitch, 128;

  mad.lo.u32 %at, %lane, %pitch, %tile;
  mul.lo.u32 %a, %lane, 4;
  add.u32 %b, %a, 1;
  add.u32 %c, %a, 2;
  add.u32 %d, %a, 3;
  st.shared.v4.u32 [%at], {%a, %b, %c, %d};
  bar.sync 0;
  add.u32 %row, %lane, 1;
  and.b32 %row, %row, 31;
  mad.lo.u32 %at, %row, %pitch, %tile;
  ld.shared.v4.u32 {%a, %b, %c, %d}, [%at];
  mul.wide.u32 %to, %lane, 16;
  add.u64 %to, %out, %to;
  st.global.v4.u32 [%to], {%a, %b, %c, %d};`,
  ),
  transpose: program(
    'A tile of 32 x 32 words is stored and read again in the same order. No turn is needed.',
    4096,
    `  // YOURS: bytes from lane to lane
  mov.u32 %laneStep, 128;
  // YOURS: bytes from step to step
  mov.u32 %rowStep, 4;

  mov.u32 %row, 0;
STORE:
  mad.lo.u32 %at, %row, %rowStep, %tile;
  mad.lo.u32 %at, %lane, %laneStep, %at;
  mad.lo.u32 %value, %row, 32, %lane;
  st.shared.u32 [%at], %value;
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 32;
  @%more bra STORE;
  bar.sync 0;

  mov.u32 %row, 0;
LOAD:
  mad.lo.u32 %at, %row, %rowStep, %tile;
  mad.lo.u32 %at, %lane, %laneStep, %at;
  ld.shared.u32 %value, [%at];
  mad.lo.u32 %index, %row, 32, %lane;
${WRITE}
  add.u32 %row, %row, 1;
  setp.lt.u32 %more, %row, 32;
  @%more bra LOAD;`,
  ),
  padding: program(
    'A tile of 32 x 32 words is transposed: stored by rows, read by columns.',
    8192,
    turned(
      `  // YOURS: bytes from one row to the next, 128 to 256
  mov.u32 %pitch, 128;`,
      '  mov.u32 %column, %lane;',
      '  mov.u32 %column, %row;',
    ),
  ),
  xor: program(
    'The same transpose with not a byte to spare: the tile fills its 4,096 bytes.',
    4096,
    turned(
      '  mov.u32 %pitch, 128;',
      `  // YOURS: where row %row keeps column %lane
  mov.u32 %column, %lane;`,
      `  // YOURS: where row %lane keeps column %row
  mov.u32 %column, %row;`,
    ),
  ),
};
