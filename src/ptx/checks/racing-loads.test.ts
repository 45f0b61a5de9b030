/** Loads of device memory that race: a hazard where nothing depends on what they bring, else a fault. */
import { expect, test } from 'vitest';
import { type Assembly, runAssembly } from '../isa/assembly.ts';

const run = (body: string, more: Partial<Assembly> = {}) =>
  runAssembly({ body, threads: 64, words: 256, ...more }, { faults: 'all' });

const ranks = (body: string, more: Partial<Assembly> = {}) => {
  const { ok, faults, hazards } = run(body, more);
  return { ok, faults: faults.map(({ kind }) => kind), hazards: hazards.map(({ kind }) => kind) };
};

/** Both warps load the words of the first one's lanes, which alone stores over them (%p1). %x1: the word, %at+256: one's own. */
const REDUNDANT = `and.b32 %r1, %tid, 31; mad.wide.u32 %x1, %r1, 4, %out; setp.lt.u32 %p1, %tid, 32;
ld.global.u32 %r2, [%x1]; add.u32 %r2, %r2, 1;`;

test('a redundant warp that loads what another one stores is a hazard, and says what was tried', () => {
  const body = `${REDUNDANT} @%p1 st.global.u32 [%x1], %r2;`;
  expect(ranks(body)).toEqual({ ok: true, faults: [], hazards: ['race'] });
  expect(run(body).hazards[0].seen).toContain('the other side of the write');
});

test.each([
  ['an output of the other warp', '@!%p1 st.global.u32 [%at+256], %r2;'],
  ['an address', 'and.b32 %r2, %r2, 64; mad.wide.u32 %x2, %r2, 4, %out; @!%p1 st.global.u32 [%x2+256], 7;'],
  ['an address beyond the buffer', 'mad.wide.u32 %x2, %r2, 4, %out; ld.global.u32 %r3, [%x2+256];'],
])('%s that depends on it is a fault', (_, use) => {
  expect(ranks(`${REDUNDANT} @%p1 st.global.u32 [%x1], %r2; ${use}`)).toMatchObject({ ok: false, faults: ['race'] });
});

test('a branch alone that depends on it leaves it a hazard, but where a lane waits for the word', () => {
  const branch = 'setp.gt.s32 %p2, %r2, 100; @%p2 bra ON; mov.u32 %r3, 1; add.u32 %r3, %r3, 1; ON:';
  const branched = `${REDUNDANT} @%p1 st.global.u32 [%x1], %r2; ${branch}`;
  expect(ranks(branched)).toEqual({ ok: true, faults: [], hazards: ['race'] });
  expect(run(branched).hazards[0].seen).toContain('Which instructions run');
  const waiting = `setp.lt.u32 %p1, %tid, 32; @%p1 bra STORE;
WAIT: ld.global.u32 %r2, [%out]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT; bra END;
STORE: setp.eq.u32 %p2, %tid, 0; @%p2 st.global.u32 [%out], 1; END:`;
  expect(ranks(waiting)).toMatchObject({ ok: false, faults: ['race'] });
});

test.each([
  ['a word after it', '@%p1 st.global.u32 [%x1], 7;', 'setp.eq.u32 %p2, %r4, 7;'],
  ['a word before it', 'bar.sync 0; @%p1 st.global.u32 [%x1], 7;', 'setp.eq.u32 %p2, %r4, 0;'],
])('%s is asked for, which no other would do', (_, store, compare) => {
  const places = 'and.b32 %r1, %tid, 31; mad.wide.u32 %x1, %r1, 4, %out; setp.lt.u32 %p1, %tid, 32;';
  const body = `${places} ${store} ld.global.u32 %r4, [%x1]; ${compare} selp.u32 %r5, 1, 2, %p2; st.global.u32 [%at+256], %r5;`;
  expect(ranks(body).faults).toEqual(['race']);
});

test('places that all lanes would move alike', () => {
  const body = `${REDUNDANT} @%p1 st.global.u32 [%x1], 1; add.u32 %r2, %r2, %tid; and.b32 %r2, %r2, 31;
mad.wide.u32 %x2, %r2, 4, %out; @!%p1 st.global.u32 [%x2+256], 2;`;
  expect(ranks(body).faults).toContain('race');
});

test('only lanes that race get another word: those that store need theirs', () => {
  const body = `${REDUNDANT} st.global.u32 [%at+256], %tid; @%p1 st.global.u32 [%x1], %r2;`;
  expect(ranks(body).faults).toEqual([]);
});

