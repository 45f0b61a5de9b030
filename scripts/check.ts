/** `npm run check`: checks everything about the code that can be known without running it, two checks at a time. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCircles } from './check-circles.ts';
import { checkCss } from './check-css.ts';
import { checkDocuments } from './check-documents.ts';
import { checkHouse } from './check-house.ts';
import { checkImports } from './check-imports.ts';
import { checkPatterns } from './check-patterns.ts';
import { checkSizes } from './check-sizes.ts';
import { checkTypeNames } from './check-type-names.ts';
import { type Findings, projectRoot, treeOf } from './tree.ts';

interface Check {
  readonly name: string;
  run(): Promise<Findings>;
}

const bin = (name: string) => join(projectRoot, 'node_modules', name);

/** A Node program from node_modules; its output is what it found. */
const program = (name: string, script: string, ...args: string[]): Check => ({
  name,
  run: () =>
    new Promise(resolve => {
      const options = { cwd: projectRoot, maxBuffer: 1 << 26 };
      execFile(process.execPath, [bin(script), ...args], options, (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        resolve(error ? (output || error.message).split('\n') : []);
      });
    }),
});

/** One build of the four projects, which continues where the last one ended. */
const types = program(
  'types',
  'typescript/bin/tsc',
  ...['-b', '--pretty', 'false'],
  ...['core', 'page', 'node', 'test'].map(world => `tsconfig.${world}.json`),
);

const lint = (...paths: readonly string[]) =>
  program(
    'lint and format',
    '@biomejs/biome/bin/biome',
    ...['check', '--diagnostic-level=error', '--max-diagnostics=200', '--colors=off', '--no-errors-on-unmatched'],
    ...paths,
  );

const tree = treeOf(projectRoot);

/** Kernels without any PTX pass, since theirs has not been built yet and not every machine has the compiler. */
async function stalePtx(): Promise<Findings> {
  // Loaded here, so that a kernel that fails to load fails only this check.
  const [{ catalog }, { checkPtx }] = await Promise.all([
    import('../src/kernels/catalog.ts'),
    import('./build-ptx-check.ts'),
  ]);
  const isBuilt = (id: string) => tree.paths.some(path => path.startsWith(`public/ptx/${id}/`));
  return checkPtx(
    tree,
    [...catalog.values()].filter(kernel => isBuilt(kernel.id)),
  );
}

/** The index marks what is stale, so the page knows it; `lanescape record` measures it again. */
async function recordingsOfToday(): Promise<Findings> {
  const [{ catalog }, { indexPath, indexText }, { findStale, staleLines, staleNames }] = await Promise.all([
    import('../src/kernels/catalog.ts'),
    import('../cli/gpu/recording.ts'),
    import('../cli/gpu/stale-recordings.ts'),
  ]);
  const stale = await findStale(projectRoot, catalog);
  if (readFileSync(indexPath(projectRoot), 'utf8') === indexText(projectRoot, staleNames(stale))) return [];
  return [
    'public/recordings/index.json is not of today: run npm run recording-index, or record again what is stale',
    ...staleLines(stale),
  ];
}

async function tablesOfToday(): Promise<Findings> {
  const [{ measuredTables }, { withTable }] = await Promise.all([
    import('./tables/measured.ts'),
    import('./tables/written-table.ts'),
  ]);
  return measuredTables(projectRoot)
    .filter(({ path, name, lines }) => withTable(tree.read(path), name, lines()) !== tree.read(path))
    .map(({ path }) => `${path} has other times than the recordings: run npm run tables`);
}

/** Checks on the text of the tree; they take a second or two. */
const TREE_CHECKS: readonly Check[] = [
  { name: 'import directions', run: async () => checkImports(tree) },
  { name: 'import circles', run: async () => checkCircles(tree) },
  { name: 'sizes', run: async () => checkSizes(tree) },
  { name: 'patterns', run: async () => checkPatterns(tree) },
  { name: 'type names', run: async () => checkTypeNames(tree) },
  { name: 'house rules', run: async () => checkHouse(tree) },
  { name: 'documents', run: async () => checkDocuments(tree) },
  { name: 'style sheets', run: async () => checkCss(tree) },
];

const CHECKS: readonly Check[] = [
  types,
  lint(),
  program('unused code', 'knip/bin/knip.js', '--no-progress', '--no-config-hints'),
  ...TREE_CHECKS,
  { name: 'PTX of today', run: stalePtx },
  { name: 'recordings of today', run: recordingsOfToday },
  { name: 'measured tables', run: tablesOfToday },
];

const checkAll = (): Promise<readonly string[]> => runChecks(CHECKS);

/** Checks the types of everything, but lints only these paths. */
export const checkPaths = (paths: readonly string[]): Promise<readonly string[]> =>
  runChecks(paths.length > 0 ? [types, lint(...paths), ...TREE_CHECKS] : [types, ...TREE_CHECKS]);

/** Prints each check when it ends, and returns the names of those that failed. */
async function runChecks(checks: readonly Check[]): Promise<readonly string[]> {
  const waiting = [...checks];
  const failed: string[] = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const findings = await check.run().catch((error: Error) => [error.message]);
      console.log(findings.length === 0 ? `ok    ${check.name}` : `FAIL  ${check.name}`);
      for (const line of findings) console.log(`      ${line}`);
      if (findings.length > 0) failed.push(check.name);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
}

if (import.meta.main) {
  const failed = await checkAll();
  console.log(
    failed.length === 0 ? `check: ${CHECKS.length} of ${CHECKS.length} ok` : `check failed: ${failed.join('; ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
