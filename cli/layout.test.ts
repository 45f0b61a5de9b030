import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layouts, smallStrides, tableOf } from '../src/model/layout/fixtures/arbitrary-layouts.ts';
import { swizzledBig, swizzles } from '../src/model/layout/fixtures/arbitrary-swizzles.ts';
import { printLayout } from '../src/model/layout/notation.ts';
import { answerTo } from './ops/answer.ts';
import { LAYOUT_FUNCTIONS } from './ops/layout-functions.ts';

const answer = (request: object): unknown => {
  const result = answerTo(JSON.stringify(request));
  return result.ok ? result.value : result.error;
};
const call = (fn: string, ...args: readonly unknown[]): unknown => answer({ op: 'layout', fn, args });

const A = '(4,6,5):(1,4,24)';
const EXAMPLES: readonly (readonly [fn: string, args: readonly unknown[], value: unknown])[] = [
  ['eval_idx', ['(4,2):(1,8)', [0, 5, 8, -3]], [0, 9, 16, -3]],
  ['eval_idx', ['Sw<1,0,1> o 2 o 4:1', [0, 1, 2, 3]], [3, 2, 4, 5]],
  ['eval_coord', ['(3,(2,3)):(3,(12,1))', ['(1,(0,2))', '(1,4)', 13]], [5, 5, 5]],
  ['eval_coord', ['Sw<1,0,1> o 2 o (2,2):(1,2)', ['(1,1)']], [5]],
  ['size', ['(4,(2,3)):(3,(12,1))'], 24],
  ['cosize', ['(4,(3,2)):(2,(8,1))'], 24],
  ['coalesce', ['(2,(1,6)):(1,(6,2))'], '12:1'],
  ['coalesce', ['(2,(1,6)):(1,(6,2))', '(1,1)'], '(2,6):(1,2)'],
  ['filter', ['(2,4,3):(1,0,2)'], '6:1'],
  ['filter', ['((2,4),(3,5)):((1,0),(2,6))', '(1,1)'], '(2,15):(1,2)'],
  ['filter', ['((2,4),(3,5)):((1,0),(2,6))', '(1,(1,1))'], '(2,(3,5)):(1,(2,6))'],
  ['composition', ['(6,2):(8,2)', '(4,3):(3,1)'], '((2,2),3):((24,2),8)'],
  ['composition', ['(12,(4,8)):(59,(13,1))', ['3:4', '8:2']], '(3,(2,4)):(236,(26,1))'],
  ['composition', [A, [null, 3]], '(4,3,5):(1,4,24)'],
  ['composition', ['Sw<3,4,3> o 0 o (8,64):(64,1)', [4, null]], 'Sw<3,4,3> o 0 o (4,64):(64,1)'],
  ['complement', ['4:2', 24], '(2,3):(1,8)'],
  ['complement', ['(2,4):(1,6)', '(4,6)'], '3:2'],
  ['complement', ['4:2'], '2:1'],
  ['right_inverse', ['(2,4,6):(4,1,8)'], '(4,2,6):(2,1,8)'],
  ['left_inverse', ['4:2'], '(2,4):(4,1)'],
  ['logical_divide', ['(4,2,3):(2,1,8)', '4:2'], '((2,2),(2,3)):((4,1),(2,8))'],
  ['zipped_divide', [A, [2, 3]], '((2,3),(2,2,5)):((1,4),(2,12,24))'],
  ['tiled_divide', [A, [2, 3]], '((2,3),2,2,5):((1,4),2,12,24)'],
  ['logical_product', ['(2,2):(4,1)', '6:1'], '((2,2),(2,3)):((4,1),(2,8))'],
  ['zipped_product', ['(2,3):(1,2)', [2, null]], '((2,1),(2,3)):((1,0),(2,2))'],
  ['tiled_product', ['(2,3):(1,2)', [2, null]], '((2,1),2,3):((1,0),2,2)'],
  ['hier_unzip', ['logical_divide', A, [2, 3]], '((2,3),(2,2,5)):((1,4),(2,12,24))'],
  ['hier_unzip', ['logical_product', '(2,3):(1,2)', [2, null]], '((2,1),(2,3)):((1,0),(2,2))'],
  ['slice', ['(0,_,1)', '(2,3,4):(1,2,6)'], '(3):(2)'],
  ['dice', ['(0,_,1)', '(2,3,4):(1,2,6)'], '(2,4):(1,6)'],
  ['idx2crd', [[0, 5, 7], '(4,2)'], ['(0,0)', '(1,1)', '(3,1)']],
  ['idx2crd', [['(3,5)'], '(4,(2,3))', '(1,(1,2))'], ['(3,(1,2))']],
  ['crd2idx', ['(1,(0,2))', '(4,(2,3))'], 17],
  ['crd2idx', ['(1,2)', '(4,8)', '(8,1)'], 10],
  ['product', ['(2,(3,4))'], 24],
  ['inner_product', ['(1,(2,3))', '(4,(5,6))'], 32],
  ['prefix_product', ['(2,(3,4),5)'], '(1,(2,6),24)'],
  ['prefix_product', ['(2,3)', 4], '(4,8)'],
  ['shape_div', ['(4,5,6)', 40], '(1,1,3)'],
];

