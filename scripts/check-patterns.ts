/**
 * Checks that the time of every regular expression grows with the length of the text, and not with its square: a link, a
 * file or a compiler's output must not block a page or the server.
 */
import { analyse } from 'scslre';
import { BOUNDED, type BoundedPattern } from './patterns/bounded-patterns.ts';
import { type FoundPattern, patternsIn } from './patterns/found-patterns.ts';
import { rereads } from './patterns/repeated-reading.ts';
import { type Findings, isCode, isTestOnly, type Tree } from './tree.ts';

/** Tests read their own texts. */
const isChecked = (path: string): boolean => (isCode(path) || path.endsWith('.js')) && !isTestOnly(path);

export function checkPatterns(tree: Tree, bounded: readonly BoundedPattern[] = BOUNDED): Findings {
  const slow = tree.paths.filter(isChecked).flatMap(path =>
    patternsIn(path, tree.read(path))
      .filter(isSlow)
      .map(found => ({ path, ...found })),
  );
  const isSame = (a: BoundedPattern | (typeof slow)[number], b: typeof a) => a.path === b.path && a.source === b.source;
  return [
    ...slow
      .filter(found => !bounded.some(entry => isSame(entry, found)))
      .map(({ path, line, source, flags }) => `${path}:${line} /${source}/${flags} reads some texts again and again`),
    ...bounded
      .filter(entry => !slow.some(found => isSame(entry, found)))
      .map(
        ({ path, source }) =>
          `scripts/patterns/bounded-patterns.ts names /${source}/ of ${path}, which is not slow there`,
      ),
  ];
}

/** scslre finds look-arounds and repeats of one character; `rereads` finds repeats of longer words. */
export const isSlow = ({ source, flags }: Pick<FoundPattern, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }).reports.length > 0 || rereads(source, flags);
