/** Clusters: special registers, addresses, the barrier, accesses across CTAs; which launches there are. */
import { describe, expect, test } from 'vitest';
import type { Dim3, Launch } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import { emulate } from '../index.ts';
import { type Assembly, assemble, lanes, outputOf, runAssembly } from './assembly.ts';

/** One thread per CTA of a grid of 4 x 4 x 2 in clusters of 2 x 2 x 1: its word is that of its linear number. */
const GRID: Dim3 = [4, 4, 2];
const MINE = `mov.u32 %r19, %ctaid.z; mov.u32 %r18, %ctaid.y; mad.lo.u32 %r19, %r19, 4, %r18; mov.u32 %r18, %ctaid.x;
mad.lo.u32 %r19, %r19, 4, %r18; mad.wide.u32 %at, %r19, 4, %out;`;
const inClusters = (body: string, more: Partial<Assembly> = {}): number[] =>
  outputOf({ body: `${MINE} ${body}`, threads: 1, grid: GRID, cluster: [2, 2, 1], ...more }).slice(0, 32);

/** Values by coordinates in the grid. */
const perCta = (of: (x: number, y: number, z: number) => number): number[] =>
  lanes(i => of(i % 4, (i >> 2) % 4, i >> 4), 32);
const rankAt = (x: number, y: number): number => (x % 2) + 2 * (y % 2);

describe('special registers', () => {
  test.each<[string, (x: number, y: number, z: number) => number]>([
    ['clusterid.x', x => x >> 1],
    ['clusterid.y', (_x, y) => y >> 1],
    ['clusterid.z', (_x, _y, z) => z],
    ['nclusterid.x', () => 2],
    ['nclusterid.z', () => 2],
    ['cluster_ctaid.x', x => x % 2],
    ['cluster_ctaid.y', (_x, y) => y % 2],
    ['cluster_nctaid.y', () => 2],
    ['cluster_nctaid.z', () => 1],
    ['cluster_ctarank', rankAt],
    ['cluster_nctarank', () => 4],
  ])('%%%s', (name, expected) => {
    expect(inClusters(`mov.u32 %r1, %${name}; st.global.u32 [%at], %r1;`)).toEqual(perCta(expected));
  });

  test('%is_explicit_cluster', () => {
    const body = 'mov.pred %p1, %is_explicit_cluster; selp.u32 %r1, 1, 2, %p1; st.global.u32 [%at], %r1;';
    expect(inClusters(body)).toEqual(perCta(() => 1));
    expect(outputOf({ body, threads: 1, cluster: [1, 1, 1] })[0]).toBe(1);
    expect(outputOf({ body, threads: 1 })[0]).toBe(2);
  });
});

const TILE = '.shared .align 16 .b8 tile[32];';
const SYNC = 'barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;';
const inPairs = (body: string, options = {}) =>
  runAssembly({ module: TILE, body, threads: 1, grid: [2, 1, 1], cluster: [2, 1, 1] }, options);

describe('addresses', () => {
  const value = (body: string): number[] => inClusters(`${body} st.global.u32 [%at], %r1;`, { module: TILE });

  test('a variable has the rank of its CTA above its place', () => {
    expect(value('mov.u32 %r1, tile+4;')).toEqual(perCta((x, y) => (rankAt(x, y) << 24) + 4));
    expect(value('mov.u64 %x1, tile; cvta.shared.u64 %x2, %x1; cvt.u32.u64 %r1, %x2;')).toEqual(
      perCta((x, y) => rankAt(x, y) << 24),
    );
  });

  test.each([
    'mov.u32 %r2, tile; mapa.shared::cluster.u32 %r1, %r2, 3;',
    'mapa.shared::cluster.u32 %r1, tile, 3;',
    'mov.u32 %r9, 3; mapa.shared::cluster.u64 %x1, tile, %r9; cvt.u32.u64 %r1, %x1;',
    'mov.u64 %x1, tile; cvta.shared.u64 %x1, %x1; mapa.u64 %x2, %x1, 3; cvta.to.shared.u64 %x2, %x2; cvt.u32.u64 %r1, %x2;',
    'mapa.shared::cluster.u32 %r2, tile, 1; mapa.shared::cluster.u32 %r1, %r2, 3;',
  ])('%s', body => {
    expect(value(body)).toEqual(perCta(() => 3 << 24));
  });

  test('getctarank tells whose it is', () => {
    expect(value('getctarank.shared::cluster.u32 %r1, tile;')).toEqual(perCta(rankAt));
    const body = `mov.u64 %x1, tile; cvta.shared.u64 %x1, %x1; mapa.u64 %x2, %x1, 2; getctarank.u64 %r1, %x2;`;
    expect(value(body)).toEqual(perCta(() => 2));
  });

  test('isspacep tells the window of the CTA from that of the cluster', () => {
    const body = `mov.u64 %x1, tile; cvta.shared.u64 %x1, %x1; mapa.u64 %x2, %x1, 2;
isspacep.shared %p1, %x2; selp.u32 %r2, 1, 0, %p1; isspacep.shared::cta %p1, %x2; selp.u32 %r3, 2, 0, %p1;
isspacep.shared::cluster %p1, %x2; selp.u32 %r4, 4, 0, %p1; isspacep.shared::cluster %p1, %out; selp.u32 %r5, 8, 0, %p1;
add.u32 %r1, %r2, %r3; add.u32 %r1, %r1, %r4; add.u32 %r1, %r1, %r5;`;
    expect(value(body)).toEqual(perCta((x, y) => (rankAt(x, y) === 2 ? 7 : 4)));
  });
});

