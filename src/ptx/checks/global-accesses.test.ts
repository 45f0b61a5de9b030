/** Races in device memory, within a CTA and between CTAs, and what orders them. */
import { describe, expect, test } from 'vitest';
import { type Assembly, runAssembly } from '../isa/assembly.ts';

const run = (body: string, more: Partial<Assembly> = {}) =>
  runAssembly({ body, threads: 64, grid: [2, 1, 1], ...more }, { faults: 'all' });

function found(body: string, more: Partial<Assembly> = {}): string[] {
  const { faults, hazards } = run(body, more);
  return [...faults.map(({ kind }) => kind), ...hazards.map(({ kind }) => `hazard ${kind}`)];
}

/** %p1: the first thread of its CTA; %r9: the CTA. */
const FIRST = 'setp.eq.u32 %p1, %tid, 0; mov.u32 %r9, %ctaid.x;';
const ONE_CTA = { grid: [1, 1, 1] } as const;

describe('within a CTA', () => {
  const exchange = (sync: string) =>
    `st.global.u32 [%at], %tid; ${sync} xor.b32 %r1, %tid, 32; mad.wide.u32 %x1, %r1, 4, %out; ld.global.u32 %r2, [%x1]; st.global.u32 [%at+256], %r2;`;
  test('a barrier orders warps', () => {
    const more = { ...ONE_CTA, words: 128 };
    expect(found(exchange(''), more)).toEqual(['race']);
    expect(found(exchange('bar.warp.sync -1;'), more)).toEqual(['race']);
    expect(found(exchange('bar.sync 0;'), more)).toEqual([]);
  });
  test('lanes of one store race for one word, unless they agree', () => {
    const one = { ...ONE_CTA, threads: 32 };
    expect(found('st.global.u32 [%out], %tid;', one)).toEqual(['race']);
    expect(found('st.global.u32 [%out], 7;', one)).toEqual([]);
  });
  test('bytes side by side are apart', () => {
    expect(found('cvt.u64.u32 %x1, %tid; add.u64 %x1, %x1, %out; st.global.u8 [%x1], %tid;', ONE_CTA)).toEqual([]);
  });
});

describe('between CTAs', () => {
  test('nothing orders plain accesses', () => {
    expect(found(`${FIRST} @%p1 st.global.u32 [%out], %r9;`)).toEqual(['race']);
    expect(found(`${FIRST} @%p1 red.global.add.u32 [%out], %r9;`)).toEqual([]);
    expect(found(`${FIRST} @%p1 st.global.u32 [%out], 7;`)).toEqual(['hazard race']);
  });

  test('a race names buffer and element, and what would order it', () => {
    const [fault] = run(`${FIRST} @%p1 st.global.u32 [%out+12], %r9;`).faults;
    expect(fault).toMatchObject({
      kind: 'race',
      between: 'ctas',
      remedy: 'grid',
      who: { cta: 1 },
      other: { who: { cta: 0 } },
    });
    expect(fault.message).toContain("both touch 'out'[3], and nothing orders the two CTAs");
  });

  test('a place that is loaded and stored wants an atomic, a neighbour that is loaded another buffer', () => {
    const remedyAt = (place: string) => {
      const load = `.loc 1 7 1\nld.global.u32 %r8, [%out+${place}]; st.global.u32 [%out+12], %r8;`;
      return run(`${load}`).faults.map(fault => fault.kind === 'race' && [fault.remedy, fault.place.instruction]);
    };
    expect(remedyAt('12')).toContainEqual(['atomic', 'ld.global.u32 %r8, [%out+12]']);
    expect(remedyAt('8')).toEqual([]);
  });

  test('a narrow scope does not reach the other CTA', () => {
    const [fault] = run(`${FIRST} @%p1 red.relaxed.cta.global.add.u32 [%out], 1;`).faults;
    expect(fault).toMatchObject({ kind: 'race', remedy: 'scope' });
  });

  /** CTA 0 waits for CTA 1. */
  const passed = (
    store: string,
    load: string,
    behind = '',
  ) => `${FIRST} @!%p1 bra END; setp.eq.u32 %p2, %r9, 1; @%p2 bra WRITER;
AGAIN: ${load} %r1, [%out+4]; setp.eq.u32 %p3, %r1, 0; @%p3 bra AGAIN; ${behind} ld.global.u32 %r2, [%out]; st.global.u32 [%out+8], %r2; bra END;
WRITER: st.global.u32 [%out], 42; ${store} [%out+4], 1; END:`;

  test.each([
    ['release and acquire', 'st.release.gpu.global.u32', 'ld.acquire.gpu.global.u32', '', []],
    ['fences', 'membar.gl; st.volatile.global.u32', 'ld.volatile.global.u32', 'membar.gl;', []],
    ['a store that does not release', 'st.relaxed.gpu.global.u32', 'ld.acquire.gpu.global.u32', '', ['race']],
    ['a fence of the CTA', 'membar.cta; st.volatile.global.u32', 'ld.volatile.global.u32', 'membar.gl;', ['race']],
    ['no fence behind the load', 'membar.gl; st.volatile.global.u32', 'ld.volatile.global.u32', '', ['hazard race']],
  ])('%s', (_, store, load, behind, expected) => {
    expect(found(passed(store, load, behind))).toEqual(expected);
  });

  test('a fence ahead of what is stored, and none behind, hands nothing over', () => {
    const early = passed('st.volatile.global.u32', 'ld.volatile.global.u32', 'membar.gl;').replace(
      'WRITER:',
      '$& membar.gl;',
    );
    expect(found(early)).toEqual(['race']);
  });

  test('fences of all threads and a barrier come before the atomic operation of one', () => {
    const last = (fence: string) => `${FIRST} mul.lo.u32 %r1, %r9, 8; shr.u32 %r2, %tid, 5; add.u32 %r1, %r1, %r2;
and.b32 %r3, %tid, 31; setp.eq.u32 %p2, %r3, 0; mad.wide.u32 %x1, %r1, 4, %out; @%p2 st.global.u32 [%x1], 5;
${fence} bar.sync 0; @%p1 atom.global.add.u32 %r4, [%out+128], 1; @%p1 st.shared.u32 [ticket], %r4; bar.sync 0;
ld.shared.u32 %r4, [ticket]; membar.gl; setp.ne.u32 %p3, %r4, 1; @%p3 bra END; ld.global.u32 %r5, [%at]; st.global.u32 [%at+256], %r5; END:`;
    const more = { module: '.shared .align 4 .b32 ticket;', words: 128 };
    expect(found(last('membar.gl;'), more)).toEqual([]);
    expect(found(last(''), more)).toEqual(['race']);
  });

  test('nothing is said of CTAs that are not watched', () => {
    const { ok } = runAssembly(
      { body: `${FIRST} @%p1 st.global.u32 [%out], %r9;`, grid: [2, 1, 1] },
      { observedCtas: [1] },
    );
    expect(ok).toBe(true);
  });
});

