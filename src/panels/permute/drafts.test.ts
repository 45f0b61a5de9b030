import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PermutationRequest } from '../../model/permute/permutation.ts';
import { left, movedTo, NO_DRAFTS, pasted, patchOf, reviewed, typed } from './drafts.ts';

const PAGE: PermutationRequest = { shape: [2, 16, 2], perm: [2, 0, 1], elementBytes: 4, targetElements: 32 };
const reading = { notation: 'PyTorch', shape: null, perm: null, elementBytes: null, note: '' };

describe('drafts of shape and order', () => {
  it('apply together once they fit', () => {
    const shape = typed(NO_DRAFTS, 'shape', '8,2,8,8');
    expect(reviewed(shape, PAGE)).toMatchObject({
      request: null,
      waitsFor: { name: 'perm', rank: 4 },
      errors: { shape: null, perm: 'Waits for an order of 4 dimensions: it has 3.' },
    });
    const both = typed(shape, 'perm', '1,2,0,3');
    const { request, errors } = reviewed(both, PAGE);
    expect(request).toEqual({ ...PAGE, shape: [8, 2, 8, 8], perm: [1, 2, 0, 3] });
    expect(errors).toEqual({ shape: null, perm: null });
    expect(patchOf(request!)).toEqual({ shape: '8,2,8,8', perm: '1,2,0,3', elementBytes: 4 });
  });

  it('wait for a shape when the order came first', () => {
    expect(reviewed(typed(NO_DRAFTS, 'perm', '0'), PAGE)).toMatchObject({
      waitsFor: { name: 'shape', rank: 1 },
      errors: { shape: 'Waits for a shape of 1 dimension.', perm: null },
    });
  });

  it.each([
    { name: 'shape', text: '8,x', at: 'shape', says: /^Sizes with commas/ },
    { name: 'shape', text: '8,0,8', at: 'shape', says: /^Expected a whole number from 1 up, got 0\.$/ },
    { name: 'shape', text: '700000,700000,2', at: 'shape', says: /2\^38/ },
    { name: 'perm', text: '0,1,1', at: 'perm', says: /^Expected each of 0 to 2 once, got 1\.$/ },
    { name: 'perm', text: 'a', at: 'perm', says: /^Dimensions with commas/ },
  ] as const)('keep $text, and say what is wrong at $at', ({ name, text, at, says }) => {
    const drafts = typed(typed(NO_DRAFTS, 'perm', '0,1,2'), name, text);
    const { request, errors } = reviewed(drafts, PAGE);
    expect(drafts[name]).toBe(text);
    expect(request).toBe(null);
    expect(errors[at]).toMatch(says);
    expect(errors[at === 'shape' ? 'perm' : 'shape']).toBe(null);
  });

  it('lose nothing of one field by typing in the other', () => {
    const bad = typed(NO_DRAFTS, 'perm', '0,1,oops');
    expect(typed(bad, 'shape', '4,4,4')).toMatchObject({ perm: '0,1,oops', shape: '4,4,4' });
  });

  it('show what the page refused, until something is typed', () => {
    const drafts = { ...typed(NO_DRAFTS, 'shape', '2,16,4'), refused: { field: 'perm', message: 'no such order' } };
    expect(reviewed(drafts, PAGE).errors.perm).toBe('No such order.');
    expect(reviewed(typed(drafts, 'shape', '2,16,5'), PAGE).errors.perm).toBe(null);
  });

  it('take from a pasted text what it says, and the rest from the page', () => {
    const order = pasted(NO_DRAFTS, { ...reading, perm: [1, 0, 2], elementBytes: 2 });
    expect(reviewed(order, PAGE).request).toEqual({ ...PAGE, perm: [1, 0, 2], elementBytes: 2 });
    const longer = pasted(NO_DRAFTS, { ...reading, perm: [0, 2, 1, 3] });
    expect(longer).toMatchObject({ shape: null, perm: '0,2,1,3' });
    expect(reviewed(longer, PAGE).waitsFor).toEqual({ name: 'shape', rank: 4 });
  });

  it('forget text that the page has, and only that, when a field is left', () => {
    expect(left(typed(NO_DRAFTS, 'shape', '2, 16, 2,'), PAGE, 'shape').shape).toBe(null);
    expect(left(typed(NO_DRAFTS, 'shape', '2, 16'), PAGE, 'shape').shape).toBe('2, 16');
  });
});

it('a moved dimension leaves the others in order', () => {
  const orders = fc.integer({ min: 1, max: 12 }).chain(rank =>
    fc.record({
      perm: fc.shuffledSubarray([...Array(rank).keys()], { minLength: rank }),
      from: fc.nat(rank - 1),
      to: fc.nat(rank - 1),
    }),
  );
  fc.assert(
    fc.property(orders, ({ perm, from, to }) => {
      const after = movedTo(perm, from, to);
      expect(after[to]).toBe(perm[from]);
      expect(after.filter(dim => dim !== perm[from])).toEqual(perm.filter(dim => dim !== perm[from]));
      expect(movedTo(after, to, from)).toEqual(perm);
    }),
  );
});
