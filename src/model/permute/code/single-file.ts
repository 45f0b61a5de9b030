/** One file of C++ from several, for people who want to copy one file. */
import { assert } from '../../../base/assert.ts';

const INCLUDE = /^#include (?:"([^"]+)"|<[^>]+>)$/;

/**
 * The text of `main`, where each quoted include has become the text of that file, once. Includes of the system come first;
 * lines `#pragma once` are gone. `read` gives the text of a path.
 */
export function singleFile(main: string, read: (path: string) => string): string {
  const system = new Set<string>();
  const known = new Set<string>();
  const linesOf = (path: string): string[] => {
    if (known.has(path)) return [];
    known.add(path);
    return read(path)
      .split('\n')
      .flatMap(line => {
        const include = INCLUDE.exec(line);
        if (include === null) return line === '#pragma once' ? [] : [line];
        if (include[1] !== undefined) return linesOf(beside(path, include[1]));
        system.add(line);
        return [];
      });
  };
  const lines = linesOf(main);
  return tidy([...[...system].sort(), '', ...lines].join('\n'));
}

/** At most one empty line in a row, none at the start, and a line break at the end. */
const tidy = (text: string): string => `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;

/** `name` as a file at `path` includes it. */
function beside(path: string, name: string): string {
  const parts = path.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part !== '..') parts.push(part);
    else assert(parts.pop() !== undefined, `${name} lies below the folder of ${path}`);
  }
  return parts.join('/');
}

/** The texts of `main` and of all that it includes, by path, where reading takes time. */
export async function textsOf(main: string, fetch: (path: string) => Promise<string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const waiting = [main];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path)) continue;
    const text = await fetch(path);
    texts.set(path, text);
    for (const line of text.split('\n')) {
      const name = INCLUDE.exec(line)?.[1];
      if (name !== undefined) waiting.push(beside(path, name));
    }
  }
  return texts;
}
