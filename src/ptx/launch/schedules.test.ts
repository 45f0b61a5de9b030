/** Other orders of warps and CTAs: those of a right kernel end alike, and those of a wrong one do not. */
import { expect, test } from 'vitest';
import { parsed } from '../checks/kernel-run.ts';
import { fullyLoaded } from '../index.ts';
import { assemble } from '../isa/assembly.ts';
import { startSchedules } from './schedules.ts';

function tried(body: string, ctas = 1, count = 30, output = true) {
  const loaded = fullyLoaded(parsed(assemble({ body, module: '.shared .align 4 .b8 words[512];' })));
  const launch = {
    grid: [ctas, 1, 1] as const,
    block: [96, 1, 1] as const,
    buffers: [
      { name: 'out', type: 'u32' as const, length: 512, init: { kind: 'zeros' as const }, output },
      { name: 'sum', type: 'u32' as const, length: 1, init: { kind: 'zeros' as const }, output: true },
    ],
    params: [{ kind: 'pointer' as const, buffer: 'out' }],
  };
  const trials = startSchedules(loaded, launch, {}, count);
  if (!trials.ok) throw new Error(trials.error.message);
  while (!trials.value.run(1000));
  return trials.value;
}

const OWN = 'mov.u32 %r1, words; mad.lo.u32 %r1, %tid, 4, %r1; st.shared.u32 [%r1], %tid;';
const LAST = 'mov.u32 %r2, words; ld.shared.u32 %r3, [%r2+380]; st.global.u32 [%at], %r3;';
const CTA = 'mov.u32 %r9, %ctaid.x;';

test.each([
  ['words behind a barrier', `${OWN} bar.sync 0; ${LAST}`, 1],
  ['an atomic of integers', 'atom.global.add.u32 %r1, [%out], %tid;', 3],
  [
    'a CTA that waits for the one before it',
    `${CTA} setp.eq.u32 %p1, %r9, 0; @%p1 bra SET;
WAIT: ld.volatile.global.u32 %r1, [%out]; setp.eq.u32 %p2, %r1, 0; @%p2 bra WAIT; bra END;
SET: st.volatile.global.u32 [%out], 1; END:`,
    3,
  ],
  [
    'a long loop',
    'mov.u32 %r1, 0; LOOP: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 20000; @%p1 bra LOOP; st.global.u32 [%at], %r1;',
    1,
  ],
])('%s: all orders end alike', (_, body, ctas) => {
  expect(tried(body, ctas)).toMatchObject({ tried: 30, difference: null });
});

test.each([
  ['words of another warp', `${OWN} ${LAST}`, 1],
  [
    'a sum that CTAs read and write',
    `${CTA} ld.global.u32 %r1, [%out]; add.u32 %r1, %r1, 1; st.global.u32 [%out], %r1;`,
    4,
  ],
  ['the number of the last CTA', `${CTA} st.global.u32 [%out], %r9;`, 4],
])('%s: some order ends otherwise', (_, body, ctas) => {
  const what = { kind: 'element', buffer: 'out' };
  expect(tried(body, ctas).difference).toMatchObject({ what, takesTurns: false });
});

test('a launch whose usual order faults is tried in no other', () => {
  expect(tried('trap;')).toMatchObject({
    tried: 0,
    difference: null,
    usual: null,
    usualFault: expect.stringContaining('trap'),
  });
});

test('an order may end in a deadlock', () => {
  // Each of two warps takes a lock, and then waits for that of the other.
  const body = `shr.u32 %r1, %tid, 5; setp.gt.u32 %p3, %r1, 1; @%p3 exit; xor.b32 %r2, %r1, 1; and.b32 %r3, %tid, 31;
setp.ne.u32 %p1, %r3, 0; @%p1 exit; mad.wide.u32 %x1, %r1, 4, %out; mad.wide.u32 %x2, %r2, 4, %out;
A: atom.global.exch.b32 %r4, [%x1], 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra A;
B: atom.global.exch.b32 %r4, [%x2], 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra B;
st.volatile.global.u32 [%x1], 0; st.volatile.global.u32 [%x2], 0;`;
  expect(tried(body).difference?.what).toMatchObject({ kind: 'fault' });
});

test('the order that differs names the race that is none in the usual one', () => {
  // CTA 0 takes the lock without a fence behind, which matters only where it comes second.
  const body = `${CTA} mov.u32 %r8, %tid; setp.ne.u32 %p3, %r8, 0; @%p3 exit; setp.eq.u32 %p1, %r9, 0;
A: atom.global.cas.b32 %r4, [%out], 0, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra A;
@%p1 bra B; fence.acq_rel.gpu; B: st.global.u32 [%out+4], %r9; fence.acq_rel.gpu; atom.global.exch.b32 %r4, [%out], 0;`;
  expect(tried(body, 2).difference?.found).toContain('nothing orders the two CTAs');
});

test('an order that differs by atomics alone names no race', () => {
  const body = `${CTA} mov.u32 %r8, %tid; setp.ne.u32 %p3, %r8, 0; @%p3 exit; atom.global.exch.b32 %r4, [%out], %r9;`;
  expect(tried(body, 3).difference).toMatchObject({ what: { kind: 'element' }, found: null, takesTurns: true });
});

test('a buffer that is no output may end otherwise in each order', () => {
  const last = `${CTA} st.global.u32 [%out], %r9;`;
  expect(tried(last, 4, 30, true).difference).not.toBeNull();
  expect(tried(last, 4, 30, false)).toMatchObject({ tried: 30, difference: null });
});
