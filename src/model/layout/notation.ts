/**
 * Reads and writes CuTe's notation: `(4,(2,_4)):(1,(4,-8))`, and coordinates such as `(0,(_,1))`. Integers may be written
 * as CuTe prints static ones, `_4`. A shape alone stands for its compact layout. Python's `(4,)` is accepted, too.
 */
import { ok } from '../../base/result.ts';
import { type Coordinate, hasUnderscore } from './coordinate.ts';
import { type IntTuple, prefixProduct } from './int-tuple.ts';
import { type Layout, layoutOf } from './layout.ts';
import { type Refusable, refuse } from './layout-error.ts';

/** No real layout is nested deeper, and deeper nesting would exhaust the stack. */
const MAX_DEPTH = 64;

/** 'static' writes integers as `_4`, as CuTe prints integers that are known at compile time. */
export type Spelling = 'plain' | 'static';

export function parseCoordinate(text: string): Refusable<Coordinate> {
  const tokens = tokensOf(text);
  if (!tokens.ok) return tokens;
  const reader = new TupleReader(tokens.value);
  const tuple = reader.tuple(0);
  if (!tuple.ok) return tuple;
  return reader.atEnd() ? tuple : reader.expected('the end');
}

export function parseIntTuple(text: string): Refusable<IntTuple> {
  const tuple = parseCoordinate(text);
  if (!tuple.ok) return tuple;
  if (hasUnderscore(tuple.value)) return refuse('notation', `"_" where integers are expected: ${shown(text)}`);
  return ok(tuple.value as IntTuple);
}

export function parseLayout(text: string): Refusable<Layout> {
  const [shapeText, strideText, ...more] = text.split(':');
  if (more.length > 0) return refuse('notation', `more than one ":" in ${shown(text)}`);
  const shape = parseIntTuple(shapeText);
  if (!shape.ok) return shape;
  if (strideText === undefined) return layoutOf(shape.value, prefixProduct(shape.value));
  const stride = parseIntTuple(strideText);
  return stride.ok ? layoutOf(shape.value, stride.value) : stride;
}

export function printTuple(tuple: Coordinate, spelling: Spelling = 'plain'): string {
  if (tuple === null) return '_';
  if (typeof tuple === 'number') return spelling === 'static' ? `_${tuple}` : `${tuple}`;
  return `(${tuple.map(part => printTuple(part, spelling)).join(',')})`;
}

export const printLayout = ({ shape, stride }: Layout, spelling: Spelling = 'plain'): string =>
  `${printTuple(shape, spelling)}:${printTuple(stride, spelling)}`;

type Token = number | '_' | '(' | ')' | ',';

function tokensOf(text: string): Refusable<readonly Token[]> {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/_?(-?\d+)|[_(),]|\s+|./gs)) {
    const [token, digits] = match;
    if (digits !== undefined) {
      const value = Number(digits) + 0;
      if (!Number.isSafeInteger(value)) return refuse('range', `${shown(digits)} exceeds 2^53`);
      tokens.push(value);
    } else if ('_(),'.includes(token)) tokens.push(token as Token);
    else if (token.trim() !== '') return refuse('notation', `unexpected ${shown(token)} in ${shown(text)}`);
  }
  return ok(tokens);
}

class TupleReader {
  private next = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  atEnd(): boolean {
    return this.next === this.tokens.length;
  }

  tuple(depth: number): Refusable<Coordinate> {
    const token = this.tokens[this.next];
    if (typeof token !== 'number' && token !== '_' && token !== '(') return this.expected('an integer, "_" or "("');
    this.next++;
    if (typeof token === 'number') return ok(token);
    if (token === '_') return ok(null);
    return depth < MAX_DEPTH ? this.parts(depth + 1) : refuse('notation', `nested deeper than ${MAX_DEPTH}`);
  }

  expected(what: string): Refusable<never> {
    const token = this.tokens[this.next];
    return refuse('notation', `expected ${what}, got ${token === undefined ? 'the end' : `"${token}"`}`);
  }

  /** Reads what follows an opening parenthesis. */
  private parts(depth: number): Refusable<Coordinate> {
    const parts: Coordinate[] = [];
    while (this.tokens[this.next] !== ')') {
      const part = this.tuple(depth);
      if (!part.ok) return part;
      parts.push(part.value);
      if (this.tokens[this.next] === ',') this.next++;
      else if (this.tokens[this.next] !== ')') return this.expected('"," or ")"');
    }
    this.next++;
    return ok(parts);
  }
}

const shown = (text: string): string => JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 40)}…`);
