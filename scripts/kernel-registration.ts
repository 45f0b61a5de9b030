/** A kernel's names, made from its id, and its place in the text of `src/kernels/catalog.ts`. */
import { parseSync } from 'vite';

export interface KernelNames {
  readonly title: string;
  readonly camel: string;
  readonly pascal: string;
  /** The entry in the device code. */
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
    // The suffix keeps it clear of C++ keywords and of the device library.
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

const IMPORT = /^import \{ kernel as \w+ \} from '\.\/([a-z0-9-]+)\/index\.ts';$/;

/** Adds the import in alphabetical order and the kernel at the end of the list, which is the gallery's order. */
export function registered(catalog: string, id: string): string {
  const lines = catalog.split('\n');
  const imports = lines.flatMap((line, at) => (IMPORT.test(line) ? [{ at, id: IMPORT.exec(line)![1] }] : []));
  const next = imports.find(other => other.id > id);
  const { camel } = nameOf(id);
  lines.splice(next?.at ?? imports.at(-1)!.at + 1, 0, `import { kernel as ${camel} } from './${id}/index.ts';`);
  return lines.join('\n').replace(/(catalogOf\(\[[^\]]*?),?\s*\]\)/, `$1, ${camel}])`);
}
