/** The axis ribbon: chips where they are drawn, orders that stay orders, words for what the canonical form did. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseView } from '../cases/builders.ts';
import { planOf, type RequestName, requests } from '../cases/permute-builders.ts';
import { themes } from '../theme.ts';
import { axisRibbonFigure } from './figure.ts';
import { axisRibbonFrame, axisRibbonHit, chipBox, permAfterDrag, permAfterMove } from './frame.ts';
import { canonicalText, extentText, firstStep, indexByDim, innerBlockText } from './names.ts';

const recordsOf = (name: RequestName) => ({ shape: requests[name].shape, plan: planOf(requests[name]) });
const rotation = recordsOf('rotation');
const skinny = recordsOf('skinny');
const view = caseView(themes.light);

describe('orders', () => {
  const perms = fc.integer({ min: 1, max: 8 }).chain(n => fc.shuffledSubarray([...Array(n).keys()], { minLength: n }));

  test('a move keeps all dimensions, and the others in their order', () => {
    fc.assert(
      fc.property(perms, fc.nat(7), fc.integer({ min: -9, max: 9 }), (perm, at, by) => {
        const from = at % perm.length;
        const moved = permAfterMove(perm, from, by);
        expect(moved.toSorted()).toEqual(perm.toSorted());
        expect(moved.filter(dim => dim !== perm[from])).toEqual(perm.filter(dim => dim !== perm[from]));
        expect(moved.indexOf(perm[from])).toBe(Math.min(perm.length - 1, Math.max(0, from + by)));
      }),
    );
  });

  test('a drag by more than half a chip is a move by one', () => {
    const frame = axisRibbonFrame(rotation, view);
    expect(permAfterDrag(frame, [1, 0, 2], 0, 0.6 * frame.pitch)).toEqual([0, 1, 2]);
    expect(permAfterDrag(frame, [1, 0, 2], 0, 0.4 * frame.pitch)).toEqual([1, 0, 2]);
  });
});

test('every chip is found where it is drawn, and nothing between them', () => {
  for (const width of [300, 394, 787, 1400]) {
    const frame = axisRibbonFrame(skinny, { ...view, width });
    for (const row of ['input', 'output'] as const)
      skinny.plan.canonical.shape.forEach((_, slot) => {
        const box = chipBox(frame, row, slot);
        expect(axisRibbonHit(frame, skinny, box.x + 1, box.y + 1)).toEqual({ row, slot });
        expect(axisRibbonHit(frame, skinny, box.x + box.width + 1, box.y + 1)).toBeNull();
        expect(axisRibbonHit(frame, skinny, box.x + 1, box.y - 1)).toBeNull();
      });
  }
});

describe('words', () => {
  test('dimensions that were fused or dropped are named', () => {
    expect(canonicalText(rotation)).toBe('BC = B 2 × C 8 fused');
    expect(canonicalText(skinny)).toBe('C of size 1 dropped');
    expect(canonicalText(recordsOf('transpose'))).toBe('');
  });

  test('a dimension of which a block takes a piece says how much', () => {
    expect(rotation.plan.canonical.shape.map((_, dim) => extentText(rotation.plan, dim))).toEqual([
      '8',
      '8 of 16',
      '8',
    ]);
  });

  test('the inner blocks are named from their fastest dimension on', () => {
    expect(innerBlockText(rotation.plan, 'inWrite')).toBe('write block: 64 elements = D 0…7 × A 0…7');
    expect(innerBlockText(rotation.plan, 'inRead')).toBe('read block: 64 elements = D 0…7 × BC 0…7');
  });

  test('a chip stands for the first step along its dimension', () => {
    for (const { plan } of [rotation, skinny])
      plan.canonical.shape.forEach((_, dim) => {
        const step = firstStep(plan, dim);
        if (step === null) expect(plan.block.shape[dim]).toBe(1);
        else expect(indexByDim(plan, step)).toEqual(plan.canonical.shape.map((__, i) => (i === dim ? 1 : 0)));
      });
  });

  test('a tensor of one element has no chips and no holes in its words', () => {
    const figure = axisRibbonFigure(
      { shape: [1, 1], plan: planOf({ shape: [1, 1], perm: [1, 0], elementBytes: 4 }) },
      view,
    );
    expect(`${figure.text} ${figure.detail}`).not.toMatch(/undefined|NaN/);
    expect(figure.table().rows).toEqual([]);
  });
});
