import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCES, type Ring, ringScenario } from './fixtures/ring-scenario.ts';
import { simulate } from './simulate.ts';

const rings = fc.record({
  stages: fc.integer({ min: 1, max: 6 }),
  steps: fc.integer({ min: 1, max: 24 }),
  consumers: fc.integer({ min: 1, max: 3 }),
  bytes: fc.integer({ min: 1, max: 4096 }).map(n => n * 16),
  flop: fc.integer({ min: 1, max: 2 ** 22 }),
  resources: fc.record({
    copyLatencyClk: fc.integer({ min: 0, max: 2000 }),
    copyBytesPerClk: fc.integer({ min: 1, max: 128 }),
    barrierClk: fc.integer({ min: 0, max: 100 }),
  }),
});

describe('a ring of stages', () => {
  it('lands every byte once, multiplies all, and never lets a unit work at two things', () => {
    fc.assert(
      fc.property(rings, ring => {
        const run = simulate(ringScenario(ring));
        expect({ faults: run.faults, deadlock: run.deadlock }).toEqual({ faults: [], deadlock: null });
        expect(run.landedBytes).toBe(ring.steps * ring.bytes);
        expect(run.flop).toBe(ring.steps * ring.consumers * ring.flop);
        expect(run.bytesInFlight.at(-1)?.bytes).toBe(0);
        expect(Math.max(...run.bytesInFlight.map(({ bytes }) => bytes))).toBeLessThanOrEqual(ring.stages * ring.bytes);
        const products = run.spans.filter(({ kind }) => kind === 'mma').toSorted((a, b) => a.from - b.from);
        for (const [i, { to }] of products.entries()) expect(products[i + 1]?.from ?? to).toBeGreaterThanOrEqual(to);
      }),
    );
  });

  it('takes no less than any unit works, and with enough stages hardly more', () => {
    fc.assert(
      fc.property(rings, ring => {
        const { totalClk, busyClk, ...run } = simulate(ringScenario({ ...ring, stages: 2 * ring.steps }));
        const { copyLatencyClk, barrierClk, copyBytesPerClk } = ring.resources;
        const copyClk = (ring.steps * ring.bytes) / copyBytesPerClk;
        const tensorClk = (ring.steps * ring.consumers * ring.flop) / RESOURCES.tensorFlopPerClk;
        expect(busyClk.copy).toBeCloseTo(copyClk, 6);
        expect(busyClk.tensor).toBeCloseTo(tensorClk, 6);
        expect(totalClk).toBeGreaterThanOrEqual(Math.max(copyClk, tensorClk) - 1e-6);
        // The first stage has to come and the last has to be multiplied; between these, one unit is always busy.
        const ends = copyLatencyClk + barrierClk + Math.min(copyClk, tensorClk) / ring.steps;
        expect(totalClk).toBeLessThanOrEqual(Math.max(copyClk, tensorClk) + ends + 1e-6);
        expect(run.deadlock).toBeNull();
      }),
    );
  });

  it('is never slower with one stage more', () => {
    fc.assert(
      fc.property(rings, ring => {
        const [fewer, more] = [0, 1].map(extra => simulate(ringScenario({ ...ring, stages: ring.stages + extra })));
        expect(more.totalClk).toBeLessThanOrEqual(fewer.totalClk + 1e-6);
      }),
    );
  });

  it('has a critical path without a gap, that ends with the last span', () => {
    fc.assert(
      fc.property(rings, ring => {
        const { criticalPath, totalClk, limitClk, spans } = simulate(ringScenario(ring));
        let at = 0;
        for (const { from, to, span } of criticalPath) {
          expect(from).toBe(at);
          expect(to).toBeGreaterThan(from);
          if (span >= 0) expect(spans[span].to).toBeGreaterThanOrEqual(to);
          at = to;
        }
        expect(at).toBe(totalClk);
        expect(totalClk).toBe(Math.max(...spans.map(({ to }) => to)));
        const sum = Object.values(limitClk).reduce((a, b) => a + b);
        expect(sum).toBeCloseTo(totalClk, 5);
      }),
    );
  });

  it('names what bounds it', () => {
    const bound = (ring: Partial<Ring>) => simulate(ringScenario({ steps: 32, stages: 6, ...ring })).bound;
    expect(bound({ bytes: 65_536 })).toBe('copy');
    expect(bound({ bytes: 4096 })).toBe('tensor');
    expect(bound({ bytes: 4096, stages: 1, flop: 4096 })).toBe('latency');
  });

  it('plays the same twice', () => {
    expect(simulate(ringScenario())).toEqual(simulate(ringScenario()));
  });
});

