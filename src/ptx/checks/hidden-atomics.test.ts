/** A thread's own atomic orders nothing of what other warps did to the word, unless it has seen what it found there. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

/** Three warps; the word has its start. %p1: the first one, %p2: the second one. */
const faultsOf = (body: string): string[] =>
  runAssembly(
    {
      module: '.shared .align 4 .b8 word[4];',
      threads: 96,
      body: `setp.lt.u32 %p1, %tid, 32; shr.u32 %r1, %tid, 5; setp.eq.u32 %p2, %r1, 1; setp.eq.u32 %p3, %tid, 0;
@%p3 st.shared.u32 [word], 0; bar.sync 0; and.b32 %r2, %tid, 31; setp.ne.u32 %p3, %r2, 0; @%p3 exit; ${body}`,
    },
    { faults: 'all' },
  ).faults.map(({ kind }) => kind);

const READ = '@%p1 ld.shared.u32 %r3, [word]; @%p1 st.global.u32 [%out], %r3;';

test.each([
  ['red', '@!%p1 red.shared.add.u32 [word], 1; @%p1 red.shared.add.u32 [word], 1;'],
  ['atom', '@!%p1 atom.shared.add.u32 %r4, [word], 1; @%p1 atom.shared.add.u32 %r4, [word], 1;'],
  [
    'two of its own',
    '@!%p1 red.shared.add.u32 [word], 1; @%p1 red.shared.add.u32 [word], 1; @%p1 red.shared.add.u32 [word], 1;',
  ],
])('a plain load behind its own %s races with those of other warps', (_, atomics) => {
  expect(faultsOf(`${atomics} ${READ}`)).toEqual(['race']);
});

test('a warp that the reader knows of hides none that it does not know of', () => {
  const body = `@!%p1 red.shared.add.u32 [word], 1; @%p2 bar.arrive 1, 64; @%p1 bar.sync 1, 64;
@%p1 red.shared.add.u32 [word], 1; ${READ}`;
  expect(faultsOf(body)).toEqual(['race']);
});

/** Four warps add up, and the first one waits for all but one of the others. */
test.each([1, 2, 3])('a reader that waits for all warps but warp %i is told of that one', missing => {
  const add = 'setp.eq.u32 %p3, %r2, 0; @%p3 red.shared.add.u32 [word], 1;';
  const found = (waited: number, gone: string) => {
    const body = `shr.u32 %r1, %tid, 5; and.b32 %r2, %tid, 31; setp.eq.u32 %p1, %r1, 0;
@%p1 st.shared.u32 [word], 0; bar.sync 0; ${add} @%p1 bra READ; ${gone} bar.arrive 1, ${waited}; exit;
READ: bar.sync 1, ${waited}; ld.shared.u32 %r4, [word]; st.global.u32 [%out], %r4;`;
    const module = '.shared .align 4 .b8 word[4];';
    return runAssembly({ module, threads: 128, body }, { faults: 'all' }).faults.map(({ kind }) => kind);
  };
  expect(found(96, `setp.eq.u32 %p2, %r1, ${missing}; @%p2 exit;`)).toEqual(['race']);
  expect(found(128, '')).toEqual([]);
});

test.each([
  ['a barrier orders them', `red.shared.add.u32 [word], 1; bar.sync 0; ${READ}`],
  [
    'a barrier orders the others',
    `@!%p1 red.shared.add.u32 [word], 1; bar.sync 0; @%p1 red.shared.add.u32 [word], 1; ${READ}`,
  ],
  [
    'the last one to arrive has seen them',
    'atom.shared.add.u32 %r4, [word], 1; setp.eq.u32 %p1, %r4, 2; @%p1 ld.shared.u32 %r3, [word];',
  ],
])('none where %s', (_, body) => {
  expect(faultsOf(body)).toEqual([]);
});
