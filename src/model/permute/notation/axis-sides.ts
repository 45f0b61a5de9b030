/** Reads the two sides of an arrow between named axes, in the three forms in which people write them. */
import { quoted, Unreadable } from './reading.ts';

export interface NamedAxis {
  readonly name: string;
  readonly at: number;
  readonly size: number | null;
}

export interface NotationSides {
  readonly notation: 'einops' | 'einsum' | 'named axes';
  /** For each dimension of the input, its axes; a composed dimension has several. */
  readonly input: readonly (readonly NamedAxis[])[];
  readonly output: readonly NamedAxis[];
  /** Sizes that follow the pattern. */
  readonly sizes: ReadonlyMap<string, number>;
}

export const ARROW = /->|→/;

interface Piece {
  readonly text: string;
  readonly at: number;
}

export function sidesOf(text: string, at: number): NotationSides {
  const arrow = ARROW.exec(text);
  if (arrow === null) throw new Unreadable(at + text.length, "expected '->'");
  const left = { text: text.slice(0, arrow.index), at };
  const behind = arrow.index + arrow[0].length;
  const right = { text: text.slice(behind), at: at + behind };
  const tuple = /^\s*\(([^()]*)\)\s*$/.exec(left.text);
  if (tuple?.[1].includes(',')) return plainSides(TUPLES, left, right);
  const letters = /^\s*([A-Za-z]{2,})\s*$/.exec(left.text);
  return letters === null ? groups(left, right) : plainSides(WORDS, left, right);
}

/** A notation with one axis for each dimension, which may be followed by sizes. */
interface PlainNotation {
  readonly notation: NotationSides['notation'];
  readonly output: RegExp;
  /** What the error message asks for if there is no output. */
  readonly expected: string;
  readonly axesIn: (piece: Piece) => NamedAxis[];
}

function plainSides({ notation, output, expected, axesIn }: PlainNotation, left: Piece, right: Piece): NotationSides {
  const text = output.exec(right.text)?.[0];
  if (text === undefined) throw new Unreadable(right.at, `expected ${expected}`);
  const input = axesIn(left);
  const rest = { text: right.text.slice(text.length), at: right.at + text.length };
  return {
    notation,
    input: input.map(axis => [axis]),
    output: axesIn({ text, at: right.at }),
    sizes: sizesIn(rest, input),
  };
}

/** `(A:2, B:16, C:2) -> (C, A, B)`. */
const TUPLES: PlainNotation = {
  notation: 'named axes',
  output: /^\s*\([^()]*\)/,
  expected: "'(' and the axes in the order of the output",
  axesIn: namesIn,
};

/** `abc->cab`: a letter for each axis. */
const WORDS: PlainNotation = {
  notation: 'einsum',
  output: /^\s*[A-Za-z]+/,
  expected: 'a letter for each axis of the output',
  axesIn: lettersIn,
};

/** `b (h w) c -> b h w c`: parentheses on the right do not move anything. */
function groups(left: Piece, right: Piece): NotationSides {
  const comma = right.text.search(/["',]/);
  const end = comma < 0 ? right.text.length : comma;
  const input = groupsIn(left);
  return {
    notation: 'einops',
    input,
    output: groupsIn({ text: right.text.slice(0, end), at: right.at }).flat(),
    sizes: sizesIn({ text: right.text.slice(end), at: right.at + end }, input.flat()),
  };
}

function namesIn({ text, at }: Piece): NamedAxis[] {
  const inner = text.indexOf('(') + 1;
  let from = at + inner;
  return text
    .slice(inner, text.lastIndexOf(')'))
    .split(',')
    .map(part => {
      const [, blank, name, size] = /^(\s*)([A-Za-z_]\w*)(?:\s*[:=]\s*(\d+))?\s*$/.exec(part) ?? [];
      if (name === undefined)
        throw new Unreadable(from, `expected a name, such as A or A:8, got ${quoted(part.trim())}`);
      const axis = { name, at: from + blank.length, size: size === undefined ? null : Number(size) };
      from += part.length + 1;
      return axis;
    });
}

function lettersIn({ text, at }: Piece): NamedAxis[] {
  return [...text.matchAll(/[A-Za-z]/g)].map(({ 0: name, index }) => ({ name, at: at + index, size: null }));
}

const GROUP_WORD = /([A-Za-z_]\w*)\s*(?:[:=]\s*(\d+))?|[^\s]/g;

function groupsIn({ text, at }: Piece): NamedAxis[][] {
  const found: NamedAxis[][] = [];
  let open: NamedAxis[] | null = null;
  for (const { 0: word, 1: name, 2: size, index } of text.matchAll(GROUP_WORD)) {
    const axis = { name, at: at + index, size: size === undefined ? null : Number(size) };
    if (name !== undefined && open !== null) open.push(axis);
    else if (name !== undefined) found.push([axis]);
    else if (word === '(' && open === null) open = [];
    else if (word === ')' && open !== null) {
      found.push(open);
      open = null;
    } else if (word === '1' && open === null) found.push([]);
    else throw new Unreadable(at + index, `expected the name of an axis, got ${quoted(word)}`);
  }
  if (open !== null) throw new Unreadable(at + text.length, "expected ')'");
  return found;
}

/** Sizes that follow a pattern: `h=8, w=4`, `A2 m2 B4`, or one for each axis of the input: `8,2,8,8`. */
function sizesIn({ text, at }: Piece, input: readonly NamedAxis[]): Map<string, number> {
  const sizes = new Map<string, number>();
  const rest = text.replace(/["',;\s]/g, ' ');
  const list = rest.trim();
  if (/^\d[\d ]*$/.test(list)) {
    const numbers = list.split(/ +/).map(Number);
    if (numbers.length !== input.length)
      throw new Unreadable(at, `expected ${input.length} sizes, got ${numbers.length}`);
    return new Map(input.map(({ name }, i) => [name, numbers[i]]));
  }
  for (const { 0: word, index } of rest.matchAll(/[^ ]+/g)) {
    const [, name, size] =
      /^([A-Za-z_]\w*)[:=](\d+)$/.exec(word) ?? /^([A-Za-z_](?:\d*[A-Za-z_])*)(\d+)$/.exec(word) ?? [];
    if (!input.some(axis => axis.name === name))
      throw new Unreadable(at + index, `expected a size, such as ${input[0]?.name ?? 'h'}=8, got ${quoted(word)}`);
    sizes.set(name, Number(size));
  }
  return sizes;
}
