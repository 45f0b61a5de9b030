/** mbarrier, instruction by instruction: phases, states, transactions, and what the manual does not allow. */
import { describe, expect, test } from 'vitest';
import { lanes, outputOf, runAssembly } from './assembly.ts';

const module = '.shared .align 8 .b8 bars[64];';
/** One thread works; it initialises the object for `count` arrivals. %r9 is the object's address. */
const one = (count: number, body: string): string =>
  `mov.u32 %r9, bars; mbarrier.init.shared.b64 [%r9], ${count}; ${body}`;
const run = (count: number, body: string, words: number): number[] =>
  outputOf({ module, threads: 1, body: one(count, body) }).slice(0, words);
const faultOf = (count: number, body: string) => runAssembly({ module, threads: 1, body: one(count, body) }).faults[0];
/** Stores predicate n as the next word. */
const storeWait = (word: number, wait: string): string =>
  `${wait} selp.u32 %r1, 1, 0, %p1; st.global.u32 [%out+${4 * word}], %r1;`;
const parity = (word: number, p: number): string =>
  storeWait(word, `mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r9], ${p};`);
const byState = (word: number, register: string): string =>
  storeWait(word, `mbarrier.test_wait.shared::cta.b64 %p1, [%r9], ${register};`);
const ARRIVE = 'mbarrier.arrive.shared::cta.b64 _, [%r9];';

describe('phases', () => {
  test('of a fresh object: that of parity 1 has passed, that of parity 0 has not', () => {
    expect(run(1, parity(0, 0) + parity(1, 1), 2)).toEqual([0, 1]);
  });

  test('complete with the last arrival, again and again', () => {
    const body = lanes(i => `${ARRIVE} ${parity(2 * i, 0)} ${parity(2 * i + 1, 1)}`, 6).join('\n');
    // Two arrivals each: after 1, 2, 3, … of them the phases 0, 1, 1, 2, 2, 3 are under way.
    const phases = [0, 1, 1, 2, 2, 3];
    expect(run(2, body, 12)).toEqual(phases.flatMap(phase => [phase % 2, 1 - (phase % 2)]));
  });

  test('take several arrivals at once', () => {
    const body = `mbarrier.arrive.release.cta.shared.b64 %x1, [%r9], 3; ${parity(0, 0)} ${ARRIVE} ${parity(1, 0)}`;
    expect(run(4, body, 2)).toEqual([0, 1]);
  });

  test('are told apart by the states that arrivals return', () => {
    const body = `mbarrier.arrive.shared.b64 %x1, [%r9]; ${byState(0, '%x1')} mbarrier.arrive.shared.b64 %x2, [%r9];
${byState(1, '%x1')} ${byState(2, '%x2')} mbarrier.arrive.shared.b64 %x3, [%r9]; ${byState(3, '%x3')}`;
    expect(run(2, body, 4)).toEqual([0, 1, 1, 0]);
  });

  test('pending_count is of the state before the arrival', () => {
    const body = `mbarrier.arrive.shared.b64 %x1, [%r9], 2; mbarrier.arrive.shared.b64 %x2, [%r9];
mbarrier.pending_count.b64 %r1, %x1; mbarrier.pending_count.b64 %r2, %x2; st.global.v2.u32 [%out], {%r1, %r2};`;
    expect(run(5, body, 2)).toEqual([5, 3]);
  });

  test('each lane arrives by itself', () => {
    const body = `mov.u32 %r9, bars; setp.eq.u32 %p2, %tid, 0; @%p2 mbarrier.init.shared.b64 [%r9], 32; bar.warp.sync -1;
mbarrier.arrive.shared.b64 %x1, [%r9]; mbarrier.pending_count.b64 %r1, %x1; st.global.u32 [%at], %r1;`;
    expect(outputOf({ module, body }).slice(0, 32)).toEqual(lanes(lane => 32 - lane));
  });
});

test('a look is one moment for all lanes, though what it waits for arrives then', () => {
  const body = `mov.u32 %r9, bars; setp.eq.u32 %p2, %tid, 0; @%p2 mbarrier.init.shared.b64 [%r9], 1; bar.warp.sync -1;
mov.u64 %x1, %out; @%p2 mbarrier.arrive.expect_tx.shared.b64 _, [%r9], 16; fence.proxy.async.shared::cta;
mov.u32 %r8, bars; @%p2 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r8+16], [%x1], 16, [%r9]; bar.warp.sync -1;
mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r9], 0; selp.u32 %r1, 1, 0, %p1;
again: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r9], 0; @!%p3 bra again; st.global.u32 [%at], %r1;`;
  expect(outputOf({ module, body }).slice(0, 32)).toEqual(lanes(() => 0));
});

