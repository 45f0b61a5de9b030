import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Span } from '../../trace/span.ts';
import { ringScenario } from './fixtures/ring-scenario.ts';
import { markers } from './markers.ts';
import { flips } from './phase-flips.ts';
import type { RunRecords } from './pipeline-run.ts';
import { PRESETS } from './presets/index.ts';
import { presetScenario } from './presets/preset.ts';
import { timesByRole } from './role-times.ts';
import { runColumns, runOf, runTransferables } from './run-columns.ts';
import { type RunGroups, runGroups } from './run-groups.ts';
import { simulate } from './simulate.ts';
import { stateAt } from './state-at.ts';
import { ringPeriod } from './step-period.ts';
import type { TimeTrack } from './time-track.ts';

/** The bandwidth in the ring's scenario. */
const COPY_BYTES_PER_CLK = 32;

/** Sends as `postMessage` does: buffers that are transferred are no longer available here. */
function sent(run: RunRecords): RunRecords {
  const columns = runColumns(run);
  const transfer = runTransferables(columns) as ArrayBuffer[];
  const arrived = runOf(structuredClone(columns, { transfer }));
  expect(transfer.every(({ byteLength }) => byteLength === 0)).toBe(true);
  return arrived;
}

const listed = ({ spans, links, barrierEvents, slots, bytesInFlight, criticalPath }: RunRecords) =>
  [spans, links, barrierEvents, slots, bytesInFlight, criticalPath].map(rows => [...rows]);

const groupsOf = (groups: RunGroups) =>
  Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, group.columns]));

describe.each(PRESETS.map(preset => [preset.id, preset] as const))('%s', (_, preset) => {
  const scenario = presetScenario(preset, {});
  if (!scenario.ok) throw new Error(scenario.error.message);
  const run = simulate(scenario.value);
  const arrived = sent(simulate(scenario.value));

  test('arrives as it was', () => {
    expect(listed(arrived)).toEqual(listed(run));
    expect(arrived.spans.at(3)).toEqual(run.spans[3]);
    expect([arrived.spans.at(-1), arrived.spans.at(run.spans.length)]).toEqual([undefined, undefined]);
    expect(arrived).toMatchObject({
      totalClk: run.totalClk,
      busyClk: run.busyClk,
      bound: run.bound,
      faults: run.faults,
    });
  });

  test('brings what is made of its records', () => {
    expect(groupsOf(runGroups.of(arrived))).toEqual(groupsOf(runGroups.of(run)));
    expect(flips.of(arrived)).toEqual(flips.of(run));
    expect(markers.of(arrived)).toEqual(markers.of(run));
    expect(timesByRole.of(arrived)).toEqual(timesByRole.of(run));
    expect(ringPeriod.of(arrived)).toEqual(ringPeriod.of(run));
  });

  test('says the same of every time', () => {
    for (const share of [0, 0.3, 0.71, 1]) {
      const clk = share * run.totalClk;
      expect(stateAt(scenario.value, arrived, clk)).toEqual(stateAt(scenario.value, run, clk));
    }
  });
});

const rings = fc
  .record({
    stages: fc.integer({ min: 1, max: 3 }),
    steps: fc.integer({ min: 1, max: 8 }),
    consumers: fc.integer({ min: 1, max: 2 }),
    bytes: fc.integer({ min: 1, max: 512 }).map(n => 16 * n),
  })
  .map(ring => {
    const run = simulate(ringScenario(ring));
    return { ring, run, groups: runGroups.of(run) };
  });

const numbersOf = <R>(rows: readonly R[], isOne: (row: R) => boolean): number[] =>
  rows.flatMap((row, i) => (isOne(row) ? [i] : []));
const items = (track: TimeTrack): number[] => [...track.item].sort((a, b) => a - b);

describe('the tracks of a run', () => {
  test('have the spans that a search finds', () => {
    fc.assert(
      fc.property(rings, ({ run: { spans }, groups }) => {
        const isWork = ({ kind, barrier }: Span) => kind !== 'wait' || barrier !== undefined;
        for (const { role, kind } of spans.filter(isWork))
          expect(items(groups.work.track(role, kind))).toEqual(
            numbersOf(spans, span => span.role === role && span.kind === kind && isWork(span)),
          );
      }),
    );
  });

  test('have the stretches of each slot and state', () => {
    fc.assert(
      fc.property(rings, ({ run: { slots }, groups }) => {
        for (const { buffer, stage, state } of slots)
          expect(items(groups[`${state}Slots`].track(buffer, stage))).toEqual(
            numbersOf(slots, slot => slot.buffer === buffer && slot.stage === stage && slot.state === state),
          );
      }),
    );
  });

  test('have the events of each barrier, and when its parity is 1', () => {
    fc.assert(
      fc.property(rings, ({ run: { barrierEvents }, groups }) => {
        for (const { barrier } of barrierEvents) {
          const own = numbersOf(barrierEvents, event => event.barrier === barrier);
          expect(items(groups.barriers.track(barrier))).toEqual(own);
          const { from, to } = groups.high.track(barrier);
          const within = own.filter(i =>
            from.some((at, n) => at <= barrierEvents[i].at && barrierEvents[i].at < to[n]),
          );
          expect(within).toEqual(within.filter(i => (barrierEvents[i].phase & 1) === 1));
        }
      }),
    );
  });

  test('have the engine at work on a copy as long as its bytes take', () => {
    fc.assert(
      fc.property(rings, ({ ring, run, groups }) => {
        const { from, to, length } = groups.engine.track('producer');
        for (const [i, begin] of from.entries()) expect(to[i] - begin).toBeCloseTo(ring.bytes / COPY_BYTES_PER_CLK, 6);
        expect(length).toBe(numbersOf(run.spans, ({ kind }) => kind === 'copy').length);
      }),
    );
  });
});
