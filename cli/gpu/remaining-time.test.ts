import { expect, it } from 'vitest';
import { Pace } from './remaining-time.ts';

it('says how many there are, and how long the others take at the pace of those before', () => {
  let ms = 1000;
  const pace = new Pace(57, () => ms);
  expect(pace.next()).toBe('1 of 57');
  ms += 5000;
  expect(pace.next()).toBe('2 of 57, 5 min left');
  ms += 1000;
  expect(pace.next()).toBe('3 of 57, 3 min left');
});

it.each([
  [1, '2 of 3, 2 s left'],
  [45, '2 of 3, 90 s left'],
  [60, '2 of 3, 2 min left'],
  [2400, '2 of 3, 1 h 20 min left'],
])('a first job of %i s', (seconds, words) => {
  let ms = 0;
  const pace = new Pace(3, () => ms);
  pace.next();
  ms = seconds * 1000;
  expect(pace.next()).toBe(words);
});
