/** How many threads and CTAs addresses have room for, in PTX as compilers write it. */
import { describe, expect, it, test } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

/** `%t` is the thread, `%c` the CTA, `%s` the shared array, `%p` and `%q` are pointers to the first element of device memory. */
const ptxOf = (sharedBytes: number, body: string): string => `.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u64 k_1)
{
.reg .b64 %p, %q, %x<20>; .reg .b32 %t, %y, %c, %s, %r<40>; .reg .pred %c<9>;
.shared .align 4 .b8 array[${sharedBytes}];
ld.param.u64 %p, [k_0]; ld.param.u64 %q, [k_1];
mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; mov.u32 %s, array;
${body}
END: ret;
}
`;

function launchOf(sharedBytes: number, body: string) {
  const module = parseModule(ptxOf(sharedBytes, body));
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  return guessLaunch(outline, outline.entries[0]).launch;
}

/** `array[index] = t`, and the same in device memory. */
const storeShared = (index: string) => `shl.b32 %r30, ${index}, 2; add.s32 %r31, %s, %r30; st.shared.u32 [%r31], %t;`;
const store = (index: string, pointer = '%p') =>
  `mul.wide.s32 %x1, ${index}, 4; add.s64 %x2, ${pointer}, %x1; st.global.u32 [%x2], %t;`;
const loadShared = (index: string, behind = '') =>
  `shl.b32 %r32, ${index}, 2; add.s32 %r33, %s, %r32; ld.shared.u32 %r34, [%r33${behind}];`;

describe('a row of threads', () => {
  const rows = `mov.u32 %r1, 0;
LOOP: shl.b32 %r2, %r1, 6; add.s32 %r3, %r2, %t; ${storeShared('%r3')}
add.s32 %r1, %r1, 1; setp.lt.s32 %c1, %r1, 9; @%c1 bra LOOP;`;

  test('ends where a loop steps to the next row', () => {
    expect(launchOf(4 * 64 * 9, rows + store('%t')).block).toEqual([64, 1, 1]);
  });

  test('is no matter of what only some threads do', () => {
    const some = `setp.gt.u32 %c2, %t, 63; @%c2 bra END; ${rows}`;
    expect(launchOf(4 * 64 * 9, store('%t') + some).block).toEqual([256, 1, 1]);
  });

  test('of a plane has pads behind it', () => {
    const tile = `mov.u32 %y, %tid.y; mad.lo.s32 %r1, %y, 17, %t; ${storeShared('%r1')}`;
    expect(launchOf(4 * 17 * 16 * 4, tile + store('%r1')).block[0]).toBe(16);
  });
});

describe('a block is halved', () => {
  it('where an array is read from its end', () => {
    const turned = `${storeShared('%t')} bar.sync 0; mov.u32 %r1, 63; sub.s32 %r2, %r1, %t; ${loadShared('%r2')} ${store('%t')}`;
    expect(launchOf(1024, turned).block).toEqual([64, 1, 1]);
  });

  it('where there are too few rows for its warps', () => {
    const perWarp = `shr.u32 %r1, %t, 5; shl.b32 %r2, %r1, 4; atom.shared.add.u32 %r9, [%s], 1; ${storeShared('%r2')} ${store('%t')}`;
    expect(launchOf(4 * 16 * 2, perWarp).block).toEqual([64, 1, 1]);
  });

  it('but not for a neighbour behind the end, which may be the mistake', () => {
    const neighbour = `${storeShared('%t')} bar.sync 0; ${loadShared('%t', '+4')} ${store('%t')}`;
    expect(launchOf(1024, neighbour).block).toEqual([256, 1, 1]);
  });
});

