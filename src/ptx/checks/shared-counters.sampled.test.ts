/**
 * Counters in shared memory have a mark of their own for each warp. Any program finds the same, to the letter, as with the marks of
 * other cells, which counters have where a word is more than one cell: where the kernel has a store of two bytes.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { runAssembly } from '../isa/assembly.ts';

const MODULE = '.shared .align 128 .b8 words[512]; .shared .align 4 .b32 spare;';
/** Of the second warp's lanes, of the low ones, of one, of the third warp. */
const GUARDS = ['', '', '', '@%p1 ', '@!%p1 ', '@%p2 ', '@%p3 ', '@%p5 '] as const;
/** One for all, one for each lane number, one of eight, one's own. */
const PLACES = ['%r0', '%r1', '%r2', '%r2', '%r3'] as const;

const access = fc.oneof(
  { weight: 6, arbitrary: fc.constant('red.shared.add.u32 [@], 1;') },
  { weight: 4, arbitrary: fc.constant('atom.shared.add.u32 %r11, [@], 1; add.u32 %r9, %r9, %r11;') },
  fc.constantFrom(
    'red.release.gpu.shared.add.u32 [@], 1;',
    'red.shared.max.u32 [@], %tid;',
    'atom.shared.add.u32 %r18, [@], 1;',
    'atom.shared.exch.b32 %r11, [@], 1; add.u32 %r9, %r9, %r11;',
    'atom.acquire.gpu.shared.add.u32 %r11, [@], 1; add.u32 %r9, %r9, %r11;',
    'st.shared.u32 [@], %r10;',
    'ld.shared.u32 %r11, [@]; add.u32 %r9, %r9, %r11;',
    'ld.volatile.shared.u32 %r11, [@]; add.u32 %r9, %r9, %r11;',
  ),
);
const guarded = fc
  .tuple(fc.constantFrom(...GUARDS), access, fc.constantFrom(...PLACES))
  .map(([guard, text, place]) => `${guard}${text.replace('@', place)}`);
const order = fc.constantFrom(
  'bar.sync 0;',
  'bar.sync 0;',
  'bar.warp.sync -1;',
  'bar.warp.sync 0xFFFF;',
  'fence.acq_rel.gpu;',
);
const program = fc
  .array(fc.oneof({ weight: 4, arbitrary: guarded }, { weight: 1, arbitrary: order }), { minLength: 2, maxLength: 14 })
  .map(steps => steps.map(step => (step.includes('0xFFFF') ? `@%p2 ${step}` : step)).join('\n'));

const START = `mov.u32 %r0, words; and.b32 %r15, %tid, 31; shl.b32 %r1, %r15, 2; and.b32 %r2, %tid, 7; shl.b32 %r2, %r2, 2;
shl.b32 %r3, %tid, 2; ${[1, 2, 3].map(i => `add.u32 %r${i}, %r${i}, %r0;`).join(' ')} mov.u32 %r9, 0; mov.u32 %r10, 7; mov.u32 %r11, 0;
mov.u32 %r19, %ctaid.x; setp.eq.u32 %p7, %r19, 0; setp.lt.u32 %p2, %r15, 16; setp.eq.u32 %p3, %r15, 3; setp.ge.u32 %p5, %tid, 64; mov.u32 %r16, 0;
shr.u32 %r12, %tid, 5; setp.eq.u32 %p1, %r12, 1; setp.gt.u32 %p6, %tid, 500; mov.u32 %r17, spare; cvt.u16.u32 %h1, %tid;
st.shared.u32 [%r3], 0; bar.sync 0;`;

function found(body: string, isCounted: boolean) {
  const width = isCounted ? '@%p6 st.shared.u32 [%r17], %r10;' : '@%p6 st.shared.u16 [%r17], %h1;';
  const rounds = `AGAIN: ${body} add.u32 %r16, %r16, 1; setp.lt.u32 %p4, %r16, 3; @%p4 bra AGAIN;`;
  const text = `${START}\n${width}\n${rounds}\n@%p7 st.global.u32 [%at], %r9;`;
  const { faults, hazards } = runAssembly(
    { module: MODULE, body: text, threads: 96, words: 96, grid: [2, 1, 1] },
    { faults: 'all' },
  );
  // A word is one cell, or two.
  const perWord = (one: object) => ('count' in one ? { ...one, count: Number(one.count) / (isCounted ? 1 : 2) } : one);
  return { faults: faults.map(perWord), hazards: hazards.map(perWord) };
}

test('a counter says what other cells say', () => {
  let racing = 0;
  fc.assert(
    fc.property(program, body => {
      const [counted, cells] = [true, false].map(isCounted => found(body, isCounted));
      if (cells.faults.length > 0) racing++;
      expect(counted).toEqual(cells);
    }),
    { numRuns: draws(360) },
  );
  expect(racing).toBeGreaterThan(3);
});
