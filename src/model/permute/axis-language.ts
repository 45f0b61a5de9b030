/**
 * A block's arrangement on a flat picture, as one string. Modes before the bar count rows, modes after it columns. The
 * outermost mode of a nest comes first:
 *
 *     A C | B D    rows: for each A every C; columns: for each B every D
 *     A.C | B D    the same, but without a gap in the rows between one A and the next
 *     | A B        one row
 *
 * Every mode of more than one element is named once. Spaces may be left out. A subscript may be typed as a digit, and a
 * letter in lower case: `a1` is A₁.
 */
import { err, ok, type Result } from '../../base/result.ts';

/** A mode of the block as one loop of a picture's rows or columns. */
export interface PictureAxis {
  readonly mode: number;
  /** Whether the axis continues the one before it: no gap shows where it starts again. */
  readonly joined: boolean;
}

/** Outermost first. */
export interface Axes {
  readonly rows: readonly PictureAxis[];
  readonly columns: readonly PictureAxis[];
}

export interface NamedMode {
  readonly name: string;
  readonly extent: number;
}

export interface AxesError {
  /** Index into the text; the text's length if it ends too early. */
  readonly position: number;
  readonly expected: string;
  readonly message: string;
}

/** A picture has room for this many times more columns than rows. */
const WIDE = 2;

/**
 * The fastest modes as columns and the slower ones as rows, split where the cells become largest. If there are two modes
 * or more, both sides have some. @param order fastest first.
 */
export function defaultAxes(order: readonly number[], modes: readonly Pick<NamedMode, 'extent'>[]): Axes {
  const drawn = order.filter(mode => modes[mode].extent > 1);
  const elements = (of: readonly number[]): number => of.reduce((count, mode) => count * modes[mode].extent, 1);
  const need = (cut: number): number => Math.max(elements(drawn.slice(0, cut)) / WIDE, elements(drawn.slice(cut)));
  const cuts = drawn.slice(1).map((_, i) => i + 1);
  const cut = cuts.reduce((best, next) => (need(next) <= need(best) ? next : best), 1);
  const axesOf = (side: readonly number[]): PictureAxis[] => side.toReversed().map(mode => ({ mode, joined: false }));
  return { rows: axesOf(drawn.slice(cut)), columns: axesOf(drawn.slice(0, cut)) };
}

export function axesText({ rows, columns }: Axes, modes: readonly Pick<NamedMode, 'name'>[]): string {
  const sideText = (axes: readonly PictureAxis[]): string =>
    axes.map(({ mode, joined }, i) => (i === 0 ? '' : joined ? '.' : ' ') + modes[mode].name).join('');
  return `${sideText(rows)} | ${sideText(columns)}`.trim();
}

type Token = { readonly kind: 'mode' | '|' | '.' | 'end' | 'unknown'; readonly mode: number; readonly at: number };

/** The error names the position, and what was expected there. */
export function parseAxes(text: string, modes: readonly NamedMode[]): Result<Axes, AxesError> {
  const sides: [rows: PictureAxis[], columns: PictureAxis[]] = [[], []];
  let side = sides[0];
  let joined = false;
  for (const token of tokensOf(text, modes)) {
    const named = sides.flat().map(axis => axis.mode);
    const expected = expectedAt(token, { modes, named, joined, length: side.length, isRows: side === sides[0] });
    if (expected !== null) return err(errorAt(text, token.at, expected));
    if (token.kind === 'mode') side.push({ mode: token.mode, joined });
    else if (token.kind === '|') side = sides[1];
    joined = token.kind === '.';
  }
  return ok({ rows: sides[0], columns: sides[1] });
}

interface State {
  readonly modes: readonly NamedMode[];
  readonly named: readonly number[];
  /** Whether the token directly follows a dot. */
  readonly joined: boolean;
  /** How many axes this side has so far. */
  readonly length: number;
  readonly isRows: boolean;
}

/** What should stand here instead of the token; null if the token is right. */
function expectedAt({ kind, mode }: Token, { modes, named, joined, length, isRows }: State): string | null {
  const rest = modes.map((_, i) => i).filter(i => !named.includes(i));
  const names = rest.map(i => modes[i].name);
  if (joined) return kind === 'mode' && rest.includes(mode) ? null : listOf(names, 'a mode before the dot');
  const due = rest.filter(i => modes[i].extent > 1).map(i => modes[i].name);
  const bar = isRows ? ['|'] : [];
  const fits: Record<Token['kind'], boolean> = {
    mode: rest.includes(mode),
    '|': isRows,
    '.': length > 0 && names.length > 0,
    end: !isRows && due.length === 0,
    unknown: false,
  };
  if (fits[kind]) return null;
  return kind === 'end' ? listOf(due, '|') : listOf([...names, ...bar], 'the end');
}

/** 'A', 'A or B', 'A, B or C'. */
const listOf = (names: readonly string[], otherwise: string): string =>
  names.length < 2 ? (names[0] ?? otherwise) : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

function errorAt(text: string, position: number, expected: string): AxesError {
  const found =
    position === text.length ? 'the text ends' : `'${String.fromCodePoint(text.codePointAt(position)!)}' stands`;
  return { position, expected, message: `At character ${position + 1} ${found} where ${expected} was expected.` };
}

/** The text with subscripts as digits and letters in upper case; its length stays the same. */
const folded = (text: string): string =>
  text.replace(/[₀-₉]/g, digit => `${digit.charCodeAt(0) - 0x2080}`).replace(/[a-z]/g, letter => letter.toUpperCase());

function* tokensOf(text: string, modes: readonly NamedMode[]): Generator<Token> {
  const read = folded(text);
  const byLength = modes
    .map(({ name }, mode) => ({ name: folded(name), mode }))
    .toSorted((a, b) => b.name.length - a.name.length);
  for (let at = 0; at < read.length; ) {
    const char = read[at];
    const named = byLength.find(({ name }) => read.startsWith(name, at));
    if (named !== undefined) yield { kind: 'mode', mode: named.mode, at };
    else if (char === '|' || char === '.') yield { kind: char, mode: -1, at };
    else if (char.trim() !== '') yield { kind: 'unknown', mode: -1, at };
    at += named?.name.length ?? 1;
  }
  yield { kind: 'end', mode: -1, at: text.length };
}
