import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalForm } from '../canonical.ts';
import { permutations } from '../fixtures/permutations.ts';
import { ELEMENT_BYTES, product } from '../permutation.ts';
import { inOneLine, readNotation } from './notation.ts';
import { NOTATIONS } from './print.ts';

const PAGE = [8, 2, 8, 8];

function read(text: string, pageShape: readonly number[] = PAGE) {
  const reading = readNotation(text, pageShape);
  if (!reading.ok) throw new Error(reading.error.message);
  return reading.value;
}

const said = (text: string, pageShape?: readonly number[]) => {
  const { shape, perm, elementBytes } = read(text, pageShape);
  return [shape?.join() ?? null, perm?.join() ?? null, elementBytes];
};

describe('what is printed can be read again', () => {
  const requests = fc.record({
    permutation: permutations(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 300 })), 12).filter(
      ({ shape }) => shape.length > 0 && product(shape) <= 2 ** 31,
    ),
    elementBytes: fc.constantFrom(...ELEMENT_BYTES),
  });
  it.each(NOTATIONS.map(notation => [notation.name, notation] as const))('%s', (name, notation) => {
    fc.assert(
      fc.property(requests, ({ permutation, elementBytes }) => {
        const reading = read(notation.print({ ...permutation, elementBytes }));
        const again = { shape: reading.shape!, perm: reading.perm! };
        // Strides do not show dimensions of size 1.
        if (name === 'CuTe') expect(canonicalForm(again)).toEqual(canonicalForm(permutation));
        else expect(again).toEqual(permutation);
        expect([null, elementBytes]).toContain(reading.elementBytes);
      }),
      { numRuns: 60 },
    );
  });
});

describe('PyTorch, NumPy and TensorFlow', () => {
  it.each([
    ['x.permute(2,0,1)', [null, '2,0,1', null]],
    ['y = self.w.permute((-1, 0, 1)).contiguous()  # last first', [null, '2,0,1', null]],
    ['torch.permute(x, (2, 0, 1))', [null, '2,0,1', null]],
    ['x.transpose(1, 2)', [null, '0,2,1,3', null]],
    ['x.transpose(-1, -2)', [null, '0,1,3,2', null]],
    ['torch.transpose(x, dim0=0, dim1=3)', [null, '3,1,2,0', null]],
    ['torch.swapaxes(x, 0, 1)', [null, '1,0,2,3', null]],
    ['x.mT', [null, '0,1,3,2', null]],
    ['x.T', [null, '3,2,1,0', null]],
    ['torch.randn(3, 5).t()', ['3,5', '1,0', null]],
    ['torch.empty(2,16,2, dtype=torch.float16).permute(2,0,1)', ['2,16,2', '2,0,1', 2]],
    ['torch.zeros((4 * 8, 3), device="cuda").half().T', ['32,3', '1,0', 2]],
    ['torch.randn(2, 128, 1024).view(2, 128, 16, -1).transpose(1, 2)', ['2,128,16,64', '0,2,1,3', null]],
    ['x.view(B, S, H, D).permute(0, 2, 1, 3).reshape(B, H, S * D)', ['8,2,8,8', '0,2,1,3', null]],
    ['torch.randn(B, S, H, 64).permute(0, 2, 1, 3)', ['8,2,8,64', '0,2,1,3', null]],
    ['x.permute(1, 2, 3, 0).transpose(0, 1)', [null, '2,1,3,0', null]],
    ['torch.movedim(x, 0, -1)', [null, '1,2,3,0', null]],
    ['x.movedim((0, 1), (1, 0))', [null, '1,0,2,3', null]],
    ['np.transpose(x, (2, 0, 1))', [null, '2,0,1', null]],
    ['np.transpose(x)', [null, '3,2,1,0', null]],
    ['np.zeros((3, 4, 5)).transpose(2, 0, 1)', ['3,4,5', '2,0,1', null]],
    ['np.zeros((3, 4)).transpose(1, 0)', ['3,4', '1,0', null]],
    ['np.moveaxis(np.ones((3, 4, 5), dtype="float64"), -1, 0)', ['3,4,5', '2,0,1', 8]],
    ['np.swapaxes(x, 0, 2)', [null, '2,1,0,3', null]],
    ['np.random.rand(6, 7).astype(np.uint8).T', ['6,7', '1,0', 1]],
    ['tf.transpose(x, perm=[0, 2, 3, 1])', [null, '0,2,3,1', null]],
    ['torch.empty(4, 5)', ['4,5', null, null]],
    ['x = torch.empty(4, 5, 6); y = x.permute(2, 0, 1)', ['4,5,6', '2,0,1', null]],
    ['x = np.zeros((3, 4)); x = x.T; np.transpose(x)', ['3,4', '0,1', null]],
  ])('reads %s', (text, expected) => expect(said(text)).toEqual(expected));

  it('takes statements on lines of their own, and calls over several lines', () => {
    const text = 'x = torch.empty(\n  (4, 5),  # sizes\n)\n\ny = x.permute(1, 0)\n';
    expect(inOneLine(text)).toBe('x = torch.empty( (4, 5), ); y = x.permute(1, 0)');
    expect(said(inOneLine(text))).toEqual(['4,5', '1,0', null]);
    expect(said(inOneLine(`import torch\nfrom torch import nn\n${text}`))).toEqual(['4,5', '1,0', null]);
    expect(inOneLine('8,16\n 1,0')).toBe('8,16 1,0');
  });

  it('says what it leaves out', () => {
    expect(read('x.permute(1, 0).reshape(6)').note).toMatch(/reshape .* left out/);
    expect(read('np.transpose(x, (1, 0))').notation).toBe('NumPy');
    expect(read('x.moveaxis(0, 1)', [2, 3]).notation).toBe('NumPy');
  });

  it.each([
    ['x.permute(2,0,2)', 14, 'expected each dimension once, got 2 again'],
    ['x.permute(3,0,1)', 10, 'expected a dimension from -3 to 2, got 3'],
    ['x.permute(2,0', 13, "expected ',' or ')', got the end"],
    ['x.permute 2,0', 10, "expected the end or '.', got '2'"],
    ['x.permute(a,b)', 10, 'expected the number of a dimension'],
    ['x', 1, 'expected a permutation'],
    ['x.transpose(0, 4)', 15, 'expected a dimension from -4 to 3, got 4'],
    ['torch.randn(2,3).permute(2,0,1)', 17, 'expected 2 dimensions'],
    ['torch.randn(2,3,0)', 16, 'expected a size from 1 to 2^38, got 0'],
    ['torch.randn(2,3).view(7).T', 17, 'expected a shape of 6 elements, got 7'],
    ['torch.randn(2,3).view(4, -1)', 17, 'expected a shape of 6 elements'],
    ['x.view(torch.int16)', 2, 'changes how bytes are counted'],
    ['x.permute(1,0).view(2,3).permute(1,0)', 25, 'reshaped after a permutation'],
    ['x.t()', 2, 'expected a tensor of two dimensions'],
    ['x.flatten(1)', 2, "cannot read 'flatten'"],
    ['x.permute(1,0) @ y', 15, "cannot read '@'"],
    ['np.moveaxis(x, (0, 1), 2)', 3, 'as many places as dimensions'],
    ['torch.randn(2, N)', 0, 'expected numbers as sizes'],
    ['', 0, 'expected a permutation'],
  ])('refuses %j at character %i', (text, position, expectation) => {
    const reading = readNotation(text, PAGE);
    expect(reading).toMatchObject({ ok: false, error: { position } });
    expect(reading.ok ? '' : reading.error.message).toContain(expectation);
    expect(reading.ok ? '' : reading.error.message).toMatch(new RegExp(`^character ${position + 1}: `));
  });
});