/** Whole warps on words side by side have one mark for 32 cells; what comes after may lie otherwise. */
describe('lines of cells that a whole warp accesses', () => {
  const WORDS = 320;
  const BARRIER = 'bar.sync 0;';
  /** %x2: 16 bytes for each thread; %x3: the word of the thread in the other warp. */
  const PLACES = `mad.wide.u32 %x2, %tid, 16, %out; xor.b32 %r1, %tid, 32; mad.wide.u32 %x3, %r1, 4, %out;
mov.u32 %r2, 1; mov.u32 %r3, 2; mov.u32 %r4, 3; mov.u32 %r5, 4; mov.u32 %r6, 5;`;
  const WIDE_STORE = 'st.global.v4.u32 [%x2], {%r2, %r3, %r4, %r5};';
  const WIDE_LOAD = 'ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%x2];';
  const OTHER_LOAD = 'ld.global.u32 %r6, [%x3];';
  /** All that was loaded, in words of the thread's own. */
  const USE = 'add.u32 %r6, %r6, %r2; add.u32 %r6, %r6, %r5; st.global.u32 [%at+1024], %r6;';

  test.each([
    ['a word each, then the other warp the same', 'st.global.u32 [%at], %tid;', OTHER_LOAD, 'race'],
    ['reads, then writes', OTHER_LOAD, 'st.global.u32 [%at], %tid;', 'race'],
    ['four words each, then one', WIDE_STORE, 'ld.global.u32 %r6, [%at];', 'race'],
    ['one word each, then four', 'st.global.u32 [%at], %tid;', WIDE_LOAD, 'race'],
    ['four words each, and the same four again', WIDE_STORE, WIDE_LOAD, null],
    ['a word each, and the next lane reads it', 'st.global.u32 [%at], %tid;', 'ld.global.u32 %r6, [%at+4];', 'race'],
    [
      'a word each, read by one lane',
      'st.global.u32 [%at], %tid;',
      'setp.eq.u32 %p1, %tid, 0; @%p1 ld.global.u32 %r6, [%out+128];',
      'race',
    ],
  ])('%s', (_, first, second, expected) => {
    const kinds = (between: string) =>
      new Set(found(`${PLACES} ${first} ${between} ${second} ${USE}`, { ...ONE_CTA, words: WORDS }));
    expect([...kinds('')]).toEqual(expected === null ? [] : [expected]);
    expect([...kinds(BARRIER)]).toEqual([]);
  });

  test('of two CTAs race in every shape', () => {
    for (const access of [WIDE_STORE, 'st.global.u32 [%at], %r9;'])
      expect([...new Set(found(`${FIRST} ${PLACES} mov.u32 %r2, %r9; ${access}`, { words: WORDS }))]).toContain('race');
  });
});

test('a read-only load of what the launch has written', () => {
  const load = (word: string) => `st.global.u32 [%at], %tid; ld.global${word}.u32 %r1, [%at];`;
  expect(found(load('.nc'), ONE_CTA)).toEqual(['readOnlyLoad']);
  expect(found(load(''), ONE_CTA)).toEqual([]);
  expect(found('ld.global.nc.u32 %r1, [%at]; st.global.u32 [%at], %tid;', ONE_CTA)).toEqual([]);
});

test('what is not looked at is said', () => {
  expect(run('', { words: 64 }).unchecked).toBe('');
  expect(run('', { words: 2 ** 24 + 1024 }).unchecked).toBe(
    'Races in device memory were looked for only in one of 2 of its pages.',
  );
});
