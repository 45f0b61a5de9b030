/** Orders that only a few lines of PTX can make. */
import { describe, expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const module = '.shared .align 4 .b32 word[128];';
const kinds = (body: string, threads = 32) => runAssembly({ body, module, threads }).faults.map(f => f.kind);

/** %r1: address of the thread's word. */
const ADDRESS = 'mov.u32 %r1, word; shl.b32 %r2, %tid, 2; add.u32 %r1, %r1, %r2;';
const OWN = `${ADDRESS} st.shared.u32 [%r1], %tid;`;
/** Makes an output depend on what was read. */
const USE = 'st.global.u32 [%at], %r3;';
const FIRST = 'setp.eq.u32 %p1, %tid, 0;';

describe('a read by one lane, then one value by all lanes', () => {
  const read = `${OWN} ${FIRST} bar.warp.sync -1; @%p1 ld.shared.u32 %r3, [word];`;
  test('races when nothing orders the lanes', () => {
    expect(kinds(`${read} st.shared.u32 [word], 1;`)).toEqual(['race']);
  });
  test('is ordered by bar.warp.sync', () => {
    expect(kinds(`${read} bar.warp.sync -1; st.shared.u32 [word], 1;`)).toEqual([]);
  });
  test('is ordered for the lane itself', () => {
    expect(kinds(`${read} @%p1 st.shared.u32 [word], 1;`)).toEqual([]);
  });
});

describe('a write after the reads of other warps', () => {
  const read = `${OWN} bar.sync 0; ld.shared.u32 %r3, [word];`;
  test('races without a barrier', () => {
    expect(kinds(`${read} ${FIRST} @%p1 st.shared.u32 [word], 1;`, 128)).toEqual(['race']);
    expect(kinds(`${read} setp.eq.u32 %p1, %tid, 127; @%p1 st.shared.u32 [word], 1;`, 128)).toEqual(['race']);
  });
  test('is ordered by one', () => {
    expect(kinds(`${read} bar.sync 0; ${FIRST} @%p1 st.shared.u32 [word], 1;`, 128)).toEqual([]);
  });
});

describe('a matrix read by ldmatrix, then written by the same warp', () => {
  const ROW = 'shl.b32 %r2, %tid, 4; and.b32 %r2, %r2, 112; mov.u32 %r1, word; add.u32 %r1, %r1, %r2;';
  const read = `${OWN} ${ROW} bar.sync 0; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, [%r1];`;
  const write = 'stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r3};';
  test('by stmatrix is ordered: no lane goes on before all have read', () => {
    expect(kinds(`${read} ${write}`)).toEqual([]);
  });
  test('by plain stores races', () => {
    expect(kinds(`${read} st.shared.u32 [%r1], %r3;`)).toContain('race');
  });
  test('by stmatrix races with a plain read that stands before', () => {
    expect(kinds(`${OWN} ${ROW} bar.sync 0; ld.shared.u32 %r4, [word]; ${read.slice(OWN.length)} ${write}`)).toEqual(
      [],
    );
    expect(kinds(`${read} ld.shared.u32 %r4, [word]; ${write}`)).toEqual(['race']);
  });
  test('by stmatrix of another warp races', () => {
    expect(kinds(`${read} ${write}`, 64)).toEqual(['race']);
  });
});

describe('atomics', () => {
  const add = `${FIRST} @%p1 st.shared.u32 [word], 0; bar.sync 0; atom.shared.add.u32 %r3, [word], 1;`;
  test('do not race with each other', () => {
    expect(kinds(`${add} atom.shared.add.u32 %r3, [word], 1;`, 128)).toEqual([]);
  });
  test('race with a plain write, whoever was last', () => {
    expect(kinds(`${add} setp.eq.u32 %p2, %tid, 127; @%p2 st.shared.u32 [word], 1;`, 128)).toEqual(['race']);
    // Warps 2 and 3 meet at barrier 1; what the others added, before warp 2, is not ordered before the store.
    const meet = 'setp.ge.u32 %p2, %tid, 96; or.pred %p3, %p1, %p2; shr.u32 %r4, %tid, 5;';
    const store = '@%p2 bar.sync 1, 64; @%p2 st.shared.u32 [word], 1; setp.eq.u32 %p4, %r4, 2; @%p4 bar.sync 1, 64;';
    expect(kinds(`${add} ${meet} ${store}`, 128)).toEqual(['race']);
  });
  test('read what they change, but an exchange does not', () => {
    expect(kinds(`atom.shared.add.u32 %r3, [word], 1; ${USE}`)).toEqual(['uninitialisedRead']);
    expect(kinds(`red.shared.max.u32 [word], 1; bar.warp.sync -1; ld.shared.u32 %r3, [word]; ${USE}`)).toEqual([
      'uninitialisedRead',
    ]);
    expect(kinds(`atom.shared.exch.b32 %r3, [word], 1;`)).toEqual([]);
  });
  test('are ordered by a barrier', () => {
    expect(kinds(`${add} bar.sync 0; st.shared.u32 [word], 1;`)).toEqual([]);
  });
});

test('a CTA does not race with the one before it, and does not see its words', () => {
  const grid = [3, 1, 1] as const;
  const run = (body: string) => runAssembly({ body, module, threads: 64, grid }).faults.map(f => f.kind);
  expect(run(`${OWN} ld.shared.u32 %r3, [%r1];`)).toEqual([]);
  const first = `mov.u32 %r5, %ctaid.x; setp.eq.u32 %p1, %r5, 0; ${ADDRESS} @%p1 st.shared.u32 [%r1], 1;`;
  expect(run(`${first} @%p1 bra END; ld.shared.u32 %r3, [%r1]; ${USE} END:`)).toEqual(['uninitialisedRead']);
});

test('a load does not race with a write behind one that came after it', () => {
  // Warps 0 and 1 meet at barrier 1, of which warp 2 knows nothing; it comes last, since it looks at a clock that others may set.
  const meet = `${OWN} mov.u32 %r3, 0; mov.u32 %r6, 0; shr.u32 %r4, %tid, 5; setp.eq.u32 %p1, %r4, 0; setp.eq.u32 %p3, %r4, 2; bar.sync 0;
    @%p1 ld.shared.u32 %r3, [word+4]; @!%p3 bar.sync 1, 64; setp.eq.u32 %p4, %tid, 32; setp.eq.u32 %p5, %tid, 64;`;
  const spin =
    'SPIN: ld.volatile.global.u32 %r7, [clock]; add.u32 %r6, %r6, 1; setp.lt.u32 %p6, %r6, 200; and.pred %p6, %p6, %p3; @%p6 bra SPIN;';
  const racing = (body: string) => {
    const assembly = { body: `${meet}\n${body}`, module: `${module} .global .b32 clock;`, threads: 96, words: 96 };
    const { faults } = runAssembly(assembly, { faults: 'all' });
    return faults.map(({ message }) => [...message.matchAll(/'(@[^']*)'/g)].map(match => match[1]).sort());
  };
  const load = '@%p1 ld.shared.u32 %r3, [word+4]';
  const [store, last] = ['@%p4 st.shared.u32 [word+4], 7', '@%p5 st.shared.u32 [word+4], 8'];
  expect(racing(`${spin} ${last}; ${USE}`)).toEqual([[load, last]]);
  expect(racing(`${store}; ${spin} ${last}; ${USE}`)).toEqual([[store, last]]);
  // A read behind another one does not hide it from a warp that knows of neither; what all know of does not race with anything later.
  const next = '@%p4 ld.shared.u32 %r3, [word+4]';
  expect(racing(`${next}; ${spin} ${last}; ${USE}`).sort()).toEqual(
    [
      [load, last],
      [next, last],
    ].sort(),
  );
  expect(racing(`bar.sync 0; ${next}; ${spin} ${last}; ${USE}`)).toEqual([[next, last]]);
});