describe('accesses', () => {
  const REMOTE = `mov.u32 %r1, %cluster_ctarank; xor.b32 %r2, %r1, 1; mapa.shared::cluster.u32 %r3, tile, %r2;
mov.u32 %r4, tile; add.u32 %r5, %r1, 100; st.shared.u32 [%r4], %r5; ${SYNC}`;
  const GENERIC = 'cvt.u64.u32 %x1, %r3; cvta.shared::cluster.u64 %x1, %x1;';
  const mine = 'mov.u32 %r1, %cluster_ctarank; mad.wide.u32 %at, %r1, 4, %out;';
  const left = (body: string): number[] => {
    const { faults, buffers } = inPairs(`${REMOTE} ${body} ${SYNC} ld.shared.u32 %r6, [%r4]; ${mine}
st.global.u32 [%at], %r6; st.global.u32 [%at+8], %r7;`);
    expect(faults).toEqual([]);
    return [...new Int32Array(buffers.get('out')!.slice().buffer)].slice(0, 4);
  };

  test.each([
    ['ld.shared::cluster.u32 %r7, [%r3];', [100, 101, 101, 100]],
    [`${GENERIC} ld.u32 %r7, [%x1];`, [100, 101, 101, 100]],
    ['mov.u32 %r7, 5; st.shared::cluster.u32 [%r3], 9;', [9, 9, 5, 5]],
    [`${GENERIC} mov.u32 %r7, 5; st.u32 [%x1], 9;`, [9, 9, 5, 5]],
    ['atom.shared::cluster.add.u32 %r7, [%r3], 7;', [107, 108, 101, 100]],
    [`${GENERIC} atom.exch.b32 %r7, [%x1], 1;`, [1, 1, 101, 100]],
    ['mov.u32 %r7, 5; red.shared::cluster.max.u32 [%r3], 101;', [101, 101, 5, 5]],
    ['ld.shared::cluster.u32 %r7, [tile];', [100, 101, 100, 101]],
  ])('%s', (body, expected) => {
    expect(left(body)).toEqual(expected);
  });

  test('by one instruction to several CTAs', () => {
    const body = `${SYNC} mov.u32 %r1, %cluster_ctarank; mapa.shared::cluster.u32 %r2, tile, %tid; mad.lo.u32 %r2, %r1, 4, %r2;
mad.lo.u32 %r3, %r1, 10, %tid; st.shared::cluster.u32 [%r2], %r3; ${SYNC}
mov.u32 %r4, tile; mad.lo.u32 %r4, %tid, 4, %r4; ld.shared.u32 %r5, [%r4]; mad.lo.u32 %r6, %r1, 4, %tid;
mad.wide.u32 %at, %r6, 4, %out; st.global.u32 [%at], %r5;`;
    const words = outputOf({ module: TILE, body, threads: 4, grid: [4, 1, 1], cluster: [4, 1, 1] });
    expect(words.slice(0, 16)).toEqual([0, 10, 20, 30, 1, 11, 21, 31, 2, 12, 22, 32, 3, 13, 23, 33]);
  });

  test('of the own CTA only, where .shared::cta says so', () => {
    const [fault] = inPairs(`${REMOTE} ld.shared.u32 %r7, [%r3];`).faults;
    expect(fault).toMatchObject({ kind: 'outOfBounds', space: 'shared' });
    expect(fault.message).toContain('they are in the shared memory of CTA 0, not of this CTA');
  });

  test.each([
    ['ld.shared::cluster.u32 %r7, [%r3+64];', 'the shared memory of CTA 0 has 32 bytes'],
    [
      'mapa.shared::cluster.u32 %r3, tile, 6; ld.shared::cluster.u32 %r7, [%r3];',
      "the CTA's shared memory has 32 bytes",
    ],
  ])('out of bounds: %s', (body, why) => {
    const [fault] = inPairs(`${REMOTE} ${body}`).faults;
    expect(fault.kind).toBe('outOfBounds');
    expect(fault.message).toContain(why);
  });
});

