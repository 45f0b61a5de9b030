/** Values that nothing defines: silent while nothing depends on them, a fault where something does. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const found = (body: string) =>
  runAssembly({ module: '.shared .align 16 .b8 words[512];', body, threads: 1 }, { faults: 'all' }).faults.map(
    ({ kind }) => kind,
  );

/** Shared memory in which no thread writes the last of four words. */
const LOAD =
  'st.shared.v2.u32 [words], {1, 2}; st.shared.u32 [words+8], 3; ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [words];';

test.each([
  ['the half of a wide load that nobody uses', `${LOAD} st.global.u32 [%at], %r3;`],
  ['a product with 0', `${LOAD} mul.lo.u32 %r4, %r4, 0; st.global.u32 [%at], %r4;`],
  [
    'a branch that goes the same way',
    `${LOAD} setp.ge.u32 %p1, %r4, 0; @%p1 bra NEXT; trap; NEXT: st.global.u32 [%at], %r3;`,
  ],
])('%s is silent', (_, body) => {
  expect(found(body)).toEqual([]);
});

test.each([
  ['an output', `${LOAD} st.global.u32 [%at], %r4;`],
  ['a branch', `${LOAD} setp.ne.u32 %p1, %r4, 0; @%p1 bra NEXT; add.u32 %r3, %r3, 1; NEXT: st.global.u32 [%at], %r3;`],
  [
    'an address',
    `${LOAD} mov.u32 %r5, words; add.u32 %r5, %r5, %r4; ld.shared.u32 %r6, [%r5]; st.global.u32 [%at], %r3;`,
  ],
])('%s that depends on one is a fault', (_, body) => {
  expect(found(body)).toEqual(['uninitialisedRead']);
});

test('the first element that depends on one is named', () => {
  const { faults } = runAssembly(
    {
      module: '.shared .align 16 .b8 words[512];',
      body: `${LOAD} st.global.u32 [%at], %r3; st.global.u32 [%at+12], %r4;`,
      threads: 1,
    },
    { faults: 'all' },
  );
  expect(faults[0].message).toMatch(/nothing has written\. With other words there, 'out'\[3\] comes out otherwise\.$/);
});

/** A local array of four words; the first two are written. */
const onStack = (body: string) => {
  const array = '.local .align 16 .b8 array[16]; mov.u64 %x3, array;';
  return runAssembly({ body: `${array} ${body}`, threads: 64 }, { faults: 'all' }).faults.map(f => f.kind);
};

test.each([
  ['st.local.v2.u32 [%x3], {1, 2}; ld.local.u32 %r1, [%x3+4]; st.global.u32 [%at], %r1;', []],
  ['st.local.v2.u32 [%x3], {1, 2}; ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [%x3]; st.global.u32 [%at], %r2;', []],
  ['st.local.v2.u32 [%x3], {1, 2}; ld.local.u32 %r1, [%x3+8]; st.global.u32 [%at], %r1;', ['uninitialisedRead']],
  [
    'setp.lt.u32 %p1, %tid, 40; @%p1 st.local.u32 [%x3], 1; ld.local.u32 %r1, [%x3]; st.global.u32 [%at], %r1;',
    ['uninitialisedRead'],
  ],
])('a local array: %s', (body, kinds) => {
  expect(onStack(body)).toEqual(kinds);
});

test('where the path depends on one and nothing else does, it is a hazard', () => {
  const body = `${LOAD} setp.ne.u32 %p1, %r4, 0; @%p1 bra NEXT; add.u32 %r5, %r3, 1; NEXT: st.global.u32 [%at], %r3;`;
  const module = '.shared .align 16 .b8 words[512];';
  const { ok, faults, hazards } = runAssembly({ module, body, threads: 1 }, { faults: 'all' });
  expect({ ok, faults, hazards: hazards.map(({ kind }) => kind) }).toEqual({
    ok: true,
    faults: [],
    hazards: ['uninitialisedRead'],
  });
});
