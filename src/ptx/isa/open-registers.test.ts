/** Registers that may be read before they are written, and whether that matters. */
import { expect, test } from 'vitest';
import { runAssembly } from './assembly.ts';

const faultsOf = (body: string) =>
  runAssembly({ body, threads: 32 }, { faults: 'all' }).faults.map(({ kind, message }) => `${kind}: ${message}`);
const STORE = 'st.global.u32 [%at], %r2;';
const OF_8 = 'setp.lt.u32 %p1, %tid, 8;';

test.each([
  ['never written', `add.u32 %r2, %r1, 1; ${STORE}`, 'lane 0', '%r1'],
  [
    'written on one path',
    `${OF_8} @!%p1 bra THERE; mov.u32 %r1, 5; THERE: add.u32 %r2, %r1, 1; ${STORE}`,
    'lane 8',
    '%r1',
  ],
  ['written by some lanes', `${OF_8} @%p1 mov.u32 %r1, 5; add.u32 %r2, %r1, 1; ${STORE}`, 'lane 8', '%r1'],
  ['a copy', `mov.u32 %r3, %r1; mov.u32 %r2, %r3; ${STORE}`, 'lane 0', '%r2'],
  ['a guard', `mov.u32 %r2, 0; @%p2 mov.u32 %r2, 7; ${STORE}`, 'lane 0', '%p2'],
  [
    'the first round of a loop',
    `mov.u32 %r3, 0; AGAIN: add.u32 %r1, %r1, %r3; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 3; @%p1 bra AGAIN;
mov.u32 %r2, %r1; ${STORE}`,
    'lane 0',
    '%r1',
  ],
])('%s', (_, body, lane, register) => {
  const faults = faultsOf(body);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^uninitialisedRegister: /);
  expect(faults[0]).toContain(`, ${lane}: `);
  expect(faults[0]).toContain(`reads ${register}, which nothing has written`);
});

test.each([
  ['what is not used', `add.u32 %r3, %r1, 1; mov.u32 %r2, 4; ${STORE}`],
  ['a choice of the other value', `${OF_8} mov.u32 %r4, 1; selp.b32 %r2, %r4, %r4, %p2; ${STORE}`],
  ['written on both paths', `${OF_8} @%p1 mov.u32 %r1, 5; @!%p1 mov.u32 %r1, 6; add.u32 %r2, %r1, 1; ${STORE}`],
  [
    'written before the branch that reads',
    `${OF_8} @%p1 mov.u32 %r1, 5; mov.u32 %r2, 0; @%p1 add.u32 %r2, %r1, 1; ${STORE}`,
  ],
  ['bits that are cut off', `shl.b32 %r2, %r1, 31; and.b32 %r2, %r2, 1; ${STORE}`],
])('silent: %s', (_, body) => {
  expect(faultsOf(body)).toEqual([]);
});