describe('the layout operation', () => {
  it.each(EXAMPLES)('%s of %j is %j', (fn, args, value) => {
    expect(call(fn, ...args)).toMatchObject({ value });
  });

  it('has an example of each function above', () => {
    expect(new Set(EXAMPLES.map(([fn]) => fn))).toEqual(new Set(Object.keys(LAYOUT_FUNCTIONS)));
  });

  it('gives the offset of a slice', () => {
    expect(call('slice', '(0,_,1)', '(2,3,4):(1,2,6)')).toEqual({ value: '(3):(2)', offset: 6 });
  });

  it('names the mode and what would do where CuTe has no answer', () => {
    expect(call('composition', '(5,3):(7,1)', '(2,2):(1,3)')).toEqual({
      code: 'inadmissible',
      field: 'args',
      message: expect.stringMatching(/^mode 1: 2:3 steps over mode 0 .* a stride of 1 or 5 would do$/),
    });
    expect(call('logical_divide', A, [2, 3, 4, 5])).toMatchObject({ code: 'profile' });
    expect(call('product', '(4294967296,4294967296)')).toMatchObject({ code: 'range' });
    expect(call('eval_idx', '4:4294967296', [4294967296])).toMatchObject({ code: 'range' });
    expect(call('prefix_product', '(4294967296,4294967296,2)')).toMatchObject({ code: 'range' });
  });

  it('names the argument that is missing or no layout', () => {
    expect(call('composition', '4:1')).toMatchObject({ code: 'missingField', field: 'args[1]' });
    expect(call('composition', '4:1', ['2:1', 'x'])).toMatchObject({ code: 'notation', field: 'args[1][1]' });
    expect(call('composition', '4:1', [0])).toMatchObject({ code: 'wrongValue', field: 'args[1][0]' });
    expect(call('eval_idx', '4:1', [1.5])).toMatchObject({ code: 'wrongValue', field: 'args[1][0]' });
    expect(call('eval_idx', '4:1', 3)).toMatchObject({ code: 'wrongValue', field: 'args[1]' });
    expect(call('size', 'Sw<3,4,3> 4:1')).toMatchObject({ code: 'notation', field: 'args[0]' });
    expect(call('size', '4:1', '2')).toMatchObject({ code: 'wrongValue', field: 'args' });
    expect(call('hier_unzip', 'size', '4:1', 2)).toMatchObject({ code: 'wrongValue', field: 'args[0]' });
    expect(call('toString')).toMatchObject({ code: 'unknownFunction', field: 'fn' });
    expect(answer({ op: 'layout', fn: 'size' })).toMatchObject({ code: 'missingField', field: 'args' });
    expect(answer({ op: 'layout' })).toMatchObject({ code: 'missingField', field: 'fn' });
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const line = answerTo(`{"op":"layout","fn":"composition","args":["4:1",${deep}]}`);
    expect(line).toMatchObject({ ok: false, error: { code: 'notation' } });
  });
});

describe('the swizzle operation', () => {
  const swizzled = (rest: object): unknown => answer({ op: 'swizzle', b: 3, m: 4, s: 3, ...rest });

  it('gives the swizzle of values and of layouts', () => {
    expect(swizzled({ values: [0, 128, 2 ** 40 + 128, 2 ** 53] })).toEqual({
      values: [0, 144, 2 ** 40 + 144, 2 ** 53],
    });
    fc.assert(
      fc.property(swizzles(30), layouts(smallStrides), fc.nat(5000), (swizzle, layout, offset) => {
        const { bits: b, base: m, shift: s } = swizzle;
        const values = tableOf(layout).map(inner => Number(swizzledBig(swizzle, offset + inner)));
        expect(answer({ op: 'swizzle', b, m, s, layout: printLayout(layout), offset })).toEqual({ values });
      }),
      { numRuns: 50 },
    );
  });

  it('refuses what is no swizzle and no offset', () => {
    expect(swizzled({ s: 2, values: [] })).toMatchObject({ code: 'inadmissible' });
    expect(swizzled({ s: '2', values: [] })).toMatchObject({ code: 'wrongValue', field: 's' });
    expect(swizzled({ values: [1, -1] })).toMatchObject({ code: 'wrongValue', field: 'values[1]' });
    expect(swizzled({})).toMatchObject({ code: 'missingField', field: 'values' });
    expect(swizzled({ values: [], layout: '4:1' })).toMatchObject({ field: 'values' });
    expect(swizzled({ values: [], offset: 1 })).toMatchObject({ field: 'offset' });
    expect(swizzled({ layout: '4:-1', offset: 1 })).toMatchObject({ code: 'range', field: 'layout' });
    expect(swizzled({ layout: '2000000:1' })).toMatchObject({ code: 'range', field: 'layout' });
  });
});
