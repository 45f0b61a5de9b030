/** Tests that what the page calls measured is in the evidence, and is what the page draws. */
import { expect, test } from 'vitest';
import { TMA_SWIZZLES } from '../../src/model/tma/swizzle-modes.ts';
import { MEASURED_ON, measuredBox } from '../../src/pages/kit/tile/measured-boxes.ts';
import { SPAN_BYTES } from '../../src/trace/tensor-map-rules.ts';
import { tmaEvidence } from './evidence.ts';
import { tmaCases } from './tma/job.ts';
import { outcomeOf, predictedAnswer } from './tma/outcome.ts';

const { machine, outcomes } = tmaEvidence();
const BASES = Array.from({ length: 20 }, (_, line) => line * 128);
const LINE_BYTES = Array.from({ length: 16 }, (_, i) => 16 * (i + 1));

const boxes = TMA_SWIZZLES.flatMap(({ mode, cute }) =>
  BASES.flatMap(base =>
    (mode === 'none' ? LINE_BYTES : [SPAN_BYTES[mode]]).flatMap(rowBytes => {
      if (cute === null) return [];
      const pattern = { kind: 'xor', swizzle: cute } as const;
      const box = measuredBox({ rows: 16, columns: rowBytes, elementBytes: 1, padBytes: 0, base, pattern });
      return box === null ? [] : [box];
    }),
  ),
);

test('every box that is said to be measured was copied, and lies as the model says', () => {
  const cases = new Map(tmaCases().map(one => [one.id, one]));
  expect(boxes.length).toBeGreaterThan(100);
  for (const { id, base } of boxes) {
    const one = cases.get(id)!;
    expect(one.base).toBe(base);
    expect(outcomes[id]).toMatch(/^ok /);
    expect(outcomes[id]).toBe(outcomeOf(predictedAnswer(one)));
  }
});

test('nothing is said of modes that the GPU has not', () => {
  expect(boxes.filter(({ id }) => id.includes('ATOM'))).toEqual([]);
});

test('the machine is the one that ran', () => {
  expect(MEASURED_ON).toEqual({ gpu: machine.gpu, date: machine.date, driver: machine.driver });
});
