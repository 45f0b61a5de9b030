/**
 * Reads a permutation from the texts that people have: PyTorch, NumPy, einops, einsum, CuTe layouts, command lines of TTC
 * and cuTT, lists. What the text does not say stays as it is on the page.
 */
import { err, ok, type Result } from '../../../base/result.ts';
import { readArrays } from './arrays.ts';
import { readAxes } from './axes.ts';
import { ARROW } from './axis-sides.ts';
import { readCute } from './cute.ts';
import { isLabelled, readArrow, readBar, readLabelled, readShape } from './lists.ts';
import { type NotationError, type Reading, Unreadable } from './reading.ts';

/** Longer than any real command line of a permutation. */
const MOST_CHARACTERS = 2000;

/** @param pageShape the shape that a text may use without naming it. */
export function readNotation(text: string, pageShape: readonly number[]): Result<Reading, NotationError> {
  try {
    if (text.length > MOST_CHARACTERS)
      throw new Unreadable(MOST_CHARACTERS, `expected at most ${MOST_CHARACTERS} characters, got ${text.length}`);
    const reading = readerOf(text)(text, pageShape);
    const { shape, perm } = reading;
    if (shape !== null && perm !== null && shape.length !== perm.length)
      throw new Unreadable(
        0,
        `expected as many dimensions in shape and permutation, got ${shape.length} and ${perm.length}`,
      );
    return ok(reading);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return err({ position: error.position, message: error.message });
  }
}

/** The same text in one line: statements that stand on lines of their own get a `;` between them. */
export function inOneLine(text: string): string {
  let depth = 0;
  const lines = text.split(/\r?\n/).map(line => withoutComment(line).replace(/\s+/g, ' ').trim());
  return lines
    .filter(line => line !== '' && !IMPORT.test(line))
    .map((line, at, all) => {
      depth += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
      if (at === all.length - 1) return line;
      return depth === 0 && STATEMENT.test(all[0]) && STATEMENT.test(all[at + 1]) ? `${line};` : line;
    })
    .join(' ');
}

/** Says nothing of a tensor. */
const IMPORT = /^(?:import|from) [\w., ]+/;

/** A `#` before a quote is no comment. */
function withoutComment(line: string): string {
  const at = line.lastIndexOf('#');
  return at < 0 || /['"]/.test(line.slice(at)) ? line : line.slice(0, at);
}

/** Gives a value a name, or begins with one: of what stands on lines of its own, only that is a statement. */
const STATEMENT = /^[A-Za-z_]\w*\s*(?:=(?!=)|[.(])/;

type Reader = (text: string, pageShape: readonly number[]) => Reading;

const CALL = /[A-Za-z_]\w*\s*\(.*["']/s;
const ONLY_NUMBERS = /^(?=.*\d)[\s\d,;x×[\](){}|>→-]*$/;
const CUTE = /^[\s\d_,():>→-]*:[\s\d_,():>→-]*$/;

/** The form alone decides which reader takes a text, so that the error fits what the user meant. */
function readerOf(text: string): Reader {
  if (text.trim() === '')
    return () => {
      throw new Unreadable(0, 'expected a permutation, such as x.permute(2, 0, 1)');
    };
  if (CUTE.test(text)) return readCute;
  if (ONLY_NUMBERS.test(text)) return text.includes('|') ? readBar : ARROW.test(text) ? readArrow : readShape;
  if (ARROW.test(text) && !CALL.test(text)) return readPattern;
  return isLabelled(text) && !/\w\s*\(.*\.|\.\s*[a-z]\w*\s*\(/.test(text) ? readLabelled : readArrays;
}

/** A pattern without a call, which may still be in quotes. */
function readPattern(text: string, pageShape: readonly number[]): Reading {
  const start = text.search(/[^\s"']/);
  return readAxes(text.slice(start), start, new Map(), pageShape);
}
