/** The barrier of a whole grid, as cooperative groups have it: CTAs count themselves in the grid's workspace. */
import { expect, test } from 'vitest';
import { wordsOf } from '../checks/kernel-run.ts';
import { lanes, outputOf, runAssembly } from '../isa/assembly.ts';

/** Each CTA stores its number, meets the others, and adds up what all of them stored. */
const MEET = `
mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; mov.b64 %x1, {%r2, %r1};
setp.ne.s64 %p1, %x1, 0; @%p1 bra there; trap;
there:
mov.u32 %r3, %ctaid.x; mov.u32 %r4, %nctaid.x;
mul.wide.u32 %x2, %r3, 4; add.s64 %x2, %x2, %out; add.s32 %r5, %r3, 1; st.global.u32 [%x2], %r5;
atom.add.release.gpu.u32 %r6, [%x1+4], 1;
wait: ld.acquire.gpu.u32 %r6, [%x1+4]; setp.lt.u32 %p1, %r6, %r4; @%p1 bra wait;
mov.u32 %r7, 0; mov.u32 %r8, 0; mov.u64 %x3, %out;
more: ld.global.u32 %r9, [%x3]; add.s32 %r7, %r7, %r9; add.s64 %x3, %x3, 4; add.s32 %r8, %r8, 1;
setp.lt.u32 %p1, %r8, %r4; @%p1 bra more;
st.global.u32 [%x2+128], %r7;`;

test('all CTAs of a grid meet', () => {
  const result = runAssembly({ body: MEET, threads: 1, grid: [20, 1, 1], words: 64 });
  expect(result.faults).toEqual([]);
  expect([...wordsOf(result)].slice(32, 52)).toEqual(Array(20).fill(210));
});

test('where nobody looks for the workspace, there is none', () => {
  expect(outputOf({ body: 'mov.u32 %r1, %envreg1; st.global.u32 [%at], %r1;' }).slice(0, 32)).toEqual(lanes(() => 0));
});

test('what lies past its end is named', () => {
  const body = 'mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; mov.b64 %x1, {%r2, %r1}; ld.global.u32 %r3, [%x1+64];';
  expect(runAssembly({ body }).faults).toMatchObject([{ kind: 'outOfBounds', limitBytes: 64 }]);
});

test('a text of the program is no neighbour of what misses a buffer', () => {
  const module = '.global .align 1 .b8 $str[4] = {104, 105, 10, 0};';
  const body = 'mov.u64 %x2, $str; ld.global.u32 %r1, [%out+1032];';
  const [fault] = runAssembly({ body, module, words: 64 }).faults;
  expect(fault.message).toMatch(/776 bytes past the end of 'out' \(256 bytes\)/);
});

test('an access far behind a small variable missed the buffer below it', () => {
  const module = '.global .align 4 .b8 table[16];';
  const far = 'mov.u64 %x2, table; ld.global.u32 %r1, [%out+5000];';
  expect(runAssembly({ body: far, module, words: 64 }).faults[0].message).toContain(
    "4744 bytes past the end of 'out' (256 bytes)",
  );
  const near = 'mov.u64 %x2, table; ld.global.u32 %r1, [%x2+20];';
  expect(runAssembly({ body: near, module, words: 64 }).faults[0].message).toContain(
    "4 bytes past the end of 'table' (16 bytes)",
  );
});
