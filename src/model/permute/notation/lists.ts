/**
 * Reads plain lists of numbers: `shape 2,16,2  perm 2,0,1`, JSON, `[2,16,2] -> [2,0,1]`, and the command lines of TTC and
 * cuTT.
 */
import { ARROW } from './axis-sides.ts';
import { ELEMENT_TYPES } from './element-types.ts';
import { extentAt, type PlacedNumber, permutationAt, quoted, type Reading, Unreadable } from './reading.ts';

const SHAPE_WORD = /\bshape\b/i;
const PERM_WORD = /\b(?:perm|permutation|axes)\b/i;

/** TTC's letters for its data types. */
const TTC_TYPES: ReadonlyMap<string, number> = new Map([
  ['s', 4],
  ['d', 8],
  ['c', 8],
  ['z', 16],
]);

export const isLabelled = (text: string): boolean => SHAPE_WORD.test(text) || PERM_WORD.test(text);

/** Lists that follow words: the page's own words, a command line, or JSON. */
export function readLabelled(text: string): Reading {
  const shape = listBehind(text, SHAPE_WORD);
  const perm = listBehind(text, PERM_WORD);
  const size = shape === null ? listBehind(text, /\bsizes?\b/i) : null;
  if (size !== null) return fastestFirst('TTC', size, perm ?? [], elementBytesIn(text));
  return {
    notation: 'lists',
    shape: shape?.map(({ at, value }) => extentAt(at, value)) ?? null,
    perm: perm === null ? null : permutationAt(perm),
    elementBytes: elementBytesIn(text),
    note: '',
  };
}

/** `[2,16,2] -> [2,0,1]`. */
export function readArrow(text: string): Reading {
  const arrow = ARROW.exec(text)!;
  const behind = arrow.index + arrow[0].length;
  return {
    notation: 'lists',
    shape: wholeList(text.slice(0, arrow.index), 0).map(({ at, value }) => extentAt(at, value)),
    perm: permutationAt(wholeList(text.slice(behind), behind)),
    elementBytes: null,
    note: '',
  };
}

/** cuTT: sizes | permutation. */
export function readBar(text: string): Reading {
  const bar = text.indexOf('|');
  return fastestFirst('cuTT', wholeList(text.slice(0, bar), 0), wholeList(text.slice(bar + 1), bar + 1), null);
}

/** `2,16,2`: a shape. */
export const readShape = (text: string): Reading => ({
  notation: 'lists',
  shape: wholeList(text, 0).map(({ at, value }) => extentAt(at, value)),
  perm: null,
  elementBytes: null,
  note: '',
});

/** TTC and cuTT name the fastest dimension first, in the sizes and in the permutation. */
function fastestFirst(
  notation: string,
  sizes: readonly PlacedNumber[],
  perm: readonly PlacedNumber[],
  elementBytes: number | null,
): Reading {
  const shape = sizes.map(({ at, value }) => extentAt(at, value));
  if (perm.length !== shape.length)
    throw new Unreadable(
      perm[0]?.at ?? sizes[0].at,
      `expected ${shape.length} dimensions in the permutation, got ${perm.length}`,
    );
  const last = shape.length - 1;
  const note = `${notation} names the fastest dimension first; here it is the last.`;
  const dims = permutationAt(perm).map(dim => last - dim);
  return { notation, shape: shape.toReversed(), perm: dims.toReversed(), elementBytes, note };
}

function elementBytesIn(text: string): number | null {
  const bytes = /\belement[-_ ]?bytes\b\W*(\d+)/i.exec(text)?.[1];
  if (bytes !== undefined) return Number(bytes);
  const type = /\bd(?:ata)?type\b\W*(\w+)/i.exec(text)?.[1];
  return type === undefined ? null : (TTC_TYPES.get(type) ?? ELEMENT_TYPES.get(type) ?? null);
}

/** Characters allowed between a word and its list: `shape: [`, `--perm=`, `"shape":[`. */
const BETWEEN = /["':=\s]*[[({]?\s*/y;
const NUMBER = /-?\d+/y;
const SEPARATOR = /\s*[,;x×]\s*|\s+(?=-?\d)/y;

function listBehind(text: string, word: RegExp): PlacedNumber[] | null {
  const found = word.exec(text);
  if (found === null) return null;
  return listFrom(text, matchEnd(BETWEEN, text, found.index + found[0].length)).numbers;
}

function wholeList(text: string, at: number): PlacedNumber[] {
  const { numbers, end } = listFrom(text, matchEnd(BETWEEN, text, 0));
  const rest = text.slice(end).search(/[^\s\])},;]/);
  if (rest >= 0)
    throw new Unreadable(at + end + rest, `expected ',' or the end, got ${quoted(text.slice(end + rest).trim())}`);
  return numbers.map(number => ({ value: number.value, at: number.at + at }));
}

/** Brackets may be left out; an empty pair of them is an empty list. */
function listFrom(text: string, start: number): { readonly numbers: PlacedNumber[]; readonly end: number } {
  const numbers: PlacedNumber[] = [];
  let at = start;
  for (;;) {
    const end = matchEnd(NUMBER, text, at);
    if (end === at) break;
    numbers.push({ value: Number(text.slice(at, end)), at });
    at = matchEnd(SEPARATOR, text, end);
    if (at === end) break;
  }
  if (numbers.length === 0 && !/[\])}]/.test(text[at] ?? '')) {
    const rest = text.slice(at);
    throw new Unreadable(at, `expected a number, got ${rest.trim() === '' ? 'the end' : quoted(rest)}`);
  }
  return { numbers, end: at };
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
