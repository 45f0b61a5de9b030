/** Races at one pair of instructions, between lanes of a warp and between warps: the wider one is told. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

/**
 * Each of 64 threads stores its word; then lanes 0 and 1 read a word of their own warp, and the others one of the other
 * warp.
 */
const racesWith = (sync: string) =>
  runAssembly(
    {
      module: '.shared .align 4 .b8 words[256];',
      threads: 64,
      body: `mov.u32 %r1, %tid; mov.u32 %r2, words; mad.lo.u32 %r3, %r1, 4, %r2; st.shared.u32 [%r3], %r1;
${sync} and.b32 %r4, %r1, 31; setp.lt.u32 %p1, %r4, 2; selp.b32 %r5, 1, 32, %p1; xor.b32 %r5, %r5, %r1;
mad.lo.u32 %r3, %r5, 4, %r2; ld.shared.u32 %r6, [%r3]; st.global.u32 [%at], %r6;`,
    },
    { faults: 'all' },
  ).faults.map(fault => (fault.kind === 'race' ? fault.between : fault.kind));

test('of both the race of warps', () => {
  expect(racesWith('')).toEqual(['warps']);
});

test('__syncwarp leaves the race of warps', () => {
  expect(racesWith('bar.warp.sync -1;')).toEqual(['warps']);
});

test('a barrier of all ends both', () => {
  expect(racesWith('bar.sync 0;')).toEqual([]);
});

test.each(['shared.u32 [words]', 'global.u32 [%out]'])(
  'lanes of one store and lanes of two rounds are told apart: %s',
  at => {
    const module = '.shared .align 4 .b8 words[4];';
    const told = (body: string) => runAssembly({ module, body }, { faults: 'all' }).faults[0]?.message;
    expect(told(`st.${at}, %tid;`)).toContain('writes another value than lane');
    const rounds = `mov.u32 %r1, 0;
AGAIN: setp.eq.u32 %p1, %tid, %r1; @%p1 st.${at}, %tid; add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 3; @%p2 bra AGAIN;`;
    expect(told(rounds)).toMatch(/ st\..* and '.* st\..* both touch .*__syncwarp/);
  },
);