describe('named axes', () => {
  it.each([
    ['rearrange(x, "b c h w -> b h w c")', [null, '0,2,3,1', null]],
    ['einops.rearrange(x, "(h w) c n m -> c h w n m", h=4)', ['4,2,2,8,8', '2,0,1,3,4', null]],
    ['rearrange(torch.empty(128, 3), "(h w) c -> c h w", h=8)', ['8,16,3', '2,0,1', null]],
    ['rearrange(x, "b (h d) -> h b d", b=2, h=3, d=4)', ['2,3,4', '1,0,2', null]],
    ['rearrange(x, "b s (h d) -> b h s d", h=8)', [null, null, null]],
    ['"a b c -> c a b"', [null, '2,0,1', null]],
    ["'a b c d -> d a b c', a=3, b=4, c=5, d=6", ['3,4,5,6', '3,0,1,2', null]],
    ['b h s d -> b s (h d)', [null, '0,2,1,3', null]],
    ['torch.einsum("abc->cab", x)', [null, '2,0,1', null]],
    ['ABCD → BCAD', [null, '1,2,0,3', null]],
    ['(A:2, B:16, C:2) -> (C, A, B)', ['2,16,2', '2,0,1', null]],
    ['(A,B,C,D)->(B,C,A,D) 8,2,8,8', ['8,2,8,8', '1,2,0,3', null]],
    ['AmBnCoDp->mnopDACB A2 m2 B4 n2 C4 o2 D4 p4', ['2,2,4,2,4,2,4,4', '1,3,5,7,6,0,4,2', null]],
  ])('reads %s', (text, expected) => {
    if (expected[1] === null) expect(readNotation(text, PAGE).ok).toBe(false);
    else expect(said(text)).toEqual(expected);
  });

  it('takes a composed axis apart with the shape of the page, or leaves its parts to a page that has them', () => {
    expect(said('b s (h d) -> b h s d, h=4', [2, 6, 12])).toEqual(['2,6,4,3', '0,2,1,3', null]);
    expect(said('b 1 h w -> h w b', [2, 1, 4, 3])).toEqual(['2,4,3', '1,2,0', null]);
    expect(said('b s (h d) -> b h s d', [2, 6, 4, 3])).toEqual([null, '0,2,1,3', null]);
  });

  it.each([
    ['a b c -> c a', 2, 'expected b on both sides'],
    ['a b -> b a c', 11, 'expected an axis of the left side, got c'],
    ['a b a -> a b', 4, 'expected each axis once on a side, got a again'],
    ['(a b -> b a', 5, "expected ')'"],
    ['a ... -> ... a', 2, "got '.'"],
    ['b 1 h w -> h w b', 0, 'expected a dimension of size 1, got 2'],
    ['(h w) c -> c h w', 1, 'expected a size of h'],
    ['(A:2, :16) -> (C, A)', 5, 'expected a name'],
    ['AB->BA A2 X3', 10, "got 'X3'"],
    ['AB->BA 3,4,5', 6, 'expected 2 sizes, got 3'],
  ])('refuses %j at character %i', (text, position, expectation) => {
    const reading = readNotation(text, PAGE);
    expect(reading.ok ? '' : reading.error.message).toContain(expectation);
    expect(reading).toMatchObject({ ok: false, error: { position } });
  });
});

