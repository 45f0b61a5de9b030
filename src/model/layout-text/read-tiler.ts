/**
 * Reads tilers as people write them: a layout `4:2`, a number, or a list by modes, `<4:2, 8>` or `[4:2, _]`. A tuple
 * without a colon, `(4,8)`, is also a list by modes, as in CuTe when it takes a shape as a tiler.
 */
import { ok } from '../../base/result.ts';
import { allModes, type Refusable, refuse } from '../layout/layout-error.ts';
import { printLayout } from '../layout/notation.ts';
import type { Tiler } from '../layout/tiler.ts';
import { tilerFromCode } from './code-layout.ts';
import { readCode } from './code-tree.ts';
import { isPlain } from './operand.ts';
import { bareCode, bracketError, readLayout } from './read-layout.ts';

const OPEN = '(<[';
const CLOSE = ')>]';
const MAX_DEPTH = 16;
const IS_CODE = /^(?!Sw?\s*<|Swizzle\s*<)[A-Za-z]/;

export const readTiler = (text: string): Refusable<Tiler> => tilerIn(text.trim(), 0);

function tilerIn(text: string, depth: number): Refusable<Tiler> {
  if (depth > MAX_DEPTH) return refuse('notation', `nested deeper than ${MAX_DEPTH}`);
  if (text === '_') return ok(null);
  if (/^_?\d+$/.test(text)) return numberOf(Number(text.replace('_', '')));
  const inner = insideOf(text);
  if (inner !== null) return allModes(topLevel(inner).map(part => tilerIn(part, depth + 1)));
  if (IS_CODE.test(text)) {
    const code = readCode(bareCode(text));
    return code.ok ? tilerFromCode(code.value) : code;
  }
  const misplaced = bracketError(text);
  if (misplaced !== null) return refuse('notation', misplaced);
  const operand = readLayout(text);
  if (!operand.ok) return operand;
  return isPlain(operand.value) ? ok(operand.value.layout) : refuse('profile', 'a swizzle is no tiler');
}

const numberOf = (value: number): Refusable<Tiler> =>
  value >= 1 && Number.isSafeInteger(value) ? ok(value) : refuse('inadmissible', `a tile of ${value}: at least 1`);

/**
 * The text inside one pair of brackets; null if the brackets do not enclose the whole text, or if it is a shape with a
 * stride.
 */
function insideOf(text: string): string | null {
  if (!OPEN.includes(text[0]) || text.length < 2) return null;
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (OPEN.includes(character)) depth++;
    if (CLOSE.includes(character)) depth--;
    if (depth === 0) return at === text.length - 1 ? text.slice(1, -1) : null;
  }
  return null;
}

function topLevel(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (OPEN.includes(character)) depth++;
    if (CLOSE.includes(character)) depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  const trimmed = parts.map(part => part.trim());
  return trimmed.length > 1 && trimmed.at(-1) === '' ? trimmed.slice(0, -1) : trimmed;
}

/** Writes a tiler in the form that is read here. */
export function tilerText(tiler: Tiler): string {
  if (tiler === null) return '_';
  if (typeof tiler === 'number') return `${tiler}`;
  return 'shape' in tiler ? printLayout(tiler) : `<${tiler.map(tilerText).join(', ')}>`;
}
