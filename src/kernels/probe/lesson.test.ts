/** The links of the lesson. */
import { expect, test } from 'vitest';
import { linksIn, problemsOf, readmeOf } from '../../pages/exhibit/fixtures/lesson.ts';
import { exhibit, kernel } from './exhibit.tsx';

const links = linksIn(readmeOf(kernel), kernel);

test('there is a link for each variant', () => {
  for (const { id } of kernel.variants) expect(links.some(link => link.includes(id) || id === 'load')).toBe(true);
});

test.each(links)('%s leads to an access that the warp makes', search => {
  expect(problemsOf(search, kernel, exhibit)).toEqual([]);
});
