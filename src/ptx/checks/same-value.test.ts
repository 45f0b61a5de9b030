/** Two warps that store to one place: the same value is a hazard, another one a race. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const run = (body: string) =>
  runAssembly({ module: '.shared .align 8 .b8 word[8];', body, threads: 64 }, { faults: 'all' });

const found = (body: string) => {
  const { ok, faults, hazards } = run(body);
  return { ok, faults: faults.map(({ kind }) => kind), hazards: hazards.map(({ kind }) => kind) };
};

test.each([
  ['a word', 'mov.u32 %r1, 7; st.shared.u32 [word], %r1;'],
  ['a byte', 'mov.u32 %r1, 0x107; st.shared.u8 [word+1], %r1;'],
  ['a vector', 'mov.u32 %r1, 7; st.shared.v2.u32 [word], {%r1, %r1};'],
  ['eight bytes', 'mov.u64 %x1, 0x123456789abcdef; st.shared.u64 [word], %x1;'],
])('%s of the same value is a hazard', (_, body) => {
  expect(found(body)).toEqual({ ok: true, faults: [], hazards: ['race'] });
  expect(run(body).hazards[0].seen).toContain('the same value');
});

test('one thread is told to store what one line stores, and a barrier to be tried between two lines', () => {
  const one = run('mov.u32 %r1, 7; st.shared.u32 [word], %r1;').hazards[0];
  const two = run(`mov.u32 %r1, 7; setp.lt.u32 %p1, %tid, 32; @%p1 bra one; st.shared.u32 [word], %r1; bra.uni over;
    one: st.shared.u32 [word], %r1; over:`).hazards[0];
  expect(one).toMatchObject({ kind: 'race', isOneStore: true });
  expect(two.kind).toBe('race');
  expect(two).not.toHaveProperty('isOneStore');
});

test.each([
  ['a word', 'shr.u32 %r1, %tid, 5; st.shared.u32 [word], %r1;'],
  ['a byte', 'shr.u32 %r1, %tid, 5; st.shared.u8 [word+1], %r1;'],
  ['the second of a vector', 'mov.u32 %r1, 7; shr.u32 %r2, %tid, 5; st.shared.v2.u32 [word], {%r1, %r2};'],
  ['the upper half of eight bytes', 'shr.u32 %r1, %tid, 5; mov.b64 %x1, {7, %r1}; st.shared.u64 [word], %x1;'],
])('%s of another value is a fault, and no hazard beside it', (_, body) => {
  expect(found(body)).toEqual({ ok: false, faults: ['race'], hazards: [] });
});

const MATRIX = '.shared .align 16 .b8 word[256];';
const rows = (body: string) => {
  const { faults, hazards } = runAssembly({ module: MATRIX, body, threads: 64 }, { faults: 'all' });
  return { faults: faults.map(({ kind }) => kind), hazards: hazards.map(({ seen }) => seen.split(':')[0]) };
};
/** Both warps store the same matrix, of which the value in %r2 is a part. */
const STORED = `mov.u32 %r1, word; and.b32 %r3, %tid, 7; mad.lo.u32 %r1, %r3, 16, %r1;
stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};`;

test('a matrix of the same values is a hazard, one of other values a fault', () => {
  expect(rows(`and.b32 %r2, %tid, 31; ${STORED}`)).toMatchObject({ faults: [], hazards: [expect.any(String)] });
  expect(rows(`mov.u32 %r2, %tid; ${STORED}`)).toEqual({ faults: ['race'], hazards: [] });
});