describe('expected arrivals', () => {
  test('fall for later phases by arrive_drop', () => {
    const body = `mbarrier.arrive_drop.shared.b64 %x1, [%r9]; ${parity(0, 0)} ${ARRIVE} ${parity(1, 0)} ${ARRIVE} ${parity(2, 1)}`;
    expect(run(2, body, 3)).toEqual([0, 1, 1]);
  });

  test('of .noComplete do not end the phase', () => {
    const body = `mbarrier.arrive.noComplete.shared.b64 %x1, [%r9], 2; ${parity(0, 0)} ${ARRIVE} ${parity(1, 0)}`;
    expect(run(3, body, 2)).toEqual([0, 1]);
    expect(faultOf(2, body)).toMatchObject({ kind: 'mbarrier' });
  });
});

describe('transactions', () => {
  test('hold the phase up until all bytes have come', () => {
    const body = `mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%r9], 48; ${parity(0, 0)}
mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r9], 16; ${parity(1, 0)}
mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r9], 32; ${parity(2, 0)}`;
    expect(run(1, body, 3)).toEqual([0, 0, 1]);
  });

  test('may be expected apart from an arrival', () => {
    const body = `mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r9], 8; ${ARRIVE} ${parity(0, 0)}
mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r9], 8; ${parity(1, 0)}`;
    expect(run(1, body, 2)).toEqual([0, 1]);
  });

  test('of arrive_drop count as those of arrive', () => {
    const body = `mbarrier.arrive_drop.expect_tx.shared::cta.b64 _, [%r9], 8; ${ARRIVE} ${parity(0, 0)}
mbarrier.complete_tx.shared::cta.b64 [%r9], 8; ${parity(1, 0)} ${ARRIVE} ${parity(2, 1)}`;
    expect(run(2, body, 3)).toEqual([0, 1, 1]);
  });
});

test('try_wait gives way, so that who arrives later is heard', () => {
  // Lanes of one warp: the upper half waits for the lower half.
  const body = `mov.u32 %r9, bars; setp.eq.u32 %p2, %tid, 0; @%p2 mbarrier.init.shared.b64 [%r9], 16; bar.warp.sync -1;
setp.ge.u32 %p3, %tid, 16; @!%p3 bra LOWER;
AGAIN: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [%r9], 0, 100; @!%p1 bra AGAIN; bra END;
LOWER: ${ARRIVE}
END: st.global.u32 [%at], 1;`;
  expect(outputOf({ module, body }).slice(0, 32)).toEqual(lanes(() => 1));
});

test('a generic address is one of shared memory', () => {
  const body = `cvta.shared.u64 %x4, bars; mbarrier.init.b64 [%x4], 1; mbarrier.arrive.b64 %x1, [%x4];
mbarrier.test_wait.b64 %p1, [%x4], %x1; selp.u32 %r1, 1, 0, %p1; st.global.u32 [%out], %r1; mbarrier.inval.b64 [%x4];`;
  expect(outputOf({ module, threads: 1, body })[0]).toBe(1);
  const global = runAssembly({ module, threads: 1, body: 'mbarrier.init.b64 [%out], 1;' });
  expect(global.faults).toMatchObject([{ kind: 'outOfBounds', space: 'shared' }]);
});

describe('asynchronous copies arrive', () => {
  const tile = `${module} .shared .align 16 .b8 tile[16];`;
  const body = (
    count: number,
    arrive: string,
  ) => `mov.u32 %r9, bars; mbarrier.init.shared.b64 [%r9], ${count}; mov.u32 %r8, tile;
st.global.u32 [%out], 5; cp.async.ca.shared.global [%r8], [%out], 4; ${arrive}
${parity(1, 0)} ${parity(2, 0)} ld.shared.u32 %r2, [%r8]; st.global.u32 [%out+12], %r2;`;
  const result = (count: number, arrive: string) =>
    outputOf({ module: tile, threads: 1, body: body(count, arrive) }).slice(0, 4);

  test('in place of the thread, with .noinc', () => {
    // The first look finds nothing, and lets the copy happen.
    expect(result(1, 'cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r9];')).toEqual([5, 0, 1, 5]);
  });

  test('in addition to it, without', () => {
    expect(result(1, `cp.async.mbarrier.arrive.shared.b64 [%r9]; ${ARRIVE}`)).toEqual([5, 0, 1, 5]);
    expect(result(1, 'cp.async.mbarrier.arrive.shared.b64 [%r9];')).toEqual([5, 0, 0, 5]);
  });

  test('when the thread waits for its groups', () => {
    const arrive = 'cp.async.mbarrier.arrive.noinc.shared.b64 [%r9]; cp.async.wait_all;';
    expect(result(1, arrive)).toEqual([5, 1, 1, 5]);
  });
});

