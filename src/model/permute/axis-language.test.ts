/** Tests that the reader accepts what is printed, and names the position of what it refuses. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Axes, type AxesError, axesText, defaultAxes, type NamedMode, parseAxes } from './axis-language.ts';

const modesOf = (text: string): NamedMode[] =>
  text.split(' ').map(part => ({ name: part.split(':')[0], extent: Number(part.split(':')[1]) }));

const abcd = modesOf('A:8 B:2 C:8 D:8');

const parsed = (text: string, modes = abcd): Axes => {
  const result = parseAxes(text, modes);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const refused = (text: string, modes = abcd): AxesError => {
  const result = parseAxes(text, modes);
  if (result.ok) throw new Error(`'${text}' was read`);
  return result.error;
};

/** Fused dimensions, two modes of one dimension, modes of one element. */
const anyModes = fc
  .tuple(
    fc.array(fc.constantFrom('one', 'fused', 'split'), { minLength: 1, maxLength: 6 }),
    fc.infiniteStream(fc.nat(9)),
  )
  .map(([kinds, extents]): NamedMode[] => {
    const names = kinds.flatMap((kind, i) => {
      const [a, b] = [String.fromCharCode(65 + 2 * i), String.fromCharCode(66 + 2 * i)];
      return kind === 'one' ? [a] : kind === 'fused' ? [a + b] : [`${a}₁`, `${a}₀`];
    });
    return names.map(name => ({ name, extent: 1 + extents.next().value! }));
  });

const anyAxes = anyModes.chain(modes =>
  fc
    .tuple(
      fc.shuffledSubarray(
        modes.map((_, i) => i),
        { minLength: modes.length },
      ),
      fc.nat(),
      fc.infiniteStream(fc.boolean()),
    )
    .map(([order, cut, joins]) => {
      const rows = cut % (modes.length + 1);
      const side = (of: number[]) => of.map((mode, i) => ({ mode, joined: joins.next().value! && i > 0 }));
      return { modes, axes: { rows: side(order.slice(0, rows)), columns: side(order.slice(rows)) } };
    }),
);

describe('reading and printing', () => {
  test('what is printed is read back as it was', () => {
    fc.assert(
      fc.property(anyAxes, ({ modes, axes }) => {
        const text = axesText(axes, modes);
        expect(parsed(text, modes)).toEqual(axes);
        expect(axesText(parsed(text, modes), modes)).toBe(text);
      }),
    );
  });

  test('spaces, small letters and digits make no difference', () => {
    fc.assert(
      fc.property(anyAxes, ({ modes, axes }) => {
        const typed = axesText(axes, modes)
          .replace(/[₀₁]/g, digit => (digit === '₁' ? '1' : '0'))
          .replaceAll(' ', '')
          .toLowerCase();
        expect(parsed(typed, modes)).toEqual(axes);
      }),
    );
  });

  test('the longest name is meant', () => {
    const modes = modesOf('AB:4 C₁:2 C₀:16');
    expect(axesText(parsed('ab c1 | c0', modes), modes)).toBe('AB C₁ | C₀');
  });

  test('a mode of one element may be left out, and may be named', () => {
    const modes = modesOf('A:1 B:4');
    expect(axesText(parsed('|B', modes), modes)).toBe('| B');
    expect(axesText(parsed('A|B', modes), modes)).toBe('A | B');
  });
});

describe('errors name the place and what was expected there', () => {
  test.each([
    ['A C | B X', 8, 'D'],
    ['A C | B', 7, 'D'],
    ['A C', 3, 'B or D'],
    ['A B C D', 7, '|'],
    ['', 0, 'A, B, C or D'],
    ['A A | B C D', 2, 'B, C, D or |'],
    ['A | B | C D', 6, 'C or D'],
    ['. A C | B D', 0, 'A, B, C, D or |'],
    ['A. | B C D', 3, 'B, C or D'],
    ['A C | B D.', 9, 'the end'],
    ['A C | B..D', 8, 'D'],
    ['A C | B D D', 10, 'the end'],
    ['A C | B 😀', 8, 'D'],
  ])('%s', (text, position, expected) => {
    expect(refused(text)).toMatchObject({ position, expected });
  });

  test('as a sentence', () => {
    expect(refused('A C | B X').message).toBe("At character 9 'X' stands where D was expected.");
    expect(refused('A C | B').message).toBe('At character 8 the text ends where D was expected.');
  });

  test('no text throws, and an error lies inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ABCD|. x₁'), maxLength: 12 }), text => {
        const result = parseAxes(text, abcd);
        if (result.ok) expect(parsed(axesText(result.value, abcd))).toEqual(result.value);
        else expect(result.error.position).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('the default', () => {
  const textFor = (modes: NamedMode[], order = modes.map((_, i) => i).toReversed()): string =>
    axesText(defaultAxes(order, modes), modes);

  test.each([
    ['A:8 B:2 C:8 D:8', 'A B | C D'],
    ['A:2 B:16 C:2', 'A | B C'],
    ['A:64 B:64', 'A | B'],
    ['A:32 B:128', 'A | B'],
    ['A:8 B:16 C:8', 'A | B C'],
    ['A:2 B:128 C:2', 'A | B C'],
    ['A:1 B:32', '| B'],
    ['A:1', '|'],
  ])('%s', (modes, text) => {
    expect(textFor(modesOf(modes))).toBe(text);
  });

  test('it follows the order that it is given', () => {
    expect(textFor(abcd, [3, 0, 2, 1])).toBe('B C | A D');
  });

  test('it can be read', () => {
    fc.assert(
      fc.property(anyModes, modes => {
        const axes = defaultAxes(
          modes.map((_, i) => i),
          modes,
        );
        expect(parsed(axesText(axes, modes), modes)).toEqual(axes);
      }),
    );
  });
});