describe('a plane', () => {
  const index = 'mov.u32 %y, %tid.y; mad.lo.s32 %r1, %y, 16, %t;';
  /** Of `rows` by 16 words. */
  const blockOf = (rows: number, body: string) => launchOf(4 * 16 * rows, `${index} ${body} ${store('%r1')}`).block;
  const unless = (condition: string, body: string) => `${condition} @%c1 bra OVER; ${body} OVER: bar.sync 0;`;

  it('has as few rows as its array', () => {
    expect(blockOf(16, storeShared('%r1'))).toEqual([16, 16, 1]);
    expect(blockOf(4, storeShared('%r1'))).toEqual([16, 4, 1]);
  });

  it('keeps them where a mistake may lead out of the array, or as many as there may be do', () => {
    expect(blockOf(14, storeShared('%r1'))).toEqual([16, 16, 1]);
    expect(blockOf(1, storeShared('%r1'))).toEqual([16, 16, 1]);
  });

  it('has room for all rows, though one column alone stores', () => {
    const first = `shl.b32 %r2, %y, 4; ${unless('setp.ne.s32 %c1, %t, 0;', storeShared('%r2'))}`;
    expect(blockOf(4, first)).toEqual([16, 4, 1]);
  });

  it('has more rows than the array that some of them store', () => {
    expect(blockOf(4, unless('setp.gt.u32 %c1, %y, 3;', storeShared('%r1')))).toEqual([16, 16, 1]);
    const late = `add.s32 %r2, %r1, -128; ${unless('setp.lt.u32 %c1, %y, 8;', storeShared('%r2'))}`;
    expect(blockOf(8, late)).toEqual([16, 16, 1]);
    expect(blockOf(4, late + storeShared('%r1'))).toEqual([16, 4, 1]);
  });

  it('has columns that end where the next one begins, though one column alone stores', () => {
    const turned = `shl.b32 %r2, %t, 2; add.s32 %r3, %r2, %y; ${unless('setp.ne.s32 %c1, %t, 0;', storeShared('%r3'))}`;
    expect(blockOf(16, turned)).toEqual([16, 4, 1]);
  });
});

describe('a tile of which each thread stores several elements', () => {
  const index = `shr.u32 %r1, %t, 3; and.b32 %r2, %t, 7; shl.b32 %r3, %r2, 5; shl.b32 %r4, %c, 8; or.b32 %r5, %r3, %r4;
shl.b32 %r6, %r1, 2; add.s32 %r7, %r5, %r6; mul.wide.s32 %x1, %r7, 4; add.s64 %x2, %p, %x1;`;
  const stores = (offsets: readonly number[]) => offsets.map(at => `st.global.u32 [%x2+${4 * at}], %t;`).join('\n');

  it('is of as many threads as fill it', () => {
    const { block, buffers } = launchOf(4, index + stores([0, 1, 2, 3, 16, 17, 18, 19]));
    expect(block).toEqual([32, 1, 1]);
    expect(buffers[0].length % 256).toBe(0);
  });

  it('but not where some threads alone store, or one element each', () => {
    const some = `setp.gt.u32 %c2, %t, 3; @%c2 bra END; ${stores([0, 1, 2, 3, 16, 17, 18, 19])}`;
    expect(launchOf(4, index + some).block).toEqual([256, 1, 1]);
    expect(launchOf(4, index + stores([0])).block).toEqual([256, 1, 1]);
  });
});

describe('what the code asks for by number', () => {
  test('a thread of the second warp needs two warps', () => {
    const warps = `shr.u32 %r1, %t, 5; setp.eq.s32 %c1, %r1, 1; @%c1 bra END; bar.sync 0; st.global.u32 [%p], %r1;`;
    expect(launchOf(4, warps).block[0]).toBeGreaterThanOrEqual(64);
  });

  test('CTAs that wait for others are not alone', () => {
    const flag = `setp.eq.s32 %c1, %c, 0; @%c1 bra TELL;
WAIT: ld.acquire.gpu.global.u32 %r1, [%p]; setp.eq.s32 %c2, %r1, 0; @%c2 bra WAIT; ret;
TELL: st.release.gpu.global.u32 [%p], 1;`;
    const { grid, buffers } = launchOf(4, flag);
    expect(grid).toEqual([2, 1, 1]);
    expect(buffers[0].init).toEqual({ kind: 'zeros' });
  });
});

test.each([
  [30, 32],
  [31, 32],
  [48, 48],
  [64, 64],
])('CTAs that are %i elements apart have %i threads, a few of them for neighbours', (elements, threads) => {
  expect(launchOf(4, `mad.lo.s32 %r1, %c, ${elements}, %t; ${store('%r1')}`).block).toEqual([threads, 1, 1]);
});

test('one word that is read and written starts between what may be above it and below', () => {
  const body = `mul.wide.s32 %x1, %t, 4; add.s64 %x2, %q, %x1; ld.global.u32 %r1, [%x2]; ld.global.u32 %r2, [%p];
setp.le.s32 %c1, %r1, %r2; @%c1 bra END; st.global.u32 [%p], %r1;`;
  const [word, inputs] = launchOf(4, body).buffers;
  expect(word.init).toEqual({ kind: 'iota', start: 4, step: 0 });
  expect(inputs.init).toMatchObject({ kind: 'random', low: 0, high: 9 });
});

