/** Each answer opens the state that it speaks of. */
import { describe, expect, test } from 'vitest';
import { catalog } from '../kernels/catalog.ts';
import { repeatOf } from '../model/swizzle/brackets.ts';
import { decodeLayouts, encodeLayouts } from '../pages/layouts/layouts-search.ts';
import { found } from '../pages/swizzle/finder-rows.ts';
import { patternName } from '../pages/swizzle/pattern-names.ts';
import { decodeSwizzleSearch, encodeSwizzleSearch } from '../pages/swizzle/swizzle-search.ts';
import { copyOfState } from '../pages/tensor-map/copy-of-state.ts';
import { decodeTensorMapSearch, encodeTensorMapSearch } from '../pages/tensor-map/tensor-map-search.ts';
import type { FlatSearch } from '../state/exhibit-search.ts';
import { QUESTIONS } from './questions.ts';

const answers = QUESTIONS.flatMap(question => question.answers);
const searchOf = (id: string): FlatSearch => answers.find(answer => answer.id === id)!.link.search;
const swizzleState = (id: string) => decodeSwizzleSearch(searchOf(id));

const AGAIN: Readonly<Record<string, (search: FlatSearch) => FlatSearch>> = {
  '/swizzle': search => encodeSwizzleSearch(decodeSwizzleSearch(search)),
  '/tensor-map': search => encodeTensorMapSearch(decodeTensorMapSearch(search)),
  '/layouts': search => encodeLayouts(decodeLayouts(search)),
};

describe.each(answers)('$id', ({ link }) => {
  test('is a link without a word that its page does not know', () => {
    const again = AGAIN[link.to]?.(link.search);
    if (again === undefined) expect(link.search).toEqual({});
    else expect(again).toEqual(link.search);
    if (link.to === '/banks/$kernel') expect(catalog.has(link.params.kernel)).toBe(true);
  });
});

test('ids are told apart', () => {
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
});

test.each(['ldmatrix-bf16', 'ldmatrix-narrow'])('%s draws what the search finds best', id => {
  const state = swizzleState(id);
  expect(found(state).candidates[0]).toMatchObject({ swizzle: state.swizzle, padBytes: 0 });
  expect(state.wanted).toContain('ldmatrix-4');
});

test('a base off the repeat, and no other state of a scrambled tile has one', () => {
  const { base, swizzle } = swizzleState('scrambled-base');
  expect(base % repeatOf(swizzle)).not.toBe(0);
  expect([swizzleState('scrambled-mask').base, swizzleState('scrambled-unit').base]).toEqual([0, 0]);
});

test('the pattern on elements where bytes are meant has the name of the other on bytes', () => {
  const state = swizzleState('scrambled-unit');
  expect(patternName(state.swizzle, state)).toBe('Swizzle<3,4,3>');
  expect(patternName(state.against, state)).toBe('128B');
});

test.each(['scrambled-span', 'scrambled-type'])('%s breaks the rule of the span, and no other', id => {
  const { breaches } = copyOfState(decodeTensorMapSearch(searchOf(id)));
  expect(breaches.map(({ path }) => path)).toEqual([['box', 0]]);
});
