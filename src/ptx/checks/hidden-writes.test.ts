/** In device memory, a thread's own atomic orders nothing of what others did to the word, unless it has seen what it found there. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

/** Three CTAs of one thread; %p1: the last one, %p2: the first one. */
const faultsOf = (body: string): string[] =>
  runAssembly(
    {
      threads: 1,
      grid: [3, 1, 1],
      body: `mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 2; setp.eq.u32 %p2, %r1, 0; ${body}`,
    },
    { faults: 'all' },
  ).faults.map(({ kind }) => kind);

const COUNT = 'atom.global.add.u32 %r3, [%out+64], 1; setp.eq.u32 %p3, %r3, 2;';
const READ = '@%p3 ld.global.u32 %r2, [%out]; @%p3 st.global.u32 [%out+128], %r2;';
const FENCE = 'membar.gl;';

test.each([
  ['red', 'red.global.add.u32 [%out], 1;'],
  ['atom', 'atom.global.add.u32 %r4, [%out], 1;'],
  ['two of its own', 'red.global.add.u32 [%out], 1; red.global.add.u32 [%out], 1;'],
])('a plain load behind its own %s races with those of other CTAs', (_, atomics) => {
  expect(faultsOf(`${atomics} ${COUNT} ${FENCE} ${READ}`)).toEqual(['race']);
  expect(faultsOf(`${atomics} ${FENCE} ${COUNT} ${FENCE} ${READ}`)).toEqual([]);
});

test('nor does it order a plain store', () => {
  expect(faultsOf('@%p2 st.global.u32 [%out], 7; red.global.add.u32 [%out], 1;')).toEqual(['race']);
  expect(faultsOf('@!%p2 red.global.add.u32 [%out], 1; @%p1 red.global.add.u32 [%out], 1;')).toEqual([]);
});

test('who has seen what it found there has seen all before it', () => {
  expect(faultsOf(`atom.global.add.u32 %r3, [%out], 1; setp.eq.u32 %p3, %r3, 2; ${READ}`)).toEqual([]);
});

test('a warp of its own CTA hides none of another', () => {
  const { faults } = runAssembly(
    {
      threads: 64,
      grid: [3, 1, 1],
      body: `and.b32 %r5, %tid, 31; setp.ne.u32 %p4, %r5, 0; @%p4 exit; red.global.add.u32 [%out], 1; barrier.sync 0;
setp.ne.u32 %p4, %tid, 0; @%p4 exit; ${COUNT} ${FENCE} ${READ}`,
    },
    { faults: 'all' },
  );
  expect(faults.map(fault => fault.kind === 'race' && fault.between)).toEqual(['ctas']);
});
