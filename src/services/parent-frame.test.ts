/** Checks which window an embedded page speaks to, and which messages it accepts. */
import { expect, test } from 'vitest';
import { askedPlace, originOf } from './parent-frame.ts';

test('a parent is an origin of the web, and nothing else', () => {
  expect(originOf('https://course.example/week-3?x=1')).toBe('https://course.example');
  expect(originOf('http://localhost:8000')).toBe('http://localhost:8000');
  for (const word of [undefined, '', '*', 'course.example', 'javascript:alert(1)', 'data:text/html,x'])
    expect(originOf(word)).toBeNull();
});

test('a message asks for a place of the page, and nothing else', () => {
  expect(askedPlace({ type: 'lanescape', set: '/swizzle?rows=8' })).toBe('/swizzle?rows=8');
  for (const data of [
    null,
    'set',
    { set: '/swizzle' },
    { type: 'lanescape', set: 'https://x' },
    { type: 'lanescape', set: 3 },
  ])
    expect(askedPlace(data)).toBeNull();
});
