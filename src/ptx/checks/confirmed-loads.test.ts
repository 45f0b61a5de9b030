/** Loops around a compare-and-swap: their plain first load is no race, whatever comes in between. */
import { describe, expect, test } from 'vitest';
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

describe('a load on which a thread leaves without a swap', () => {
  /** The greatest of the threads' numbers. */
  const greatest = (load: string, space: string, at: string) => `mov.u32 %r5, %tid;
${load}
AGAIN: setp.ge.u32 %p2, %r1, %r5; @%p2 bra OVER;
atom.${space}.cas.b32 %r3, [${at}], %r1, %r5;
setp.ne.u32 %p1, %r3, %r1; mov.u32 %r1, %r3; @%p1 bra AGAIN; OVER:`;
  const found = (body: string, launch: object) => {
    const { faults, hazards } = runAssembly({ ...launch, body }, { faults: 'all' });
    return [...faults, ...hazards].map(({ kind, ...rest }) => ('seen' in rest ? `hazard ${kind}: ${rest.seen}` : kind));
  };
  const GRID = { threads: 32, grid: [4, 1, 1], words: 256 };

  test('is a hazard where the word from the other side makes no difference', () => {
    const [only, ...others] = found(
      `${greatest('ld.global.u32 %r1, [%out];', 'global', '%out')} mov.u32 %r6, 0;`,
      GRID,
    );
    expect(only).toMatch(/^hazard race: A compare-and-swap of the same word follows/);
    expect(others).toEqual([]);
  });

  test('in shared memory, too', () => {
    const body = `mov.u32 %r6, word; setp.eq.u32 %p3, %tid, 0; @%p3 st.shared.u32 [word], 0; bar.sync 0;
${greatest('ld.shared.u32 %r1, [%r6];', 'shared', '%r6')} bar.sync 0; ld.shared.u32 %r7, [word]; @%p3 st.global.u32 [%out], %r7;`;
    const launch = { threads: 64, grid: [1, 1, 1], words: 256, module: '.shared .align 4 .b32 word;' };
    const [only, ...others] = found(body, launch);
    expect(only).toMatch(/^hazard race: A compare-and-swap of the same word follows/);
    expect(others).toEqual([]);
    expect(found(body.replace('bar.sync 0;', ''), launch)).toContain('race');
  });

  test('is a fault where it does', () => {
    const once = `ld.global.u32 %r1, [%out]; setp.gt.u32 %p2, %r1, 2; @%p2 bra END; add.u32 %r5, %r1, 1;
atom.global.cas.b32 %r3, [%out], %r1, %r5; st.global.u32 [%at+512], %r3; END:`;
    expect(found(once, GRID)).toContain('race');
  });
});
