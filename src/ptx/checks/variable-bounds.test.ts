/**
 * Checks accesses from one shared variable into the next: the variable from which the address was computed is the one
 * that was meant.
 */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const module = `.shared .align 4 .b8 first[128];
.shared .align 4 .b8 second[128];
.extern .shared .align 16 .b8 rest[];`;

const found = (body: string) =>
  runAssembly({ module, body }, { faults: 'all' }).faults.map(({ kind, message }) => ({ kind, message }));
const kinds = (body: string) => found(body).map(({ kind }) => kind);

/** Both are written; %r2 is the thread's word of the first. */
const FILL = `mov.u32 %r1, first; shl.b32 %r3, %tid, 2; add.u32 %r2, %r1, %r3; st.shared.u32 [%r2], %tid;
mov.u32 %r4, second; add.u32 %r4, %r4, %r3; st.shared.u32 [%r4], %tid; bar.sync 0;`;

test('a write behind its variable is a fault that names both', () => {
  const faults = found(`${FILL} st.shared.u32 [%r2+4], 0;`);
  expect(faults.map(({ kind }) => kind)).toContain('outOfBounds');
  expect(faults[0].message).toContain("touches 4 bytes behind the 128 bytes of 'first', at 'second[0]'");
});

test('a write before its variable is one, too', () => {
  const [{ message }] = found(`${FILL} st.shared.u32 [%r4+-4], 0;`);
  expect(message).toContain("4 bytes before 'second', at 'first[31]'");
});

test('a read behind it is one where something depends on what it got', () => {
  const read = `${FILL} ld.shared.u32 %r5, [%r2+4];`;
  expect(kinds(read)).toEqual([]);
  expect(kinds(`${read} st.global.u32 [%at], %r5;`)).toEqual(['outOfBounds']);
});

test.each([
  ['by a generic address', `cvt.u64.u32 %x1, %r2; cvta.shared.u64 %x2, %x1; add.s64 %x3, %x2, 4; st.u32 [%x3], 0;`],
  [
    'in a loop',
    `mov.u32 %r5, %r1; LOOP: add.u32 %r5, %r5, 64; st.shared.u32 [%r5], 0; setp.lt.u32 %p1, %r5, 128; @%p1 bra LOOP;`,
  ],
  ['by a product', 'mad.lo.u32 %r5, %tid, 8, %r1; st.shared.u32 [%r5], 0;'],
  [
    'of a vector',
    'add.u32 %r5, %r1, 120; st.shared.v4.u32 [%r5+-8], {0, 0, 0, 0}; st.shared.v4.u32 [%r5+8], {0, 0, 0, 0};',
  ],
])('%s', (_, body) => {
  expect(kinds(`${FILL} ${body}`)).toContain('outOfBounds');
});

test.each([
  ['the own variable to its end', 'st.shared.u32 [%r1+124], 0;'],
  ['one or the other, as a lane chooses', 'selp.b32 %r5, %r1, %r4, 1; st.shared.u32 [%r5+4], 0;'],
  ['an address of unknown origin', 'mov.u32 %r5, %r2; @%p1 mov.u32 %r5, 128; st.shared.u32 [%r5+4], 0;'],
  ['behind what has no size', 'mov.u32 %r5, rest; st.shared.u32 [%r5+-4], 0;'],
])('%s is silent', (_, body) => {
  expect(
    kinds(
      `${FILL.replaceAll('bar.sync 0', 'bar.warp.sync -1')} setp.eq.u32 %p1, %tid, 0; @!%p1 exit; bar.sync 0; ${body}`,
    ),
  ).toEqual([]);
});
