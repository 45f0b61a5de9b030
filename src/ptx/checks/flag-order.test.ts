/** Litmus tests of the PTX memory model between warps of a CTA and CTAs of a cluster, in shared memory. */
import { describe, expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const module = '.shared .align 4 .b32 data; .shared .align 4 .b32 flag; .shared .align 4 .b32 other;';
const kinds = (body: string, warps = 2) =>
  runAssembly({ body, module, threads: 32 * warps }, { faults: 'all' }).faults.map(f => f.kind);

/** Lane 0 of warp `w` runs `roles[w]`; flags are zero before. */
const roles = (...each: readonly string[]): string =>
  [
    'setp.eq.u32 %p1, %tid, 0; @%p1 st.shared.u32 [flag], 0; @%p1 st.shared.u32 [other], 0; bar.sync 0;',
    ...each.map((role, w) => `setp.ne.u32 %p2, %tid, ${32 * w}; @%p2 bra OVER${w};\n${role}\nOVER${w}:`),
  ].join('\n');
const until = (load: string, place = 'flag', value = 1) =>
  `AGAIN_${place}_${value}: ${load} %r1, [${place}]; setp.ne.u32 %p3, %r1, ${value}; @%p3 bra AGAIN_${place}_${value};`;

const WRITE = 'st.shared.u32 [data], 42;';
const READ = 'ld.shared.u32 %r2, [data]; st.global.u32 [%out], %r2;';

describe('message passing', () => {
  const passed = (store: string, load: string, behind = '') =>
    kinds(roles(`${WRITE} ${store}`, `${until(load)} ${behind} ${READ}`));
  const RACE = ['race'];

  test.each([
    ['release and acquire', 'st.release.cta.shared.u32 [flag], 1;', 'ld.acquire.cta.shared.u32', ''],
    [
      'fences',
      'fence.acq_rel.cta; st.relaxed.cta.shared.u32 [flag], 1;',
      'ld.relaxed.cta.shared.u32',
      'fence.acq_rel.cta;',
    ],
    ['wider fences', 'membar.gl; st.volatile.shared.u32 [flag], 1;', 'ld.volatile.shared.u32', 'fence.sc.sys;'],
    ['a fence and an acquire', 'membar.cta; red.shared.add.u32 [flag], 1;', 'ld.acquire.gpu.shared.u32', ''],
    ['an exchange', 'atom.release.cta.shared.exch.b32 %r3, [flag], 1;', 'ld.relaxed.cta.shared.u32', 'membar.cta;'],
    ['a swap', 'membar.cta; atom.shared.cas.b32 %r3, [flag], 0, 1;', 'ld.acquire.cta.shared.u32', ''],
  ])('is ordered by %s', (_, store, load, behind) => {
    expect(passed(store, load, behind)).toEqual([]);
  });

  test.each([
    ['a relaxed store', 'st.relaxed.cta.shared.u32 [flag], 1;', 'ld.acquire.cta.shared.u32', ''],
    ['a relaxed load', 'st.release.cta.shared.u32 [flag], 1;', 'ld.relaxed.cta.shared.u32', ''],
    ['volatile alone', 'st.volatile.shared.u32 [flag], 1;', 'ld.volatile.shared.u32', ''],
    ['a fence on one side', 'st.volatile.shared.u32 [flag], 1;', 'ld.volatile.shared.u32', 'membar.cta;'],
    [
      'a fence of another proxy',
      'fence.proxy.async; st.volatile.shared.u32 [flag], 1;',
      'ld.acquire.cta.shared.u32',
      '',
    ],
  ])('is not ordered by %s', (_, store, load, behind) => {
    expect(passed(store, load, behind)).toEqual(RACE);
  });

  test('a fence before the data is none for them', () => {
    const early = `membar.cta; ${WRITE} st.volatile.shared.u32 [flag], 1;`;
    expect(kinds(roles(early, `${until('ld.acquire.cta.shared.u32')} ${READ}`))).toEqual(RACE);
  });

  test('a flag that is written plainly races with its reader', () => {
    expect(passed('membar.cta; st.shared.u32 [flag], 1;', 'ld.acquire.cta.shared.u32')).toContain('race');
  });

  test('a swap that finds another value releases nothing', () => {
    const store = 'st.volatile.shared.u32 [flag], 1; membar.cta; atom.shared.cas.b32 %r3, [flag], 7, 1;';
    expect(passed(store, 'ld.acquire.cta.shared.u32')).toEqual(RACE);
  });
});

describe('release sequences', () => {
  const chained = (between: string) =>
    kinds(
      roles(
        `${WRITE} st.release.cta.shared.u32 [flag], 1;`,
        `${until('ld.relaxed.cta.shared.u32')} ${between}`,
        `${until('ld.acquire.cta.shared.u32', 'flag', 2)} ${READ}`,
      ),
      3,
    );
  test('go through atomic operations', () => {
    expect(chained('red.relaxed.cta.shared.add.u32 [flag], 1;')).toEqual([]);
    expect(chained('atom.relaxed.cta.shared.exch.b32 %r3, [flag], 2;')).toEqual([]);
  });
  test('end at a store', () => {
    expect(chained('st.relaxed.cta.shared.u32 [flag], 2;')).toEqual(['race']);
  });
});

test('order is handed on', () => {
  const three = (load: string) =>
    kinds(
      roles(
        `${WRITE} st.release.cta.shared.u32 [flag], 1;`,
        `${until(load)} st.release.cta.shared.u32 [other], 1;`,
        `${until('ld.acquire.cta.shared.u32', 'other')} ${READ}`,
      ),
      3,
    );
  expect(three('ld.acquire.cta.shared.u32')).toEqual([]);
  expect(three('ld.relaxed.cta.shared.u32')).toEqual(['race']);
});

test('strong accesses do not race with each other, and plain ones with them', () => {
  const both = (first: string, second: string) => kinds(roles(first, second));
  expect(both('st.volatile.shared.u32 [flag], 1;', 'st.relaxed.cta.shared.u32 [flag], 2;')).toEqual([]);
  expect(both('st.volatile.shared.u32 [flag], 1;', 'atom.shared.add.u32 %r1, [flag], 2;')).toEqual([]);
  expect(both('st.volatile.shared.u32 [flag], 1;', 'st.shared.u32 [flag], 2;')).toEqual(['race']);
  expect(both('ld.volatile.shared.u32 %r1, [flag];', 'st.shared.u32 [flag], 2;')).toEqual(['race']);
  expect(both('st.volatile.shared.u32 [flag], 1;', 'ld.shared.u32 %r1, [flag]; st.global.u32 [%out], %r1;')).toEqual([
    'race',
  ]);
});

/** CTA 1 writes CTA 0's word `data` and its flag. */
const across = (scope: string) => `mov.u32 %r4, %cluster_ctarank; setp.ne.u32 %p4, %r4, 0;
setp.eq.u32 %p1, %tid, 0; @%p1 st.shared.u32 [flag], 0;
barrier.cluster.arrive; barrier.cluster.wait;
@!%p1 bra END; @%p4 bra WRITER;
AGAIN: ld.acquire.${scope}.shared.u32 %r1, [flag]; setp.ne.u32 %p3, %r1, 1; @%p3 bra AGAIN; ${READ} bra.uni END;
WRITER: mov.u32 %r5, data; mapa.shared::cluster.u32 %r5, %r5, 0; st.shared::cluster.u32 [%r5], 42;
mov.u32 %r6, flag; mapa.shared::cluster.u32 %r6, %r6, 0; st.release.${scope}.shared::cluster.u32 [%r6], 1;
END: barrier.cluster.arrive; barrier.cluster.wait;`;

test('a scope must reach the other CTA of the cluster', () => {
  const found = (scope: string) =>
    runAssembly({ body: across(scope), module, grid: [2, 1, 1], cluster: [2, 1, 1] }, { faults: 'all' }).faults;
  expect(found('cluster')).toEqual([]);
  expect(found('gpu')).toEqual([]);
  expect(found('cta').map(f => f.kind)).toContain('race');
});
