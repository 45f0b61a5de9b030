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

/** Lanes 0 and 1 store what %r2 and %r4 hold to one word, or to one row of a matrix; lanes 2 to 7 store 1000. */
const pairOf = (low: string, high: string) => `setp.eq.u32 %p1, %tid, 0; setp.eq.u32 %p2, %tid, 1;
selp.b32 %r2, ${high}, 0f447a0000, %p2; selp.b32 %r2, ${low}, %r2, %p1;
setp.ge.u32 %p3, %tid, 8; @%p3 exit; max.u32 %r3, %tid, 1; mov.u32 %r1, word; mad.lo.u32 %r1, %r3, 16, %r1;`;

test.each([
  ['neighbours', '0f3f800000', '0f3f800001', true],
  ['numbers that the largest makes small', '0f358637bd', '0fb58637bd', true],
  ['zero and the rest of a sum', '0f00000000', '0f3a83126f', true],
  ['numbers further apart', '0f41200000', '0f41300000', false],
  ['small integers', '1', '2', false],
])('lanes of one store: %s', (_, low, high, isRounding) => {
  const found = rows(`${pairOf(low, high)} st.shared.b32 [%r1], %r2;`);
  expect(found.faults).toEqual(isRounding ? [] : ['race']);
  expect(found.hazards).toEqual(isRounding ? ['The values differ by rounding only'] : []);
});

test.each([
  ['by rounding', '0f3f800001', []],
  ['by more', '0f41300000', ['race']],
])('rows of one matrix that differ %s', (_, high, faults) => {
  const body = `mov.u32 %r2, 0f3f800000; setp.eq.u32 %p1, %tid, 4; @%p1 mov.u32 %r2, ${high};
setp.eq.u32 %p2, %tid, 8; @%p2 mov.u32 %r2, 0f40000000;
and.b32 %r3, %tid, 7; max.u32 %r3, %r3, 1; mov.u32 %r1, word; mad.lo.u32 %r1, %r3, 16, %r1;
setp.ge.u32 %p3, %tid, 32; @%p3 exit; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};`;
  expect(rows(body).faults).toEqual(faults);
});

test.each([
  ['rounding', '0f3f800001', []],
  ['more', '0f41300000', ['race']],
])('two warps that store values that differ by %s', (_, high, faults) => {
  const value = `setp.ge.u32 %p1, %tid, 32; selp.b32 %r2, ${high}, 0f3f800000, %p1;`;
  const word = rows(`${value} mov.u32 %r1, word; st.shared.b32 [%r1], %r2;`);
  expect(word.faults).toEqual(faults);
  if (faults.length === 0) expect(word.hazards).toContain('The values differ by rounding only');
  expect(rows(`${value} ${STORED}`).faults).toEqual(faults);
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
