import { expect, it } from 'vitest';
import { optionsOf, type StatisticsState, statisticsLink } from './statistics.ts';

const states: readonly StatisticsState[] = [
  { set: 'ttc', elementBytes: 4, target: 0, sharedKiB: 48, listed: null, pinned: null },
  {
    set: 'cutt-test1',
    elementBytes: 16,
    target: 64,
    sharedKiB: 227,
    listed: { strategy: 'odd-row', bar: null },
    pinned: 'TTC 7',
  },
  {
    set: 'random',
    elementBytes: 1,
    target: 32,
    sharedKiB: 16,
    listed: { strategy: 'without the first read dim', bar: { quantity: 'bytes', bin: 7 } },
    pinned: null,
  },
];

it.each(states)('a link keeps the state: $set', state => {
  const link = new URLSearchParams(statisticsLink.encode(state)).toString();
  expect(statisticsLink.stateOf(Object.fromEntries(new URLSearchParams(link)))).toEqual(state);
});

it.each([
  { set: 'constructor' },
  { elementBytes: '3' },
  { target: '33' },
  { sharedKiB: '-1' },
  { list: 'magic' },
  { list: 'odd-row:load:6' },
  { list: 'odd-row:waste:1' },
  { list: 'odd-row:load:x' },
  { list: 'odd-row:load' },
  { list: 'odd-row:toString:1' },
])('%j falls back to what is the default', search => {
  expect(statisticsLink.stateOf(search)).toEqual(states[0]);
});

it('no target is the planner’s own', () => {
  expect(optionsOf(states[0])).toEqual({ elementBytes: 4, targetElements: null, sharedBytes: 49_152 });
  expect(optionsOf(states[1]).targetElements).toBe(64);
});
