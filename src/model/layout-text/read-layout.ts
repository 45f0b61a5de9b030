/**
 * Reads what people paste: CuTe's notation, with or without a swizzle in front; tensors as CuTe prints them; and C++ or
 * Python code that makes a layout. Errors name the character or the mode.
 */
import { ok } from '../../base/result.ts';
import { type ComposedLayout, isComposed, parseComposed } from '../layout/composed-layout.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';
import { parseLayout } from '../layout/notation.ts';
import { operandOf } from './code-layout.ts';
import { readCode } from './code-tree.ts';
import { plain, unsigned } from './operand.ts';
import { readPointed } from './read-pointed.ts';

const isCode = (text: string): boolean =>
  /^\s*[A-Za-z]/.test(text) && !/^\s*S(?:w(?:izzle)?)?\s*<[^>]*>\s*(?:o|∘)/.test(text);

/** Removes what only gives the code a name: `auto layout =`, `using Layout =`, `decltype(…)`. */
export const bareCode = (text: string): string =>
  text
    .trim()
    .replace(/^(?:(?:auto|using)\s+)?\w+\s*=\s*/, '')
    .replace(/^decltype\((.*)\)\s*;?$/s, '$1');

export function readLayout(text: string): Refusable<ComposedLayout> {
  if (text.trim() === '') return refuse('notation', 'expected a layout, such as (4,8):(8,1)');
  const pointed = readPointed(text);
  if (pointed !== null) return pointed;
  if (isCode(text)) {
    const code = readCode(bareCode(text));
    return code.ok ? operandOf(code.value) : code;
  }
  const misplaced = bracketError(text);
  if (misplaced !== null) return refuse('notation', misplaced);
  if (isComposed(text)) {
    const composed = parseComposed(text);
    return composed.ok ? unsigned(composed.value) : composed;
  }
  const layout = parseLayout(text);
  return layout.ok ? ok(plain(layout.value)) : layout;
}

/** Names the first bracket or character that cannot be right, with its position. */
export function bracketError(text: string): string | null {
  const open: number[] = [];
  for (const [at, character] of [...text].entries()) {
    if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) return `character ${at + 1}: a ")" that closes nothing`;
    else if (!/[\d\s():,_<>Swizleo∘[\]-]/.test(character))
      return `character ${at + 1}: unexpected ${JSON.stringify(character)}`;
  }
  const last = open.pop();
  return last === undefined ? null : `character ${last + 1}: this "(" is not closed`;
}
