/** Loops around a compare-and-swap: their plain first load is no race, whatever comes in between. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const faultsOf = (body: string): string[] =>
  runAssembly({ body, threads: 32, grid: [4, 1, 1], words: 256 }, { faults: 'all' }).faults.map(({ kind }) => kind);

const loop = (load: string, rest = '') => `${load} AGAIN: add.u32 %r2, %r1, %tid; max.u32 %r2, %r2, 3;
atom.global.cas.b32 %r3, [%out], %r1, %r2; setp.ne.u32 %p1, %r3, %r1; mov.u32 %r1, %r3; @%p1 bra AGAIN; ${rest}`;

test.each([
  ['a plain load', 'ld.global.u32 %r1, [%out];'],
  ['a plain load by a copy of the address', 'mov.u64 %x1, %out; mov.u64 %x2, %x1; ld.global.u32 %r1, [%x2];'],
  ['a plain load at a constant distance', 'add.u64 %x1, %out, -16; ld.global.u32 %r1, [%x1+16];'],
  ['a word that it keeps elsewhere, too', 'ld.global.u32 %r4, [%out]; mov.u32 %r1, %r4; xor.b32 %r5, %r4, 1;'],
])('%s is confirmed by the swap', (_, load) => {
  expect(faultsOf(loop(load))).toEqual([]);
});

test.each([
  ['it is stored', loop('ld.global.u32 %r1, [%out]; st.global.u32 [%at+512], %r1;')],
  ['it leads to a branch', loop('ld.global.u32 %r1, [%out]; setp.gt.u32 %p2, %r1, 50; @%p2 bra END;', 'END:')],
  [
    'it is an address',
    loop(
      'ld.global.u32 %r1, [%out]; and.b32 %r4, %r1, 4; cvt.u64.u32 %x1, %r4; add.u64 %x1, %x1, %at; st.global.u32 [%x1+512], 1;',
    ),
  ],
  [
    'the swap is elsewhere',
    'ld.global.u32 %r1, [%out+4]; atom.global.cas.b32 %r3, [%at+512], %r1, 9; atom.global.add.u32 %r4, [%out+4], 1;',
  ],
  ['there is no swap', 'ld.global.u32 %r1, [%out]; add.u32 %r1, %r1, 1; atom.global.exch.b32 %r2, [%out], %r1;'],
  ['a plain store comes in between', `${loop('ld.global.u32 %r1, [%out];')} st.global.u32 [%out], 7;`],
])('where %s, the load races', (_, body) => {
  expect(faultsOf(body)).toContain('race');
});
