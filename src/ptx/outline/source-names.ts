/** Parameter names from CUDA text: what stands between the parentheses behind a kernel's name. */

/** Null where no `__global__` function of that name with that many parameters is found. */
export function parameterNames(source: string, kernel: string, count: number): string[] | null {
  if (source === '' || !/^\w+$/.test(kernel)) return null;
  const text = withoutComments(source);
  for (const { index, 0: found } of text.matchAll(new RegExp(`\\b${kernel}\\s*\\(`, 'g'))) {
    const header = text.slice(text.lastIndexOf(';', index) + 1, index);
    if (!header.slice(header.lastIndexOf('}') + 1).includes('__global__')) continue;
    const names = listed(text, index + found.length);
    if (names.length === count && names.every(name => name !== null) && new Set(names).size === count) return names;
  }
  return null;
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');

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
  if (parts.length === 1 && /^\s*(void)?\s*$/.test(parts[0])) return [];
  return parts.map(part => /(\w+)\s*(\[[^\]]*\]\s*)*$/.exec(part.replace(/=.*$/s, ''))?.[1] ?? null);
}
