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