describe('CuTe', () => {
  it.each([
    ['(2,16,2):(32,2,1) -> (2,16,2):(16,1,32)', '2,16,2', '2,0,1'],
    ['(64,32):(32,1)', '64,32', '1,0'],
    ['(64,32):(1,64)', '32,64', '0,1'],
    ['((2,4),8):((8,16),1)', '4,2,8', '2,0,1'],
    ['(_8,_8):(_8,_1) -> ((2,4),8):((1,16),2)', '4,2,8', '0,2,1'],
  ])('reads %s', (text, shape, perm) => expect(said(text)).toEqual([shape, perm, null]));

  it.each([
    ['(2,3):(4,1)', 0, 'expected a compact layout: no mode has stride 3'],
    ['(2,3):(3,1) -> (3,2):(2,1)', 15, 'expected two layouts of the same shape'],
    ['(2,3):(3)', 0, 'as many strides as sizes'],
    ['(2,3:(3,1)', 4, "expected ')', got ':'"],
    ['(0,3):(3,1)', 0, 'expected sizes from 1 up'],
  ])('refuses %j at character %i', (text, position, expectation) => {
    const reading = readNotation(text, PAGE);
    expect(reading.ok ? '' : reading.error.message).toContain(expectation);
    expect(reading).toMatchObject({ ok: false, error: { position } });
  });
});

describe('lists', () => {
  it.each([
    ['shape 2,16,2  perm 2,0,1', ['2,16,2', '2,0,1', null]],
    ['{"shape": [2, 16, 2], "perm": [2, 0, 1], "elementBytes": 8}', ['2,16,2', '2,0,1', 8]],
    ['[2,16,2] -> [2,0,1]', ['2,16,2', '2,0,1', null]],
    ['shape=(2 x 16 x 2), perm=(-1, 0, 1)', ['2,16,2', '2,0,1', null]],
    ['perm 1,0,2', [null, '1,0,2', null]],
    ['2 16 2', ['2,16,2', null, null]],
    ['./ttc --perm=1,0,2 --size=1000,768,16 --dtype=d', ['16,768,1000', '0,2,1', 8]],
    ['5,42,75,86,57 | 1,3,4,2,0', ['57,86,75,42,5', '4,2,0,1,3', null]],
  ])('reads %s', (text, expected) => expect(said(text)).toEqual(expected));

  it.each([
    ['shape 2,16,2 perm 0,2,2', 22, 'expected each dimension once'],
    ['[2,16,2] -> [2,2,16]', 15, 'got 2 again'],
    ['shape two', 6, "expected a number, got 'two'"],
    ['2,16,2 | 2,0', 9, 'expected 3 dimensions in the permutation, got 2'],
    ['shape 2,16,2 perm 1,0', 0, 'expected as many dimensions in shape and permutation, got 3 and 2'],
    ['2,16)3', 5, "expected ',' or the end, got '3'"],
  ])('refuses %j at character %i', (text, position, expectation) => {
    const reading = readNotation(text, PAGE);
    expect(reading.ok ? '' : reading.error.message).toContain(expectation);
    expect(reading).toMatchObject({ ok: false, error: { position } });
  });
});

it('never throws, whatever is pasted', () => {
  const words = [
    'torch',
    '.permute',
    '(',
    ')',
    ',',
    '->',
    'a',
    'b',
    ' ',
    '2',
    '-1',
    ':',
    '"',
    'shape',
    'perm',
    '|',
    '[',
    ']',
    '=',
    '.T',
  ];
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...words)).map(parts => parts.join('')),
  );
  fc.assert(
    fc.property(texts, text => {
      const reading = readNotation(text, PAGE);
      if (!reading.ok) expect(reading.error.position).toBeLessThanOrEqual(text.length);
      else expect(reading.value.perm ?? reading.value.shape).not.toBe(null);
    }),
    { numRuns: 500 },
  );
});
