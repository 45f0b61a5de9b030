/** A kernel's CUDA as one text that compiles by itself: its macros on top, its own headers in place. Pure. */
import type { BuildSpec } from '../../kernels/kernel.ts';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)".*$/gm;
const ONCE = /^[ \t]*#[ \t]*pragma[ \t]+once.*\n?/gm;
const CONDITION = /^[ \t]*#[ \t]*(if|endif)/;

/** Folder of the headers that all kernels may include. */
const SHARED = 'include/';

/** `texts`: the source and what it may include, by path; an include of any other file stays as it is. */
export function selfContained({ source, defines }: BuildSpec, texts: ReadonlyMap<string, string>): string {
  const head = [
    `// ${source} of Lanescape's catalog, with its macros and headers put in.`,
    ...Object.entries(defines).map(([name, value]) => `#define ${name} ${value}`),
  ];
  const plain = new Map([...texts].map(([path, text]) => [path, withoutDefaults(text, Object.keys(defines))]));
  const unfolding = { texts: plain, guarded: underConditions(plain), done: new Set<string>() };
  return `${head.join('\n')}\n\n${unfolded(source, unfolding)}`;
}

/** The text without the default values that a header gives its macros. */
const withoutDefaults = (text: string, names: readonly string[]): string =>
  names.reduce(
    (rest, name) => rest.replace(new RegExp(`^#ifndef ${name}\\n#define ${name}\\b.*\\n#endif\\n\\n?`, 'm'), ''),
    text.replace(ONCE, ''),
  );

interface Unfolding {
  readonly texts: ReadonlyMap<string, string>;
  /** Headers that may have been left out where they stand first. */
  readonly guarded: ReadonlySet<string>;
  /** Other headers that are there already. */
  readonly done: Set<string>;
}

function unfolded(path: string, unfolding: Unfolding): string {
  const { texts, guarded, done } = unfolding;
  return (texts.get(path) ?? '').replace(INCLUDE, (line, name: string) => {
    const header = included(path, name, texts);
    if (header === null) return line;
    if (guarded.has(header)) return withGuard(header, unfolded(header, unfolding).trim());
    if (done.has(header)) return '';
    done.add(header);
    return `\n${unfolded(header, unfolding).trim()}`;
  });
}

/**
 * Headers that are included between `#if` and `#endif`, and all that these include: only the compiler knows which
 * branch is taken.
 */
function underConditions(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (header: string | null): void => {
    if (header === null || found.has(header)) return;
    found.add(header);
    for (const [, name] of texts.get(header)!.matchAll(INCLUDE)) add(included(header, name, texts));
  };
  for (const [path, text] of texts) {
    let depth = 0;
    for (const line of text.split('\n')) {
      const condition = CONDITION.exec(line)?.[1];
      if (condition) depth += condition === 'if' ? 1 : -1;
      else if (depth > 0) for (const [, name] of line.matchAll(INCLUDE)) add(included(path, name, texts));
    }
  }
  return found;
}

function withGuard(header: string, text: string): string {
  const name = header.toUpperCase().replace(/\W/g, '_');
  return `\n#ifndef ${name}\n#define ${name}\n${text}\n#endif`;
}

/** Path that nvcc finds: beside the file, then among the shared headers; null for any other. */
const included = (path: string, name: string, texts: ReadonlyMap<string, string>): string | null =>
  [path.slice(0, path.lastIndexOf('/') + 1) + name, SHARED + name].find(found => texts.has(found)) ?? null;
