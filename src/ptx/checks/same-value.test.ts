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
