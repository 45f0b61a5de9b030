/** Ring, utilisation and shared-memory budget: places of the marks, and the numbers in their texts. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { fa3Forward } from '../../model/pipeline/presets/attention.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { type PipelinePreset, presetScenario, sharedBytes } from '../../model/pipeline/presets/preset.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import { caseView } from '../cases/builders.ts';
import { ringRecords } from '../cases/ring-cases.ts';
import { ringFigure } from '../ring/figure.ts';
import { middleOf, pointAt, ringFrame, sectorOf, slotUnder } from '../ring/frame.ts';
import { budgetFrame, pieceBox } from '../shared-budget/frame.ts';
import { themes } from '../theme.ts';
import { percent, unitBarsRecords, unitRows } from '../unit-bars/records.ts';

const view = caseView(themes.light);

function scenarioOf(preset: PipelinePreset) {
  const scenario = presetScenario(preset, {});
  if (!scenario.ok) throw new Error(scenario.error.message);
  return scenario.value;
}

describe('a ring', () => {
  test('is hit where its sectors are drawn, however many stages it has', () => {
    const { state } = ringRecords(fa3Forward, 7000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 6 }), stages => {
        const buffers = stages.map((count, i) => ({ name: `b${i}`, stages: count, bytes: 16 }));
        const scenario = { ...scenarioOf(fa3Forward), buffers };
        const frame = ringFrame({ scenario, state, positions: [] }, view);
        for (const [row, ring] of frame.rings.entries())
          for (let column = 0; column < ring.buffer.stages; column++) {
            const [x, y] = pointAt(ring, middleOf(sectorOf(ring, column)), (ring.inner + ring.outer) / 2);
            expect(slotUnder(frame, x, y)).toEqual({ row, column });
            expect(slotUnder(frame, ring.x, ring.y)).toBeNull();
          }
      }),
    );
  });

  test('says of a slot what it holds and what its barriers lack', () => {
    const figure = ringFigure(ringRecords(fa3Forward, 7000), view);
    const filling = figure.table().rows.find(([ring, stage]) => ring === 'k' && stage === '1')!;
    expect(filling.slice(2, 4)).toEqual(['k3', 'filling']);
    const mark = figure.markOf({ cell: { row: 1, column: 1 }, bank: null })!;
    expect(mark.lens.title).toBe('k[1]');
    expect(mark.lens.lines[0]).toBe('k3: filling');
    expect(mark.lens.lines[1]).toMatch(/^full k\[1\]: parity 1, 45,056 B and 0 of 1 arrivals due$/);
  });
});

describe.each(PRESETS)('where the time of $id goes', preset => {
  const scenario = scenarioOf(preset);
  const run = simulate(scenario);

  test('is shared by what decides it, and no unit or role has more than all of it', () => {
    const rows = unitRows({ run });
    const decided = rows.reduce((sum, { decides }) => sum + decides!, 0);
    expect(decided).toBeCloseTo(1, 9);
    for (const { busy } of rows) expect(busy ?? 0).toBeLessThanOrEqual(1 + 1e-9);
    for (const { worksClk, waits } of unitBarsRecords(scenario, run).roles)
      expect(waits.reduce((sum, { clk }) => sum + clk, worksClk)).toBeLessThanOrEqual(run.totalClk * (1 + 1e-9));
  });

  test('and its shared memory ends where its bytes do', () => {
    const frame = budgetFrame({ buffers: scenario.buffers, mostBytes: CTA_SHARED_BYTES }, view);
    expect(frame.usedBytes).toBe(sharedBytes(scenario));
    const ends = frame.rows[0].map((_, column) => {
      const box = pieceBox(frame, { row: 0, column })!;
      return box.x + box.width;
    });
    expect(Math.max(...ends)).toBeLessThanOrEqual(view.width);
    for (const [i, end] of ends.slice(1).entries()) expect(end).toBeGreaterThan(ends[i]);
  });
});

test('shares have one digit behind the point', () => {
  expect([percent(0.7654), percent(1), percent(0)]).toEqual(['76.5 %', '100.0 %', '0.0 %']);
});
