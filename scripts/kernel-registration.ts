/** The names of a kernel, made from its id, and its place in the files that list kernels. */
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { assert } from '../src/base/assert.ts';

export interface KernelNames {
  readonly title: string;
  readonly camel: string;
  readonly pascal: string;
  /** The entry's name in the device code. */
  readonly entry: string;
}

/** 'warp-reduce' -> 'Warp reduce', 'warpReduce', 'WarpReduce', 'warp_reduce_kernel'. */
export function nameOf(id: string): KernelNames {
  const words = id.split('-');
  const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = words.map(upper).join('');
  return {
    title: upper(words.join(' ')),
    camel: words[0] + pascal.slice(words[0].length),
    pascal,
    // The suffix avoids C++ keywords and names of the device library.
    entry: `${words.join('_')}_kernel`,
  };
}

/** Why this id cannot be added to the catalog, or null. */
export function problemWith(id: string, catalog: string): string | null {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) return `"${id}" is not kebab-case: words of a-z and 0-9, joined by -`;
  if (catalog.includes(`'./${id}/index.ts'`)) return `"${id}" is in src/kernels/catalog.ts already`;
  const { camel } = nameOf(id);
  const binds = parseSync('name.ts', `import { kernel as ${camel} } from 'x';`).errors.length === 0;
  if (!binds || new RegExp(`\\b${camel}\\b`).test(catalog))
    return `"${camel}" is taken: choose another id than "${id}"`;
  return null;
}

/** A source file that lists kernels in an array literal, and the form of an entry. */
interface KernelList {
  readonly path: string;
  /** The text before the first entry. */
  readonly opens: string;
  /** Null if an entry needs no import. */
  importOf: ((id: string, camel: string) => string) | null;
  entryOf(id: string, camel: string): string;
}

const EXHIBITS = 'src/pages/kit/exhibit/exhibits.ts';

export const KERNEL_LISTS: readonly KernelList[] = [
  {
    path: 'src/kernels/catalog.ts',
    opens: 'catalogOf([',
    importOf: (id, camel) => `import { kernel as ${camel} } from './${id}/index.ts';`,
    entryOf: (_, camel) => camel,
  },
  {
    path: EXHIBITS,
    opens: 'new Map([',
    importOf: null,
    entryOf: id => `['${id}', () => import('${pathFrom(EXHIBITS, `src/kernels/${id}/exhibit.tsx`)}')]`,
  },
];

const pathFrom = (file: string, to: string): string => posix.relative(posix.dirname(file), to);

/** The file's text with the kernel at the end of its list, whose order is the gallery's. The formatter sorts the imports. */
export function registered(text: string, list: KernelList, id: string): string {
  const { camel } = nameOf(id);
  const start = text.indexOf(list.opens) + list.opens.length;
  assert(start >= list.opens.length, `${list.path} holds ${list.opens}`);
  const end = closingBracket(text, start);
  const entries = text.slice(start, end).trimEnd().replace(/,$/, '');
  const withEntry = `${text.slice(0, start)}${entries}, ${list.entryOf(id, camel)}${text.slice(end)}`;
  if (list.importOf === null) return withEntry;
  const afterImports = withEntry.indexOf(';\n', withEntry.lastIndexOf('\nimport ')) + 2;
  return `${withEntry.slice(0, afterImports)}${list.importOf(id, camel)}\n${withEntry.slice(afterImports)}`;
}

/** Index of the bracket that closes the one before `start`. */
function closingBracket(text: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; depth > 0; at++) {
    assert(at < text.length, 'every [ is closed');
    if (text[at] === '[') depth++;
    if (text[at] === ']') depth--;
  }
  return at - 1;
}
