/** st.bulk against an array that is filled in a loop; what it tells the checkers; what is refused. */
import { describe, expect, test } from 'vitest';
import { accessAt } from '../../trace/access-trace.ts';
import { parsed, traceKernel } from '../checks/kernel-run.ts';
import { assemble, lanes, outputOf, runAssembly } from './assembly.ts';

const WORDS = 64;
const module = `.shared .align 16 .b8 tile[${4 * WORDS}];`;
const FILL = `mov.u32 %r1, tile; shl.b32 %r2, %tid, 2; add.u32 %r3, %r1, %r2; add.u32 %r4, %tid, 1;
st.shared.u32 [%r3], %r4; bar.sync 0;`;
const COPY = 'bar.sync 0; ld.shared.u32 %r5, [%r3]; st.global.u32 [%at], %r5;';
const FIRST = 'setp.eq.u32 %p1, %tid, 0;';

/** The tile, which held 1, 2, 3 …, after the thread 0 has stored. */
const tileAfter = (store: string): number[] =>
  outputOf({ module, threads: WORDS, words: WORDS, body: `${FILL} ${FIRST} ${store} ${COPY}` });

const expected = (first: number, bytes: number): number[] => {
  const tile = lanes(i => i + 1, WORDS);
  for (let byte = first; byte < first + bytes; byte += 4) tile[byte / 4] = 0;
  return tile;
};

describe('zeros', () => {
  test.each([
    [0, 4 * WORDS],
    [8, 8],
    [16, 104],
    [248, 8],
    [24, 0],
  ])('from byte %i on, %i of them', (first, bytes) => {
    expect(tileAfter(`@%p1 st.bulk.weak.shared::cta [%r1+${first}], ${bytes}, 0;`)).toEqual(expected(first, bytes));
  });

  test('at a generic address, as many as a register says', () => {
    const store = 'mov.u64 %x1, tile; cvta.shared.u64 %x2, %x1; mov.u64 %x3, 40; @%p1 st.bulk [%x2+64], %x3, 0;';
    expect(tileAfter(store)).toEqual(expected(64, 40));
  });

  test('by several threads, each its own', () => {
    const store = `cvt.u64.u32 %x3, %tid; shl.b64 %x3, %x3, 3; and.b64 %x3, %x3, 8; shl.b32 %r6, %tid, 4; add.u32 %r6, %r1, %r6;
setp.lt.u32 %p2, %tid, 16; @%p2 st.bulk.shared::cta [%r6], %x3, 0;`;
    expect(tileAfter(store)).toEqual(lanes(i => (i % 8 === 4 || i % 8 === 5 ? 0 : i + 1), WORDS));
  });
});

test('bytes that it wrote may be read, and no others', () => {
  const read = (at: number) =>
    runAssembly({
      module,
      body: `mov.u32 %r1, tile; ${FIRST} @%p1 st.bulk.shared::cta [%r1], 128, 0; bar.warp.sync -1; shl.b32 %r2, %tid, 2;
add.u32 %r1, %r1, %r2; ld.shared.u32 %r5, [%r1+${at}]; st.global.u32 [%at], %r5;`,
    }).faults;
  expect(read(0)).toEqual([]);
  expect(read(4)[0]).toMatchObject({ kind: 'uninitialisedRead' });
});

test('it races with a store of another warp', () => {
  const body = `mov.u32 %r1, tile; ${FIRST} @%p1 st.bulk.shared::cta [%r1], 128, 0;
setp.eq.u32 %p2, %tid, 32; @%p2 st.shared.u32 [%r1+64], 5;`;
  const [fault] = runAssembly({ module, threads: 64, body }).faults;
  expect(fault).toMatchObject({ kind: 'race' });
});

test('its pieces are traced as stores of 8 bytes of one lane', () => {
  const kernel = parsed(
    assemble({ module, body: `mov.u32 %r1, tile; ${FIRST} @%p1 st.bulk.shared::cta [%r1+16], 24, 0;` }),
  );
  const { trace } = traceKernel(kernel, { entry: 'k', block: [32, 1, 1], words: 1 });
  const rows = lanes(i => accessAt(trace, i), trace.rows);
  expect(rows.map(({ kind, widthBytes, activeMask }) => [kind, widthBytes, activeMask])).toEqual(
    lanes(() => ['store', 8, 1], 3),
  );
  expect(rows.map(({ address }) => address[0] - rows[0].address[0])).toEqual([0, 8, 16]);
});

test.each([
  ['[%r1+4], 8', 'misaligned', 'no multiple of 8'],
  ['[%r1], 12', 'badOperand', 'a multiple of 8'],
  ['[%r1+8], 256', 'outOfBounds', '256 bytes at shared address'],
  ['[%r1], 16777224', 'badOperand', 'at most 16777216'],
])('%s is a fault', (operands, kind, why) => {
  const [fault] = runAssembly({ module, body: `mov.u32 %r1, tile; st.bulk.shared::cta ${operands}, 0;` }).faults;
  expect(fault).toMatchObject({ kind });
  expect(fault.message).toContain(why);
});

test('another value than 0 is refused', () => {
  const [fault] = runAssembly({ module, body: 'mov.u32 %r1, tile; st.bulk.shared::cta [%r1], 8, 1;' }).faults;
  expect(fault.message).toContain('nothing but the constant 0');
});