describe('a ring that is wrong', () => {
  const faultsOf = (wrong: Ring['wrong'], ring: Partial<Ring> = {}) => [
    ...new Set(simulate(ringScenario({ ...ring, wrong })).faults.map(({ kind, role }) => `${kind} by ${role}`)),
  ];

  it('overruns a stage without the wait for its release, whatever the latencies are', () => {
    expect(faultsOf('emptyWait')).toContain('overrun by producer');
    // Copies come long after the earlier reads. Only the order of barriers shows that this is luck.
    const slow = { stages: 2, bytes: 65_536, flop: 4096, resources: { copyBytesPerClk: 1, copyLatencyClk: 0 } };
    expect(faultsOf('emptyWait', slow)).toContain('overrun by producer');
    expect(faultsOf('nothing', slow)).toEqual([]);
  });

  it('overruns a stage that is released before its products are through', () => {
    expect(faultsOf('early release')).toContain('overrun by producer');
  });

  it('reads a stage that nobody waited for', () => {
    expect(faultsOf('fullWait')).toContain('underrun by consumer 1');
    expect(simulate(ringScenario({ wrong: 'fullWait', stages: 1 })).faults[0].message).toMatch(
      /reads ring\[0\] for step/,
    );
  });

  it('brings an mbarrier more arrivals than it counts', () => {
    expect(faultsOf('double release', { consumers: 1 })).toEqual(['arrivals by consumer 1']);
  });

  it('announces more bytes than an mbarrier counts', () => {
    expect(faultsOf('nothing', { bytes: 2 ** 20 })).toEqual(['transactions by producer']);
    expect(faultsOf('nothing', { bytes: 2 ** 20 - 16 })).toEqual([]);
  });

  it.each([
    {
      wrong: 'release',
      says: /^producer waits at empty\[0\] for 1 arrival, and the waits form a cycle: producer → consumer 2 → producer$/,
    },
    { wrong: 'parity', says: /^producer waits at empty\[0\] for 2 arrivals, and the waits form a cycle/ },
    { wrong: 'bytes', says: /^consumer 1 waits at full\[0\] for 16 bytes, which nobody will bring$/ },
  ] as const)('never ends: $wrong', ({ wrong, says }) => {
    const { deadlock, bound, criticalPath } = simulate(ringScenario({ wrong }));
    expect(deadlock?.message).toMatch(says);
    expect([bound, criticalPath]).toEqual(['deadlock', []]);
  });

  it('shows the waits of a deadlock to its end', () => {
    const { deadlock, spans, totalClk } = simulate(ringScenario({ wrong: 'release' }));
    expect(deadlock?.waiters.map(({ role, barrier, parity }) => ({ role, barrier, parity }))).toEqual([
      { role: 'producer', barrier: 'empty[0]', parity: 0 },
      { role: 'consumer 1', barrier: 'full[0]', parity: 1 },
      { role: 'consumer 2', barrier: 'full[0]', parity: 1 },
    ]);
    const last = spans.filter(({ kind, to }) => kind === 'wait' && to === totalClk);
    expect(last.map(({ role }) => role)).toEqual(['producer', 'consumer 1', 'consumer 2']);
  });
});