test('CTAs fill the gaps that threads leave', () => {
  expect(launchOf(4, `mad.lo.s32 %r1, %t, 4, %c; ${store('%r1')}`).grid).toEqual([4, 1, 1]);
});

test('fields of a record that threads step over count for the length', () => {
  const fields = 'mul.wide.s32 %x1, %t, 12; add.s64 %x2, %p, %x1; st.global.u32 [%x2+8], %t;';
  expect(launchOf(4, fields).buffers[0].length).toBe(3 * 256);
});

describe('threads that the code tells from others', () => {
  const clear = `setp.gt.u32 %c1, %t, 31; @%c1 bra OVER; ${storeShared('%t')} OVER: bar.sync 0;`;

  test('an array for the first ones leaves room for the others', () => {
    const [x] = launchOf(128, `${clear} @%c1 bra END; ${loadShared('%t')} ${store('%t')}`).block;
    expect(x).toBe(256);
    expect(launchOf(128, `${storeShared('%t')} bar.sync 0; ${loadShared('%t')} ${store('%t')}`).block[0]).toBe(32);
  });

  test('those from one on are most: an array that they index has room for no more', () => {
    const late = `setp.lt.u32 %c2, %t, 32; @%c2 bra END; ${storeShared('%t')} ${loadShared('%t')}`;
    expect(launchOf(512, `${late} ${store('%t')}`).block[0]).toBe(128);
  });

  test('where one thread alone has anything to do, there are others', () => {
    const one = 'setp.ne.s32 %c1, %t, 0; @%c1 bra END;';
    expect(launchOf(4, `${one} ld.global.u32 %r1, [%p]; add.s32 %r2, %r1, 1; st.global.u32 [%p], %r2;`).block).toEqual([
      64, 1, 1,
    ]);
    expect(launchOf(4, 'mov.u32 %r1, 1; st.global.u32 [%p], %r1;').block).toEqual([1, 1, 1]);
  });
});

describe('several CTAs', () => {
  test('where the code tells the first one from others', () => {
    expect(launchOf(256, store('%t')).grid).toEqual([1, 1, 1]);
    expect(launchOf(256, `setp.ne.u32 %c1, %c, 0; @%c1 bra END; ${store('%t')}`).grid).toEqual([2, 1, 1]);
  });

  test('where it asks for the first thread of all', () => {
    const first = 'or.b32 %r1, %c, %t; setp.ne.s32 %c1, %r1, 0; @%c1 bra END;';
    expect(launchOf(256, `${first} ${store('%t')}`).grid).toEqual([2, 1, 1]);
    const thread = 'mov.u32 %r2, %tid.y; or.b32 %r1, %r2, %t; setp.ne.s32 %c1, %r1, 0; @%c1 bra END;';
    expect(launchOf(256, `${thread} ${store('%t')}`).grid).toEqual([1, 1, 1]);
  });

  test('where it asks how many there are', () => {
    const last = `mov.u32 %r1, %nctaid.x; add.u32 %r1, %r1, -1; atom.global.inc.u32 %r2, [%q], %r1; setp.ne.u32 %c1, %r2, %r1;`;
    expect(launchOf(256, `${last} @%c1 bra END; ${store('%t')}`).grid).toEqual([2, 1, 1]);
  });
});

test('what a compare-and-swap stores may be the number of a thread', () => {
  const swap = 'ld.global.u32 %r1, [%p]; add.s32 %r2, %r1, %t; atom.global.cas.b32 %r3, [%p], %r1, %r2;';
  expect(launchOf(4, swap).block).toEqual([256, 1, 1]);
});

test('CTAs that are told apart by number, and end by a jump back to the end', () => {
  const wait = (label: string, next: string) =>
    `${label}: ld.acquire.gpu.global.u32 %r1, [%p]; setp.eq.s32 %c3, %r1, 0; @%c3 bra ${label}; ${next}`;
  const body = `mov.u32 %r9, 1; bra.uni FIRST; LEAVE: ret; FIRST: setp.eq.s32 %c1, %c, 0; @%c1 bra ZERO; setp.eq.s32 %c2, %c, 1; @%c2 bra ONE;
setp.ne.s32 %c4, %c, 6; @%c4 bra LEAVE; ${wait('TWO', 'st.global.u32 [%q], %r1; bra.uni LEAVE;')}
${wait('ONE', 'st.release.gpu.global.u32 [%p+4], %r1; bra.uni LEAVE;')} ZERO: st.release.gpu.global.u32 [%p], %r9;`;
  expect(launchOf(4, body).grid).toEqual([7, 1, 1]);
});