test.each([
  ['v2.u32 {%r2, %r3}', '%r3', 8],
  ['u64 %x2', '%x2', 8],
  ['u8 %r2', '%r2', 1],
  ['s16 %r2', '%r2', 2],
])('of %s each part counts', (load, part, bytes) => {
  const place = `and.b32 %r1, %tid, 31; mad.wide.u32 %x1, %r1, ${bytes}, %out; setp.lt.u32 %p1, %tid, 32;`;
  const type = load.split(' ', 1)[0];
  const stored = load.slice(type.length);
  const store = `@%p1 st.global.${type.replace('s16', 'u16')} [%x1], ${stored};`;
  const out = part.startsWith('%x') ? 'cvt.u32.u64 %r4, %x2;' : `mov.u32 %r4, ${part};`;
  const body = `${place} ld.global.${type} ${stored}, [%x1]; ${store}`;
  expect(ranks(body)).toEqual({ ok: true, faults: [], hazards: ['race'] });
  expect(ranks(`${body} ${out} @!%p1 st.global.u32 [%at+256], %r4;`).faults).toEqual(['race']);
});

test('in a loop the visits that race are told from those that a barrier orders', () => {
  const loop = (sync: string) => `${REDUNDANT} mov.u32 %r5, 0; LOOP: ld.global.u32 %r2, [%x1];
setp.eq.u32 %p2, %r5, 1; and.pred %p3, %p1, %p2; @%p3 st.global.u32 [%x1], 9;
setp.eq.u32 %p4, %r5, 2; @%p4 st.global.u32 [%at+256], %r2; ${sync}
add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 3; @%p2 bra LOOP;`;
  expect(ranks(loop('bar.sync 0;'))).toEqual({ ok: true, faults: [], hazards: ['race'] });
  expect(ranks(loop('')).faults).toEqual(['race']);
});

test('between CTAs, too', () => {
  const body = 'mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 0; ld.global.u32 %r2, [%at]; @%p1 st.global.u32 [%at], 3;';
  const more = { grid: [2, 1, 1] } as const;
  expect(ranks(body, more)).toEqual({ ok: true, faults: [], hazards: ['race'] });
  expect(ranks(`${body} @!%p1 st.global.u32 [%at+256], %r2;`, more).faults).toEqual(['race']);
});

test('a strong read is asked for its value', () => {
  const body = `${REDUNDANT.replace('ld.global', 'ld.relaxed.cta.global')} @%p1 st.global.u32 [%x1], %r2;`;
  expect(ranks(body).faults).toEqual(['race']);
});

test('other words do not run on and on', () => {
  const body = `${REDUNDANT} @%p1 st.global.u32 [%x1], %r2; LOOP: add.u32 %r2, %r2, 1; setp.gt.u32 %p2, %r2, 5; @%p2 bra LOOP;`;
  expect(ranks(body).faults).toEqual(['race']);
});

test('each race is judged by itself', () => {
  const unused = `${REDUNDANT} @%p1 st.global.u32 [%x1], %r2; bar.sync 0;`;
  const used = 'ld.global.u32 %r4, [%x1]; @%p1 st.global.u32 [%x1], 9; @!%p1 st.global.u32 [%at+256], %r4;';
  expect(ranks(`${unused}\n${used}`)).toEqual({ ok: false, faults: ['race'], hazards: ['race'] });
});

/** CTA 0 reads, then stores a flag; CTA 1 has seen the flag, then writes what was read. */
const overwritten = (reader: string, flag = 'st.relaxed.gpu.global.u32 [%out+512], 1;') => `
mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 0; @!%p1 bra WRITER;
ld.global.u32 %r2, [%out]; ${reader.replace('FLAG', flag)} bra END;
WRITER: ld.relaxed.gpu.global.u32 %r3, [%out+512]; setp.eq.u32 %p2, %r3, 0; @%p2 bra WRITER;
st.global.u32 [%out], 7; END:`;

test.each([
  ['used before the flag is a hazard', 'add.u32 %r2, %r2, 1; st.global.u32 [%out+4], %r2; FLAG', [], ['race']],
  ['that makes the flag is one', 'add.u32 %r2, %r2, 1; st.relaxed.gpu.global.u32 [%out+512], %r2;', [], ['race']],
  ['used behind the flag is a fault', 'FLAG st.global.u32 [%out+4], %r2;', ['race'], []],
  ['counted behind the flag is a fault', 'add.u32 %r2, %r2, 1; FLAG st.global.u32 [%out+4], %r2;', ['race'], []],
])('a load before a relaxed flag, %s', (_, reader, faults, hazards) => {
  const more = { grid: [2, 1, 1], threads: 1 } as const;
  expect(ranks(overwritten(reader), more)).toMatchObject({ faults, hazards });
});

test('a write before a relaxed flag stays a race', () => {
  const body = overwritten('st.global.u32 [%out+4], %r2; FLAG').replace(
    'st.global.u32 [%out], 7;',
    'ld.global.u32 %r4, [%out+4]; st.global.u32 [%out+8], %r4;',
  );
  expect(ranks(body, { grid: [2, 1, 1], threads: 1 }).faults).toEqual(['race']);
});
