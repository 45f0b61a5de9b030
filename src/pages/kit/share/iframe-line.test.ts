import { expect, test } from 'vitest';
import { readHash } from '../../../state/page-address.ts';
import { iframeLine } from './iframe-line.ts';

const size = { width: 800, height: 450 };
const base = 'https://example.org/lab/';

test('a kernel is locked where that is asked for, and keeps its state', () => {
  const place = { path: '/banks/transpose', search: { pad: '2', lock: 'pad' } };
  const searchOf = (isLocked: boolean) =>
    readHash(iframeLine({ base, place, size, isLocked, title: 't' }).src.split(base)[1]);
  expect(searchOf(true)).toEqual({ path: place.path, search: { pad: '2', embed: '1', lock: 'all' } });
  expect(searchOf(false)).toEqual({ path: place.path, search: { pad: '2', embed: '1' } });
});

test('the line cannot be broken out of', () => {
  const { line } = iframeLine({
    base,
    place: { path: '/swizzle', search: { a: '"><b>' } },
    size,
    isLocked: true,
    title: '"><x>',
  });
  expect(line.match(/[<>]/g)).toHaveLength(4);
  expect(line).not.toContain('lock');
  expect(line).toContain('width="800" height="450"');
});
