/** Parameter names from CUDA text: what stands between the parentheses behind a kernel's name. */
import { withoutComments } from '../../base/c-comments.ts';

/** Null where no `__global__` function of that name with that many parameters, each with a name of its own, is found. */
export type ParameterNames = (kernel: string, count: number) => string[] | null;

/** In characters, from `__global__` on: parameters behind it are not read. */
const LONGEST_SIGNATURE = 8192;

/** Reads the text once, for all of its kernels. */
export function parameterNames(source: string): ParameterNames {
  const signatures = signaturesIn(withoutComments(source));
  return (kernel, count) => signatures.get(kernel)?.find(names => names.length === count) ?? null;
}

function signaturesIn(text: string): Map<string, string[][]> {
  const signatures = new Map<string, string[][]>();
  const marks = Array.from(text.matchAll(/\b__global__\b/g), match => match.index);
  for (const [i, mark] of marks.entries()) {
    const head = text.slice(mark, Math.min(marks[i + 1] ?? text.length, mark + LONGEST_SIGNATURE));
    const [declared] = head.split(/[;{}]/, 1);
    // Attributes have parentheses, too: `__launch_bounds__(256)`.
    for (const { index, 0: found, 1: name } of declared.matchAll(/\b(\w+)\s*\(/g)) {
      const names = listed(head, index + found.length);
      if (!isWhole(names)) continue;
      const known = signatures.get(name);
      if (known === undefined) signatures.set(name, [names]);
      else known.push(names);
    }
  }
  return signatures;
}

const isWhole = (names: readonly (string | null)[]): names is string[] =>
  names.every(name => name !== null) && new Set(names).size === names.length;

/** Parts between commas outside brackets, up to the closing parenthesis; the last word of each. */
function listed(text: string, from: number): (string | null)[] {
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
  return parts.map(lastWord);
}

/** Of `float (tile)[4] = {}`, without the default and the extents. */
function lastWord(part: string): string | null {
  let [declared] = part.split('=', 1);
  declared = declared.trimEnd();
  while (declared.endsWith(']')) declared = declared.slice(0, Math.max(0, declared.lastIndexOf('['))).trimEnd();
  return declared.split(/\W/).at(-1) || null;
}
