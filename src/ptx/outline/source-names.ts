/** Names and types of parameters from CUDA text: what stands between the parentheses behind a kernel's name. */
import { withoutComments } from '../../base/c-comments.ts';
import { declaredType } from './c-types.ts';
import type { DeclaredType } from './mangled-types.ts';

export interface SourceParameter {
  readonly name: string;
  /** Null where the text does not say it in plain words. */
  readonly type: DeclaredType | null;
}

/** Null where no `__global__` function of that name with that many parameters, each with a name of its own, is found. */
export type SourceParameters = (kernel: string, count: number) => readonly SourceParameter[] | null;

/** Most characters from `__global__` on: parameters behind them are not read. */
const LONGEST_SIGNATURE = 8192;

/** Reads the text once, for all of its kernels. */
export function sourceParameters(source: string): SourceParameters {
  const signatures = signaturesIn(withoutComments(source));
  return (kernel, count) => signatures.get(kernel)?.find(parameters => parameters.length === count) ?? null;
}

function signaturesIn(text: string): Map<string, SourceParameter[][]> {
  const signatures = new Map<string, SourceParameter[][]>();
  const marks = Array.from(text.matchAll(/\b__global__\b/g), match => match.index);
  for (const [i, mark] of marks.entries()) {
    const head = text.slice(mark, Math.min(marks[i + 1] ?? text.length, mark + LONGEST_SIGNATURE));
    const [declared] = head.split(/[;{}]/, 1);
    // Attributes have parentheses, too: `__launch_bounds__(256)`.
    for (const { index, 0: found, 1: name } of declared.matchAll(/\b(\w+)\s*\(/g)) {
      const parameters = listed(head, index + found.length);
      if (parameters === null) continue;
      const known = signatures.get(name);
      if (known === undefined) signatures.set(name, [parameters]);
      else known.push(parameters);
    }
  }
  return signatures;
}

/** Parts between commas outside brackets, up to the closing parenthesis. Null where one has no name of its own. */
function listed(text: string, from: number): SourceParameter[] | null {
  const parts: string[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if ('([{<'.includes(character)) depth++;
    else if (depth > 0 && ')]}>'.includes(character)) depth--;
    else if (depth === 0 && (character === ',' || character === ')')) {
      parts.push(text.slice(start, at));
      start = at + 1;
      if (character === ')') break;
    }
  }
  if (parts.length === 1 && ['', 'void'].includes(parts[0].trim())) return [];
  const parameters = parts.flatMap(parameterOf);
  const isWhole = parameters.length === parts.length;
  return isWhole && new Set(parameters.map(({ name }) => name)).size === parts.length ? parameters : null;
}

function parameterOf(part: string): SourceParameter[] {
  const name = lastWord(part);
  return name === null ? [] : [{ name, type: declaredType(part.split('=', 1)[0].trimEnd()) }];
}

/** Name in `float (tile)[4] = {}`, without the default and the extents. */
function lastWord(part: string): string | null {
  let [declared] = part.split('=', 1);
  declared = declared.trimEnd();
  while (declared.endsWith(']')) declared = declared.slice(0, Math.max(0, declared.lastIndexOf('['))).trimEnd();
  return declared.split(/\W/).at(-1) || null;
}