describe('asynchronous stores', () => {
  const BARS = '.shared .align 8 .b64 bar; .shared .align 16 .b8 cells[32];';
  /** Each CTA stores into the other one, and both wait for `bytes`. */
  const left = (bytes: number, body: string): number[] => {
    const { faults, buffers } = runAssembly({
      module: BARS,
      threads: 1,
      grid: [2, 1, 1],
      cluster: [2, 1, 1],
      body: `mov.u32 %r1, bar; mbarrier.init.shared.b64 [%r1], 1; mov.u32 %r2, cells; mov.u32 %r9, 10;
st.shared.v4.u32 [%r2], {%r9, %r9, %r9, %r9}; st.shared.v4.u32 [%r2+16], {%r9, %r9, %r9, %r9};
mbarrier.arrive.expect_tx.shared.b64 _, [%r1], ${bytes}; ${SYNC}
mov.u32 %r3, %cluster_ctarank; xor.b32 %r4, %r3, 1; mapa.shared::cluster.u32 %r5, bar, %r4; mapa.shared::cluster.u32 %r6, cells, %r4;
${body}
AGAIN: mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0; @!%p1 bra AGAIN;
mad.wide.u32 %at, %r3, 32, %out; ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r2]; st.global.v4.u32 [%at], {%r10, %r11, %r12, %r13};
ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r2+16]; st.global.v4.u32 [%at+16], {%r10, %r11, %r12, %r13}; ${SYNC}`,
    });
    expect(faults).toEqual([]);
    const words = [...new Int32Array(buffers.get('out')!.slice().buffer)];
    expect(words.slice(8, 16)).toEqual(words.slice(0, 8));
    return words.slice(0, 8);
  };
  const TELL = 'mbarrier::complete_tx::bytes';

  test('of one value, of a vector, of wide values', () => {
    const body = `mov.u32 %r14, 1; mov.u32 %r15, 2; mov.u32 %r16, 3; mov.u32 %r17, 4; mov.u64 %x1, 0x600000005;
st.async.shared::cluster.${TELL}.v4.s32 [%r6], {%r14, %r15, %r16, %r17}, [%r5];
st.async.weak.shared::cluster.${TELL}.b64 [%r6+16], %x1, [%r5]; st.async.shared::cluster.${TELL}.u32 [%r6+28], %r14, [%r5];`;
    expect(left(28, body)).toEqual([1, 2, 3, 4, 5, 6, 10, 1]);
  });

  test.each([
    ['add.u32', 15],
    ['add.s32', 15],
    ['min.s32', 5],
    ['max.u32', 10],
    ['inc.u32', 0],
    ['dec.u32', 5],
    ['and.b32', 0],
    ['or.b32', 15],
    ['xor.b32', 15],
  ])('red.async %s', (form, expected) => {
    const body = `mov.u32 %r14, 5; red.async.relaxed.cluster.shared::cluster.${TELL}.${form} [%r6+4], %r14, [%r5];`;
    expect(left(4, body)).toEqual([10, expected, 10, 10, 10, 10, 10, 10]);
  });

  test('red.async of 64 bits', () => {
    const body = `mov.u64 %x1, 0xfffffff6; red.async.relaxed.cluster.shared::cluster.${TELL}.add.u64 [%r6+8], %x1, [%r5];`;
    expect(left(8, body)).toEqual([10, 10, 0, 11, 10, 10, 10, 10]);
  });

  test('at generic addresses', () => {
    const generic = (name: string, register: string, at: string) =>
      `mov.u64 %x1, ${name}; cvta.shared.u64 %x1, %x1; mapa.u64 ${register}, %x1, %r4; ${at}`;
    const body = `mov.u32 %r14, 7; ${generic('bar', '%x2', '')} ${generic('cells', '%x3', '')}
st.async.${TELL}.b32 [%x3+4], %r14, [%x2]; red.async.relaxed.cluster.${TELL}.add.u32 [%x3+8], %r14, [%x2];`;
    expect(left(8, body)).toEqual([10, 7, 17, 10, 10, 10, 10, 10]);
  });

  const faultOf = (instruction: string) =>
    runAssembly({
      module: BARS,
      threads: 1,
      grid: [2, 1, 1],
      cluster: [2, 1, 1],
      body: `mov.u32 %r1, bar; mbarrier.init.shared.b64 [%r1], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%r1], 16;
mov.u32 %r3, %cluster_ctarank; xor.b32 %r4, %r3, 1; mapa.shared::cluster.u32 %r5, bar, %r4; mapa.shared::cluster.u32 %r6, cells, %r4;
${SYNC} ${instruction} ${SYNC}`,
    }).faults[0];

  test.each([
    [`st.async.shared::cluster.${TELL}.b64 [%r6+4], %x1, [%r5];`, 'misaligned', 'no multiple of 8'],
    [
      `st.async.shared::cluster.${TELL}.v4.b32 [%r6+8], {%r1, %r1, %r1, %r1}, [%r5];`,
      'misaligned',
      'no multiple of 16',
    ],
    [
      `red.async.relaxed.cluster.shared::cluster.${TELL}.add.u32 [%r6+2], %r1, [%r5];`,
      'misaligned',
      'no multiple of 4',
    ],
    [`st.async.shared::cluster.${TELL}.b32 [%r6], %r1, [%r5+4];`, 'misaligned', 'the mbarrier starts at'],
    [`st.async.shared::cluster.${TELL}.b32 [%r6], %r1, [%r1];`, 'badOperand', 'the destination is in CTA'],
    [`st.async.shared::cluster.${TELL}.b32 [%r6+4096], %r1, [%r5];`, 'outOfBounds', '4 bytes at shared address'],
    [`st.async.shared::cluster.${TELL}.v4.b64 [%r6], {%x1, %x1, %x1, %x1}, [%r5];`, 'unsupported', 'at most 16 bytes'],
  ])('%s is a fault', (instruction, kind, why) => {
    const fault = faultOf(instruction);
    expect(fault).toMatchObject({ kind });
    expect(fault.message).toContain(why);
  });
});