/** A seventh and a ninth of the CTA's number + 1, to be added in one order or another. */
const PARTS = `mov.u32 %r4, %ctaid.x; cvt.rn.f32.u32 %r4, %r4; add.rn.f32 %r4, %r4, 0f3f800000;
mul.rn.f32 %r5, %r4, 0f3e124925; mul.rn.f32 %r6, %r4, 0f3de38e39;`;
const ONE_WAY = 'add.rn.f32 %r7, %r4, %r5; add.rn.f32 %r7, %r7, %r6; sub.rn.f32 %r7, %r7, %r4;';
const OTHER_WAY = 'add.rn.f32 %r8, %r5, %r6; add.rn.f32 %r8, %r4, %r8; sub.rn.f32 %r8, %r8, %r4;';
/** The two ways give what is left of a sum when its largest part is gone. */
const SUMS = `${PARTS} ${ONE_WAY} ${OTHER_WAY}`;

/** Lanes 0 and 1 store what %r7 and %r8 hold to one word, lane 2 stores 1000 to another. */
const PAIR = `setp.eq.u32 %p1, %tid, 0; setp.eq.u32 %p2, %tid, 1; selp.b32 %r2, %r8, 0f447a0000, %p2; selp.b32 %r2, %r7, %r2, %p1;
setp.ge.u32 %p3, %tid, 3; @%p3 exit; max.u32 %r3, %tid, 1; mov.u32 %r1, word; mad.lo.u32 %r1, %r3, 16, %r1; st.shared.b32 [%r1], %r2;`;
const both = (one: string, other: string) => `mov.b32 %r7, ${one}; mov.b32 %r8, ${other};`;

test.each([
  ['sums of the same numbers in another order', SUMS, true],
  ['neighbours that nobody has computed', both('0f3f800000', '0f3f800001'), false],
  ['numbers that the largest makes small', both('0f358637bd', '0fb58637bd'), false],
  ['numbers that lie near each other', `${SUMS} add.rn.f32 %r8, %r8, 0f3727c5ac;`, false],
  ['small integers', both('1', '2'), false],
])('lanes of one store: %s', (_, values, isRounding) => {
  const { faults, hazards } = runAssembly({ module: MATRIX, body: `${values} ${PAIR}`, grid: [8, 1, 1] }, ALL);
  expect(faults.map(({ kind }) => kind)).toEqual(isRounding ? [] : ['race']);
  expect(hazards.map(({ seen }) => seen.split(':')[0])).toEqual(
    isRounding ? ['The values differ by rounding only'] : [],
  );
});

const ALL = { faults: 'all' } as const;

test.each([
  ['rounding', SUMS, []],
  ['more', both('0f3f800000', '0f3f800001'), ['race']],
])('two warps that store values that differ by %s', (_, values, kinds) => {
  for (const store of ['mov.u32 %r1, word; st.shared.b32 [%r1], %r2;', STORED]) {
    const body = `${values} setp.ge.u32 %p1, %tid, 32; selp.b32 %r2, %r7, %r8, %p1; ${store}`;
    const { faults } = runAssembly({ module: MATRIX, body, threads: 64, grid: [8, 1, 1] }, ALL);
    expect(faults.map(({ kind }) => kind)).toEqual(kinds);
  }
});

test('a run that an earlier fault ends asks nobody, and calls it a fault', () => {
  const { faults } = runAssembly({ module: MATRIX, body: `${SUMS} ${PAIR} trap;`, grid: [8, 1, 1] }, ALL);
  expect(faults.map(({ kind }) => kind)).toEqual(['race', 'trap']);
});

test('a place that is a hazard at first and a fault later is a fault', () => {
  const loop = `mov.u32 %r2, 0; LOOP: shr.u32 %r1, %tid, 5; mul.lo.u32 %r1, %r1, %r2; st.shared.u32 [word], %r1;
bar.sync 0; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 2; @%p1 bra LOOP;`;
  expect(found(loop)).toEqual({ ok: false, faults: ['race'], hazards: [] });
});

test('a read between two stores of one value races all the same', () => {
  const { faults } = run(
    'mov.u32 %r1, 7; st.shared.u32 [word], %r1; ld.shared.u32 %r2, [word]; st.global.u32 [%at], %r2;',
  );
  expect(faults.map(({ kind }) => kind)).toContain('race');
});
