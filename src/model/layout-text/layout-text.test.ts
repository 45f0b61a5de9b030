/** Tests printers against readers, and the position at which a text is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStrides, layouts, smallStrides } from '../layout/fixtures/arbitrary-layouts.ts';
import { layoutFromText } from '../layout/fixtures/layout-text.ts';
import type { Refusable } from '../layout/layout-error.ts';
import { cuteCpp, cuteDsl } from './cute-code.ts';
import { offsetsOf, operandText, plain } from './operand.ts';
import { readLayout } from './read-layout.ts';
import { readTiler, tilerText } from './read-tiler.ts';

const swizzled = layouts(smallStrides).map(layout => ({
  swizzle: { bits: 3, base: 4, shift: 3 },
  offset: 16,
  layout,
}));
const operands = fc.oneof(layouts(anyStrides).map(plain), swizzled);
const messageOf = <T>(result: Refusable<T>): string => (result.ok ? 'read' : result.error.message);

describe('what is printed is read back', () => {
  test.each([
    ['CuTe notation', (o: Parameters<typeof operandText>[0]) => operandText(o)],
    ['CuTe C++', cuteCpp],
    ['CuTe DSL', cuteDsl],
  ] as const)('%s', (_, print) => {
    fc.assert(
      fc.property(operands, operand => {
        expect(readLayout(print(operand))).toEqual({ ok: true, value: operand });
      }),
    );
  });

  test('static integers of the notation', () => {
    fc.assert(
      fc.property(layouts(anyStrides), layout => {
        expect(readLayout(operandText(plain(layout), 'static'))).toEqual({ ok: true, value: plain(layout) });
      }),
    );
  });

  test('tilers', () => {
    const leaf = fc.oneof(layouts(smallStrides), fc.constantFrom(4, 8, null));
    fc.assert(
      fc.property(fc.oneof(leaf, fc.array(leaf, { minLength: 1, maxLength: 3 })), tiler => {
        expect(readTiler(tilerText(tiler))).toEqual({ ok: true, value: tiler });
      }),
    );
  });
});

test('code as people write it', () => {
  const cases = [
    'Layout<Shape<_4,_8>,Stride<_8,_1>>',
    'auto layout = make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<8>{}, Int<1>{}));',
    'cute::make_layout(cute::make_shape(4, 8), cute::make_stride(8, 1))',
    'Layout<Shape<Int<4>, C<8>>, Stride<_8, _1>>{}',
    'cute.make_layout((4, 8), stride=(8, 1))',
    'layout = cute.make_layout((4, 8), stride=(8, 1))',
    'make_layout(make_shape(Int<4>{}, Int<8>{}), LayoutRight{})',
    'make_layout(Shape<_4,_8>{}, GenRowMajor{})',
    'using L = decltype(make_layout(Shape<_4,_8>{}, Stride<_8,_1>{}));',
    'make_ordered_layout(Shape<_4,_8>{}, Step<_1,_0>{})',
    'cute.make_ordered_layout((4, 8), order=(1, 0))',
    'pycute.Layout((4, 8), (8, 1))',
    ' ( _4 , _8 ) : ( _8 , _1 ) ',
  ];
  for (const text of cases) expect(readLayout(text)).toEqual({ ok: true, value: plain(layoutFromText('(4,8):(8,1)')) });
  const rows = readLayout('make_layout(make_shape(make_shape(2, 3), 4), LayoutRight{})');
  expect(rows.ok && operandText(rows.value)).toBe('((2,3),4):((12,4),1)');
  const mixed = readLayout('make_ordered_layout(make_shape(2, 3, 4), make_tuple(1, 0, 2))');
  expect(mixed.ok && operandText(mixed.value)).toBe('(2,3,4):(3,1,6)');
  const sw = readLayout('composition(Swizzle<3,4,3>{}, Layout<Shape<_8,_64>, Stride<_64,_1>>{})');
  expect(sw.ok && operandText(sw.value)).toBe('Sw<3,4,3> o 0 o (8,64):(64,1)');
});

test('tilers as people write them', () => {
  const [four, eight] = [layoutFromText('4:1'), layoutFromText('8:2')];
  const cases: [string, unknown][] = [
    ['make_tile(Layout<_4,_1>{}, Layout<_8,_2>{})', [four, eight]],
    ['Tile<_4, Layout<_8,_2>>{}', [4, eight]],
    ['Shape<_4,_8>{}', [4, 8]],
    ['make_tile(Int<4>{}, make_tile(_, 8))', [4, [null, 8]]],
    ['cute.make_tile(4, 8)', [4, 8]],
    ['<4:1, make_layout(8, 2)>', [four, eight]],
  ];
  for (const [text, value] of cases) expect(readTiler(text), text).toEqual({ ok: true, value });
  expect(messageOf(readTiler('make_tile(Int<(2,2)>{}, 4)'))).toContain('expected an integer');
  expect(messageOf(readTiler('make_tile(0, 4)'))).toBe('a tile of 0: at least 1');
});

test('a tensor as it is printed is read as its layout', () => {
  const read = (text: string) => {
    const operand = readLayout(text);
    return operand.ok ? operandText(operand.value) : operand.error.message;
  };
  expect(read('sA: smem_ptr[16b](0x7f155d000000) o ((_8,_16),_8):((_8,_512),_64)')).toBe('((8,16),8):((8,512),64)');
  expect(read('gmem_ptr[32b](0x505600000) o (4,8):(8,_1)')).toBe('(4,8):(8,1)');
  expect(read('tCsA: Sw<3,4,3>_smem_ptr[16b](0x7f8800000400) o (_8,_64):(_64,_1)')).toBe(
    'Sw<3,3,3> o 0 o (8,64):(64,1)',
  );
  // One 128-byte line behind a multiple of the repeat: 64 elements of 16 bits.
  expect(read('Sw<3,4,3>_smem_ptr[16b](0x7f8800000480) o (_8,_64):(_64,_1)')).toBe('Sw<3,3,3> o 64 o (8,64):(64,1)');
  expect(read('S<3,4,3> o _0 o (_8,_64):(_64,_1)')).toBe('Sw<3,4,3> o 0 o (8,64):(64,1)');
});

test('a layout of shared memory is read with its swizzle on elements', () => {
  const read = (text: string) => {
    const operand = readLayout(text);
    return operand.ok ? operandText(operand.value) : operand.error.message;
  };
  expect(read('Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)')).toBe('Sw<3,3,3> o 0 o (8,64):(64,1)');
  expect(read('Sw<3,4,3> o smem_ptr[4b](unset) o (_8,_256):(_256,_1)')).toBe('Sw<3,5,3> o 0 o (8,256):(256,1)');
  expect(read('Sw<3,0,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)')).toContain('within an element of 16 bits');
  expect(read('Sw<3,4,3> o smem_ptr[12b](unset) o 8:1')).toContain('a power of two');
  expect(read('Sw<3,4,3> o smem_ptr[16b](unset) o (8:1')).toContain('expected');
});

test('what is named only from some version on is spelled in full', () => {
  expect(cuteCpp(plain(layoutFromText('(20,64):(64,-1)')))).toBe('Layout<Shape<Int<20>,_64>, Stride<_64,Int<-1>>>{}');
  expect(cuteDsl(plain(layoutFromText('((4,8)):((1,4))')))).toBe('cute.make_layout(((4, 8),), stride=((1, 4),))');
});

test('errors say where', () => {
  const cases: [string, string][] = [
    ['', 'expected a layout'],
    ['(4,8):(8,1', 'character 7: this "(" is not closed'],
    ['(4,8)):(8,1)', 'character 6: a ")" that closes nothing'],
    ['(4,8):(8,x)', 'character 10: unexpected "x"'],
    ['Layout<Shape<_4,_8>,Stride<_8 _1>>', 'character 31: expected "," or ">", got "1"'],
    ['Tile<_4>', 'character 1: expected Layout, make_layout or composition, got Tile'],
    ['Layout<Shape<_4>, Foo<_1>>', 'character 19: expected a shape or a stride, got Foo'],
    ['make_layout(4; 8)', 'character 16: expected "," or ")", got "8"'],
    ['make_layout(4, $)', 'character 16: unexpected "$"'],
    ['(4,0):(1,4)', 'a length of 0'],
    ['(4,8):(1,(4,1))', 'different profiles'],
    ['Sw<3,4,3> o 0 o (4,8):(-1,4)', 'no negative stride'],
    [`${'('.repeat(70)}4${')'.repeat(70)}:1`, 'nested deeper'],
    [`make_layout(${'('.repeat(70)}4${')'.repeat(70)})`, 'nested deeper'],
  ];
  for (const [text, message] of cases) expect(messageOf(readLayout(text)), text).toContain(message);
  expect(messageOf(readTiler('<4:1, (8:1>'))).toContain('not closed');
  expect(messageOf(readTiler('<4:1, 0>'))).toBe('a tile of 0: at least 1');
  expect(messageOf(readTiler('Sw<1,0,1> o 0 o 8:1'))).toBe('a swizzle is no tiler');
});

test('a tuple without a colon is a tiler by modes', () => {
  expect(readTiler('(4,8)')).toEqual({ ok: true, value: [4, 8] });
  expect(readTiler('(4,8):(8,1)')).toEqual({ ok: true, value: layoutFromText('(4,8):(8,1)') });
  expect(readTiler('((2,2):(1,4), _)')).toEqual({ ok: true, value: [layoutFromText('(2,2):(1,4)'), null] });
});

test('no text upsets the readers', () => {
  const pieces = fc.constantFrom(
    '(',
    ')',
    '<',
    '>',
    ',',
    ':',
    '_',
    '4',
    '-8',
    ' ',
    'Layout',
    'Shape',
    'Sw',
    'o',
    '=',
    '{}',
    ';',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), parts => {
      const text = parts.join('');
      expect(messageOf(readLayout(text))).not.toMatch(/undefined|NaN/);
      expect(messageOf(readTiler(text))).not.toMatch(/undefined|NaN/);
    }),
  );
});

test('offsets go through the swizzle', () => {
  const operand = readLayout('Sw<1,0,3> o 8 o 16:1');
  expect(operand.ok && Array.from({ length: 4 }, (_, i) => offsetsOf(operand.value)(i))).toEqual([9, 8, 11, 10]);
});