describe('the barrier', () => {
  const kinds = (body: string, threads = 1): string[] =>
    runAssembly({ body, threads, grid: [2, 1, 1], cluster: [2, 1, 1] }).faults.map(f => f.kind);
  const messageOf = (body: string): string =>
    runAssembly({ body, threads: 1, grid: [2, 1, 1], cluster: [2, 1, 1] }).faults[0].message;

  test('is passed by all, again and again', () => {
    expect(kinds(SYNC.repeat(5), 64)).toEqual([]);
  });

  test('lets a CTA by itself through', () => {
    expect(runAssembly({ body: SYNC, threads: 64 }).faults).toEqual([]);
  });

  test('takes lanes of a warp one by one where it is not aligned', () => {
    const body = `and.b32 %r1, %tid, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra EVEN; barrier.cluster.arrive.release; bra BOTH;
EVEN: barrier.cluster.arrive.release; barrier.cluster.wait.acquire; bra END; BOTH: barrier.cluster.wait; END: ${SYNC}`;
    expect(kinds(body, 64)).toEqual([]);
  });

  test('is no meeting of the lanes that arrive in two phases', () => {
    const body = `setp.lt.u32 %p1, %tid, 8; barrier.cluster.arrive; @%p1 bra FEW; barrier.cluster.wait; barrier.cluster.arrive;
FEW: barrier.cluster.wait; @!%p1 bra END; barrier.cluster.arrive; barrier.cluster.wait; END: ret;`;
    expect(kinds(body, 32)).toEqual([]);
  });

  test('waits for nobody who has exited', () => {
    expect(kinds(`setp.gt.u32 %p1, %tid, 40; @%p1 exit; ${SYNC}`, 64)).toEqual([]);
    expect(kinds(`mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 1; @%p1 exit; ${SYNC}`, 64)).toEqual([]);
  });

  test.each([
    ['barrier.cluster.wait;', 'waits without barrier.cluster.arrive before'],
    ['barrier.cluster.arrive; barrier.cluster.arrive;', 'arrives again without barrier.cluster.wait in between'],
  ])('%s', (body, why) => {
    expect(kinds(body)).toEqual(['barrier']);
    expect(messageOf(body)).toContain(why);
  });

  test('a CTA that never arrives holds the others up', () => {
    const alone = `mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 1; setp.lt.u32 %p2, %tid, 32; and.pred %p1, %p1, %p2;
@%p1 bar.sync 1, 64; ${SYNC}`;
    const [fault] = runAssembly({ body: alone, threads: 64, grid: [2, 1, 1], cluster: [2, 1, 1] }).faults;
    expect(fault.kind).toBe('deadlock');
    expect(fault.message).toContain('the cluster of CTAs 0, 1');
    expect(fault.message).toContain('the barrier of the cluster, where 3 of 4 warps have arrived');
  });
});

