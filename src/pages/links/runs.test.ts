import { expect, it } from 'vitest';
import { type RunsState, runsLink } from './runs.ts';

const id = 'b8a1f9d0-6b3c-4a52-9a5e-0d9d5b0e7a11';

const state: RunsState = {
  ...{ show: 'runs', kernel: 'gemm', gpu: 'NVIDIA H200', method: 'cold', origin: 'own', problem: 'm=1024' },
  comparison: [id],
};

it('is written and read back', () => {
  expect(runsLink.stateOf(runsLink.encode(state))).toEqual(state);
  expect(runsLink.stateOf(runsLink.encode({ ...state, show: 'builds', comparison: [id, id] }))).toEqual({
    ...{ ...state, show: 'builds', comparison: [id, id] },
  });
});

it('says nothing of what is as it always is', () => {
  expect(runsLink.encode(runsLink.stateOf({}))).toEqual({});
});

it.each([
  [{ show: 'all' }, { show: 'runs' }],
  [{ kernel: '../x' }, { kernel: 'transpose' }],
  [{ method: 'warm' }, { method: '' }],
  [{ origin: 'theirs' }, { origin: '' }],
  [{ comparison: `${id},x,${id},${id}` }, { comparison: [id, id] }],
])('%j falls back', (search, expected) => {
  expect(runsLink.stateOf(search as Record<string, string>)).toMatchObject(expected);
});
