import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MbarrierModel } from './mbarrier.ts';

type Deed = { readonly arrive: number } | { readonly expect: number } | { readonly land: number };

/**
 * PTX ISA, "mbarrier", by the whole history: a phase is over as soon as its arrivals are all there and its announced and
 * its landed bytes are equally many. Returns the number of phases over, what is pending, and the bytes that are due.
 */
function byHistory(count: number, deeds: readonly Deed[]) {
  let phases = 0;
  let history: Deed[] = [];
  const sum = (of: 'arrive' | 'expect' | 'land') =>
    history.reduce((total, deed) => total + ((deed as Record<string, number>)[of] ?? 0), 0);
  for (const deed of deeds) {
    history.push(deed);
    if ('expect' in deed || sum('arrive') !== count || sum('expect') !== sum('land')) continue;
    phases++;
    history = [];
  }
  return { phases, pendingArrivals: count - sum('arrive'), pendingBytes: sum('expect') - sum('land') };
}

const deeds = fc.array(
  fc.oneof(
    fc.record({ arrive: fc.constantFrom(1, 2) }),
    fc.record({ expect: fc.constantFrom(16, 32) }),
    fc.record({ land: fc.constantFrom(16, 32) }),
  ),
  { maxLength: 40 },
);

describe('Mbarrier', () => {
  it('is what its history says, after every deed', () => {
    let completed = 0;
    const holds = (count: number, all: readonly Deed[]) => {
      const barrier = new MbarrierModel(count);
      const done: Deed[] = [];
      for (const deed of all) {
        if ('arrive' in deed && deed.arrive > barrier.pendingArrivals) continue;
        const before = barrier.phase;
        done.push(deed);
        let isComplete = false;
        if ('arrive' in deed) isComplete = barrier.arrive(deed.arrive);
        else if ('land' in deed) isComplete = barrier.land(deed.land);
        else barrier.expect(deed.expect);
        const { phases, pendingArrivals, pendingBytes } = byHistory(count, done);
        expect([barrier.phase, barrier.pendingArrivals, barrier.pendingBytes]).toEqual([
          phases,
          pendingArrivals,
          pendingBytes,
        ]);
        expect(isComplete).toBe(phases > before);
        // A fresh barrier lets parity 1 pass, since the phase before the first one has parity 1.
        expect([barrier.hasPassed(0), barrier.hasPassed(1)]).toEqual([phases % 2 === 1, phases % 2 === 0]);
        completed += Number(isComplete);
      }
    };
    fc.assert(fc.property(fc.integer({ min: 1, max: 4 }), deeds, holds), { numRuns: 500 });
    expect(completed).toBeGreaterThan(50);
  });

  it('stays in its phase while announced bytes are due, and counts bytes that come too early below zero', () => {
    const barrier = new MbarrierModel(1);
    expect(barrier.land(32)).toBe(false);
    expect(barrier.pendingBytes).toBe(-32);
    barrier.expect(64);
    expect(barrier.arrive(1)).toBe(false);
    expect(barrier.missing).toBe('32 bytes');
    expect(barrier.land(32)).toBe(true);
    expect([barrier.phase, barrier.pendingArrivals, barrier.pendingBytes]).toEqual([1, 1, 0]);
  });
});
