/** A kernel's CUDA as one text that compiles by itself: its macros on top, its own headers in place. Pure. */
import type { BuildSpec } from '../../kernels/kernel.ts';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)".*$/gm;
const ONCE = /^[ \t]*#[ \t]*pragma[ \t]+once.*\n?/gm;

/** Headers that a text names in quotation marks, as paths from where `path` starts: 'scan/blelloch.cu' has 'scan/scan.cuh'. */
export const ownHeaders = (path: string, text: string): readonly string[] =>
  Array.from(text.matchAll(INCLUDE), ([, name]) => besides(path, name));

/** `texts`: the source and all headers that it comes to, by path; an include of any other file stays as it is. */
export function selfContained({ source, defines }: BuildSpec, texts: ReadonlyMap<string, string>): string {
  const head = [
    `// ${source} of Lanescape's catalog, with its macros and headers put in.`,
    ...Object.entries(defines).map(([name, value]) => `#define ${name} ${value}`),
  ];
  const plain = new Map([...texts].map(([path, text]) => [path, withoutDefaults(text, Object.keys(defines))]));
  return `${head.join('\n')}\n\n${unfolded(source, plain, new Set())}`;
}

/** What a header says in case that nobody defines its macros. */
const withoutDefaults = (text: string, names: readonly string[]): string =>
  names.reduce(
    (rest, name) => rest.replace(new RegExp(`^#ifndef ${name}\\n#define ${name}\\b.*\\n#endif\\n\\n?`, 'm'), ''),
    text.replace(ONCE, ''),
  );

/** `done`: headers that are there already; each guards itself against a second time. */
function unfolded(path: string, texts: ReadonlyMap<string, string>, done: Set<string>): string {
  done.add(path);
  return (texts.get(path) ?? '').replace(INCLUDE, (line, name: string) => {
    const header = besides(path, name);
    if (!texts.has(header)) return line;
    return done.has(header) ? '' : `\n${unfolded(header, texts, done).trim()}`;
  });
}

/** The path of a file that stands in the same folder. */
const besides = (path: string, name: string): string => `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`;
