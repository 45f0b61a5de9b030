import { expect, it } from 'vitest';
import { recordOf, timed, WRONG } from './fixtures/run-records.ts';
import { rotationWithinL2 } from './rotation.ts';

const bytes = (length: number) => ({ name: 'b', type: 'u8', length, init: { kind: 'poison' } }) as const;
const launch = { grid: [1, 1, 1], block: [32, 1, 1], buffers: [bytes(257), bytes(1)], params: [] } as const;
const steady = (workspaces: number, l2Bytes: number, change: object = {}) =>
  recordOf('a', timed(1000, { workspaces }), {
    ...{ method: 'steady', launch },
    gpu: { ...recordOf('a', WRONG).gpu, l2Bytes },
    ...change,
  });

it('counts whole places of buffers, up to what L2 has', () => {
  expect(rotationWithinL2(steady(10, 7680))).toEqual({ workspaces: 10, bytes: 7680 });
  expect(rotationWithinL2(steady(10, 7679))).toBeNull();
});

it('is none of single launches, of nothing, or of what was wrong', () => {
  expect(rotationWithinL2(steady(10, 1 << 20, { method: 'cold' }))).toBeNull();
  expect(rotationWithinL2(steady(10, 1 << 20, { launch: { ...launch, buffers: [] } }))).toBeNull();
  expect(rotationWithinL2(steady(10, 1 << 20, { outcome: WRONG }))).toBeNull();
});
