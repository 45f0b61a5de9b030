/** A barrier of all threads waits for warps until they exit: what these did lies before it. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

/** The second warp stores and exits; the first one reads the word behind `barrier`. */
const faultsBehind = (barrier: string): string[] =>
  runAssembly(
    {
      module: '.shared .align 4 .b8 word[4];',
      threads: 64,
      body: `setp.lt.u32 %p1, %tid, 32; setp.eq.u32 %p2, %tid, 32; @%p2 st.shared.u32 [word], 7; @!%p1 exit;
${barrier} ld.shared.u32 %r1, [word]; st.global.u32 [%at], %r1;`,
    },
    { faults: 'all' },
  ).faults.map(({ kind }) => kind);

test('a store of a warp that has exited lies before the barrier that it would have held up', () => {
  expect(faultsBehind('bar.sync 0;')).toEqual([]);
});

test.each([
  ['no barrier', ''],
  ['a barrier of one warp', 'bar.sync 1, 32;'],
])('%s orders nothing', (_, barrier) => {
  expect(faultsBehind(barrier)).toContain('race');
});