describe('launches', () => {
  const text = assemble({ body: 'st.global.u32 [%out], 1;' });
  const launchOf = (change: Partial<Launch>): Launch => ({
    entry: 'k',
    grid: [32, 1, 1],
    block: [32, 1, 1],
    buffers: [{ name: 'out', type: 's32', length: 1, init: { kind: 'zeros' } }],
    params: [{ kind: 'pointer', buffer: 'out' }],
    ...change,
  });
  const fieldOf = (directive: string, change: Partial<Launch>, arch = 'sm_90'): string | null => {
    const written = text.replace('(.param .u64 buffer)', `(.param .u64 buffer) ${directive}`).replace('sm_90', arch);
    const result = emulate(parsed(written), launchOf(change));
    return result.ok ? null : result.error.field;
  };

  test.each<[string, Partial<Launch>, string | null]>([
    ['', { cluster: [8, 1, 1] }, null],
    ['', { cluster: [16, 1, 1] }, 'cluster'],
    ['', { cluster: [3, 1, 1] }, 'cluster[0]'],
    ['', { cluster: [1, 2, 1] }, 'cluster[1]'],
    ['', { cluster: [0, 1, 1] }, 'cluster[0]'],
    ['.maxclusterrank 16', { cluster: [16, 1, 1] }, null],
    ['.maxclusterrank 4', { cluster: [8, 1, 1] }, 'cluster'],
    ['.explicitcluster .reqnctapercluster 16', {}, null],
    ['.reqnctapercluster 32', {}, 'cluster'],
    ['.reqnctapercluster 4, 1, 1', { cluster: [4, 1, 1] }, null],
    ['.reqnctapercluster 4, 1, 1', { cluster: [2, 1, 1] }, 'cluster'],
    ['.explicitcluster', {}, 'cluster'],
    ['.blocksareclusters', {}, 'entry'],
  ])("'%s' %o", (directive, change, field) => {
    expect(fieldOf(directive, change)).toBe(field);
  });

  test('there are none before sm_90', () => {
    expect(fieldOf('', { cluster: [2, 1, 1] }, 'sm_80')).toBe('cluster');
    expect(fieldOf('', { cluster: [1, 1, 1] }, 'sm_80')).toBe(null);
  });

  test('a CTA that is chosen runs with its cluster, and is observed alone', () => {
    const seen = new Set<number>();
    const body = `${SYNC} mov.u32 %r1, %ctaid.x; mad.wide.u32 %at, %r1, 4, %out; st.global.u32 [%at], 1;`;
    const { buffers, ctasRun } = runAssembly(
      { body, threads: 1, grid: [8, 1, 1], cluster: [2, 1, 1] },
      { ctas: [5, 4, 1], observe: ({ cta }) => seen.add(cta) },
    );
    expect([...new Int32Array(buffers.get('out')!.slice().buffer)].slice(0, 8)).toEqual([1, 1, 0, 0, 1, 1, 0, 0]);
    expect(ctasRun).toBe(4);
    expect([...seen].sort()).toEqual([1, 4, 5]);
  });
});

test('asynchronous stores and reductions for a device are there for a thread that acquires', () => {
  const body = `mov.u32 %r1, 5; st.async.mmio.release.sys.global.u32 [%at], %tid; red.async.mmio.release.gpu.global.add.u32 [%at], %r1;
    red.async.mmio.release.sys.global.max.u32 [%at], %r1;`;
  expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(lane => lane + 5));
});