describe('not allowed', () => {
  test.each([
    ['an arrival too many', 1, 'mbarrier.arrive.shared.b64 %x1, [%r9], 2;', 'cannot take 2 arrivals'],
    ['a count of 0', 0, '', 'cannot expect 0 arrivals'],
    ['a second init', 2, `${ARRIVE} mbarrier.init.shared.b64 [%r9], 1;`, 'is initialised again'],
    ['use after inval', 1, `mbarrier.inval.shared.b64 [%r9]; ${ARRIVE}`, "'bars[0]' (shared 0x0) was not initialised"],
    [
      'an object that never was',
      1,
      'mbarrier.arrive.shared.b64 %x1, [%r9+8];',
      "'bars[1]' (shared 0x8) was not initialised",
    ],
    ['bytes that were overwritten', 1, `st.shared.u32 [%r9], 0; ${ARRIVE}`, 'was overwritten'],
    ['too many bytes', 1, 'mbarrier.expect_tx.shared.b64 [%r9], 1048576;', 'cannot count 1048576 bytes'],
  ])('%s', (_, count, body, why) => {
    const fault = faultOf(count, body);
    expect(fault).toMatchObject({ kind: 'mbarrier' });
    expect(fault.message).toContain(why);
  });

  test('a second init before anything has arrived, which is a hazard', () => {
    const { faults, hazards } = runAssembly({ module, threads: 1, body: one(1, 'mbarrier.init.shared.b64 [%r9], 1;') });
    expect(faults).toEqual([]);
    expect(hazards).toMatchObject([{ kind: 'mbarrier', seen: expect.stringContaining('Nobody had used it') }]);
  });

  test('lanes of one instruction that initialise it alike, which is a hazard', () => {
    const all = (count: string) => {
      const body = `add.u32 %r8, %tid, 1; mov.u32 %r9, bars; mbarrier.init.shared.b64 [%r9], ${count};`;
      return runAssembly({ module, threads: 32, body });
    };
    const alike = all('5');
    expect(alike.faults).toEqual([]);
    expect(alike.hazards).toMatchObject([
      { message: expect.stringContaining('is initialised by several lanes'), seen: expect.stringContaining('alike') },
    ]);
    expect(all('%r8').faults).toMatchObject([{ kind: 'mbarrier' }]);
  });

  test('lanes of two instructions, which is a fault', () => {
    const init = (lane: number) =>
      `setp.eq.u32 %p1, %tid, ${lane}; @%p1 mbarrier.init.shared.b64 [%r9], 5; bar.warp.sync -1;`;
    const body = `mov.u32 %r9, bars; ${init(0)} ${init(1)}`;
    const { faults } = runAssembly({ module, threads: 32, body });
    expect(faults).toMatchObject([{ kind: 'mbarrier', message: expect.stringContaining('is initialised again') }]);
  });

  test('an address that is no multiple of 8', () => {
    expect(faultOf(1, 'mbarrier.arrive.shared.b64 %x1, [%r9+4];')).toMatchObject({ kind: 'misaligned' });
  });

  test('what is not here is refused by name', () => {
    expect(faultOf(1, 'mbarrier.arrive.release.cluster.shared::cluster.b64 %x1, [%r9];').message).toContain(
      'no state of .shared::cluster',
    );
    expect(faultOf(1, 'mbarrier.test_wait.shared::cluster.b64 %p1, [%r9], %x1;').message).toContain('.shared::cluster');
    expect(faultOf(1, 'mbarrier.arrive.expect_tx.shared.b64 _, [%r9];').message).toContain('takes 3 operands');
  });
});

test('.relaxed orders nothing', () => {
  const exchange = (
    semantics: string,
  ) => `mov.u32 %r9, bars; setp.eq.u32 %p2, %tid, 0; @%p2 mbarrier.init.shared.b64 [%r9], 64; bar.sync 0;
mov.u32 %r1, cells; mad.lo.u32 %r2, %tid, 4, %r1; st.shared.u32 [%r2], %tid; mbarrier.arrive${semantics}.shared.b64 %x1, [%r9];
AGAIN: mbarrier.try_wait.shared.b64 %p1, [%r9], %x1; @!%p1 bra AGAIN;
xor.b32 %r3, %tid, 32; mad.lo.u32 %r3, %r3, 4, %r1; ld.shared.u32 %r4, [%r3];`;
  const faults = (semantics: string) =>
    runAssembly({ module: `${module} .shared .b32 cells[64];`, threads: 64, body: exchange(semantics) }).faults;
  expect(faults('.release.cta')).toEqual([]);
  expect(faults('.relaxed.cta')).toMatchObject([{ kind: 'race' }]);
});
