/**
 * The ratchet: compares counts of `any`, of silenced checks, and of over-long files and functions with
 * scripts/ratchet.json. A count may fall (`npm run check-sizes -- --update` stores that) and may never rise.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeCounts, countCode, FILE_LINES } from './code-counts.ts';
import { type Findings, isCode, isTestOnly, projectRoot, type Tree, treeOf } from './tree.ts';

const COUNTS = ['any', 'suppressions', 'longFiles', 'longFunctions'] as const;
export type Ratchet = Readonly<Record<(typeof COUNTS)[number], number>>;
/** The places that are counted, worst first. */
type Places = Readonly<Record<keyof Ratchet, readonly string[]>>;

const RATCHET_PATH = 'scripts/ratchet.json';

export function placesOf(tree: Tree): Places {
  const counted = tree.paths
    .filter(path => isCode(path) && !isTestOnly(path) && !path.includes('.generated.'))
    .map(path => ({ path, ...countCode(path, tree.read(path)) }));
  const times = (of: (c: CodeCounts) => number) =>
    counted.flatMap(file => Array.from<string>({ length: of(file) }).fill(file.path));
  return {
    any: times(c => c.any),
    suppressions: times(c => c.suppressions),
    longFiles: longestFirst(counted.filter(c => c.lines > FILE_LINES).map(c => ({ place: c.path, lines: c.lines }))),
    longFunctions: longestFirst(
      counted.flatMap(c => c.longFunctions.map(f => ({ place: `${c.path}:${f.line}`, lines: f.lines }))),
    ),
  };
}

const longestFirst = (found: { place: string; lines: number }[]): string[] =>
  found.sort((a, b) => b.lines - a.lines).map(({ place, lines }) => `${place} (${lines} lines)`);

const SAYS: Readonly<Record<keyof Ratchet, string>> = {
  any: 'uses of the type any',
  suppressions: 'silenced checks',
  longFiles: `files over ${FILE_LINES} lines`,
  longFunctions: 'functions over 40 lines, or 60 of TSX',
};

export function checkSizes(tree: Tree): Findings {
  if (!tree.paths.includes(RATCHET_PATH)) return [`${RATCHET_PATH} is missing: npm run check-sizes -- --update`];
  const limit: Ratchet = JSON.parse(tree.read(RATCHET_PATH));
  const places = placesOf(tree);
  return COUNTS.filter(count => places[count].length > limit[count]).flatMap(count => [
    `${places[count].length} ${SAYS[count]}, ${limit[count]} is the limit:`,
    ...places[count].map(place => `  ${place}`),
  ]);
}

/** Counts are never higher than before. */
export function lowered(before: Ratchet | null, places: Places): Ratchet {
  const pairs = COUNTS.map(count => [
    count,
    Math.min(before?.[count] ?? Number.POSITIVE_INFINITY, places[count].length),
  ]);
  return Object.fromEntries(pairs);
}

if (import.meta.main) {
  const tree = treeOf(projectRoot);
  const file = join(projectRoot, RATCHET_PATH);
  if (process.argv.includes('--update')) {
    const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    writeFileSync(file, `${JSON.stringify(lowered(before, placesOf(tree)), null, 2)}\n`);
  }
  const findings = checkSizes(treeOf(projectRoot));
  for (const line of findings) console.log(line);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
