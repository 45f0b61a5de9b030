/** Checks named barriers: how many threads count as arrived, which of them wait, and which forms are refused. */
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../checks/kernel-run.ts';
import { lanes, outputOf, runAssembly } from './assembly.ts';

const faultOf = (body: string, threads = 128) => runAssembly({ body, threads }, { faults: 'first' }).faults[0];

/** Warp 0 writes what the other warp of two reads after the barrier. */
const handOver = (producer: string, consumer: string): string => `mov.u32 %r9, tile;
setp.ge.u32 %p1, %tid, 32; @%p1 bra CONSUMER;
mad.lo.u32 %r1, %tid, 4, %r9; add.u32 %r2, %tid, 7; st.shared.u32 [%r1], %r2;
${producer} bra END;
CONSUMER: ${consumer}
mad.lo.u32 %r1, %tid, 4, %r9; ld.shared.u32 %r2, [%r1+-128]; st.global.u32 [%at], %r2;
END: mov.u32 %r3, 0;`;
const TILE = '.shared .b32 tile[32];';

describe('one warp arrives, another waits', () => {
  test.each([
    ['bar.arrive 3, 64;', 'bar.sync 3, 64;'],
    ['barrier.cta.arrive.aligned 15, 64;', 'barrier.cta.sync.aligned 15, 64;'],
    ['barrier.arrive 1, 64;', 'barrier.sync 1, 64;'],
    ['mov.u32 %r4, 5; mov.u32 %r5, 64; bar.arrive %r4, %r5;', 'mov.u32 %r4, 5; bar.sync %r4, 64;'],
  ])('%s', (producer, consumer) => {
    const words = outputOf({ body: handOver(producer, consumer), module: TILE, threads: 64 });
    expect(words.slice(32)).toEqual(lanes(l => l + 7));
  });

  test('and is told when the other never arrives', () => {
    const { faults } = runAssembly({ body: handOver('', 'bar.sync 3, 64;'), module: TILE, threads: 64 });
    expect(faults).toMatchObject([{ kind: 'deadlock', waiters: [{ who: { warp: 1 } }] }]);
    expect(faults[0].message).toContain('barrier 3, where 1 of 2 warps have arrived');
  });
});

describe('a warp that arrives and then waits at one barrier', () => {
  // Two warps take turns, the first of them first: each waits for its own turn, and then arrives at the other's.
  const turns = (first: string): string => `setp.ge.u32 %p1, %tid, 32; mov.u32 %r9, tile;
@%p1 bra SECOND;
${first} bar.sync 1, 64; ld.shared.u32 %r2, [%r9]; add.u32 %r2, %r2, 1; bar.warp.sync -1; st.shared.u32 [%r9], %r2;
bar.arrive 2, 64; bra END;
SECOND: bar.sync 2, 64; ld.shared.u32 %r2, [%r9]; st.global.u32 [%at], %r2; END: mov.u32 %r3, 0;`;
  const start = 'setp.eq.u32 %p2, %tid, 0; @%p2 st.shared.u32 [tile], 41; bar.warp.sync -1;';

  test('counts twice', () => {
    const body = turns(`${start} bar.arrive 1, 64;`);
    expect(outputOf({ body, module: TILE, threads: 64 })[32]).toBe(42);
  });

  test('waits in vain where it only waits', () => {
    const { faults } = runAssembly({ body: turns(start), module: TILE, threads: 64 });
    expect(faults[0].message).toContain('barrier 1, where 1 of 2 warps have arrived');
  });
});

/** Odd lanes execute it at another place than even ones. */
const apart = (what: string): string =>
  `and.b32 %r1, %tid, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra EVEN; ${what} bra MET; EVEN: ${what} MET: `;

describe('lanes that arrive apart', () => {
  test('count as one warp', () => {
    const body = handOver(apart('barrier.arrive 2, 64;'), 'bar.sync 2, 64;');
    expect(outputOf({ body, module: TILE, threads: 64 }).slice(32)).toEqual(lanes(l => l + 7));
    const three = body.replaceAll('2, 64', '2, 96');
    const late = `setp.ge.u32 %p2, %tid, 64; @%p2 bra END; ${three}`;
    const { faults } = runAssembly({ body: late, module: TILE, threads: 96 });
    expect(faults[0].message).toContain('barrier 2, where 2 of 3 warps have arrived');
  });

  test('are whole when the others have left', () => {
    const left =
      'and.b32 %r1, %tid, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra ARRIVE; bra END; ARRIVE: barrier.arrive 2, 64;';
    const body = handOver(left, 'bar.sync 2, 64;');
    expect(outputOf({ body, module: TILE, threads: 64 }).slice(32)).toEqual(lanes(l => l + 7));
  });
});

describe('reductions', () => {
  test.each([
    ['popc.u32', '%r2', '%r2', 24],
    ['and.pred', '%p2', 'selp.u32 %r2, 1, 0, %p2;', 0],
    ['or.pred', '%p2', 'selp.u32 %r2, 1, 0, %p2;', 1],
  ])('%s over the warps that the count says', (form, d, _, expected) => {
    const read = d === '%p2' ? 'selp.u32 %r2, 1, 0, %p2;' : '';
    const body = `setp.lt.u32 %p1, %tid, 24; setp.ge.u32 %p3, %tid, 64; @%p3 bra END;
barrier.red.${form} ${d}, 4, 64, %p1; ${read} st.global.u32 [%at], %r2; END: mov.u32 %r1, 0;`;
    const words = outputOf({ body, threads: 96, words: 96 });
    expect(words).toEqual([...lanes(() => expected, 64), ...lanes(() => 0)]);
  });

  test('of the aligned form count all', () => {
    const body = 'setp.lt.u32 %p1, %tid, 50; bar.red.popc.u32 %r2, 0, %p1; st.global.u32 [%at], %r2;';
    expect(wordsOf(runAssembly({ body, threads: 64 }))).toEqual(lanes(() => 50, 64));
  });
});

describe('what is wrong with', () => {
  test.each([
    ['a number', 'mov.u32 %r1, 16; bar.sync %r1;', 'There is no barrier 16'],
    ['a count', 'mov.u32 %r1, 48; bar.sync 1, %r1;', 'counts 48 threads: not a multiple of 32'],
    ['a count beyond the CTA', 'bar.sync 1, 160;', "between 32 and the CTA's 128"],
    ['a count of nobody', 'mov.u32 %r1, 0; bar.arrive 1, %r1;', 'counts 0 threads'],
    [
      'two counts',
      'setp.lt.u32 %p1, %tid, 32; @%p1 bra ONE; bar.sync 1, 96; bra END; ONE: bar.sync 1, 64; END: mov.u32 %r1, 0;',
      'while earlier arrivals counted',
    ],
  ])('%s', (_, body, words) => {
    const fault = faultOf(body);
    expect(fault).toMatchObject({ kind: 'barrier' });
    expect(fault.message).toContain(words);
  });

  test('an arrival without a count', () => {
    expect(faultOf('bar.arrive 1;')).toMatchObject({ kind: 'unsupported' });
  });
});
