/** Checks that each pair of lines is named if several races are at one place, not only the first. */
import { describe, expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const MODULE = '.shared .align 4 .b32 word;';

/** Both instructions of each race, by what they do to the word: the later one first. */
function races(body: string): string[] {
  const { faults } = runAssembly({ body, module: MODULE, threads: 64 }, { faults: 'all' });
  return faults.flatMap(f => (f.kind === 'race' ? [`${f.place.instruction}; ${f.other.place.instruction}`] : [f.kind]));
}

/** The first warp's lane 0 runs first, then the second one's. */
const roles = (first: string, second: string): string => `
setp.eq.u32 %p1, %tid, 0;
@%p1 bra FIRST;
setp.eq.u32 %p2, %tid, 32;
@%p2 bra SECOND;
bra DONE;
FIRST:
${first}
bra DONE;
SECOND:
${second}
DONE:
mov.u32 %r9, 0;`;

describe.each([
  ['shared memory', 'shared', '[word]'],
  ['device memory', 'global', '[%out]'],
])('%s', (_, space, place) => {
  const [read, ...writes] = [
    `ld.${space}.u32 %r1, ${place}`,
    `st.${space}.u32 ${place}, 1`,
    `st.${space}.u32 ${place}, 2`,
  ];
  const [one, two] = writes;
  const reader = `${read}; st.global.u32 [%out+128], %r1;`;

  test('a read races with two writes of another warp', () => {
    expect(races(roles(reader, `${one};\n${two};`))).toEqual([`${one}; ${read}`, `${two}; ${read}`]);
  });

  test('a read that a barrier orders before the second write races with the first alone', () => {
    const body = roles(reader, `${one};`);
    expect(races(`${body}\nbar.sync 0;\n@%p2 ${two};`)).toEqual([`${one}; ${read}`]);
  });

  test.each([
    ['one other lane', '@%p2 '],
    ['all lanes', ''],
  ])('a lane replaces what %s read, and reads it itself before', (_, guard) => {
    const others = `ld.${space}.u32 %r2, ${place}`;
    const own = `ld.${space}.u32 %r1, ${place}`;
    const body = `setp.eq.u32 %p1, %tid, 0; setp.eq.u32 %p2, %tid, 5;
@%p1 st.${space}.u32 ${place}, 7; bar.sync 0;
mov.u32 %r2, 0; ${guard}${others}; @%p1 ${own}; @%p1 ${two}; add.u32 %r2, %r2, %tid;
@%p2 st.global.u32 [%out+128], %r2;`;
    expect(races(body)).toEqual([`@%p1 ${two}; ${guard}${others}`]);
  });
});
