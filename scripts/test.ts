/**
 * `npm test`: runs checks and tests; `test-options.ts` reads its arguments. The last line is the count of tests: `N
 * passed, N failed`, and `, N skipped` if there are any.
 */
import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { changedFiles } from './changed-files.ts';
import { checkPaths } from './check.ts';
import { relatedTests } from './related-tests.ts';
import { closingLine, countTests, unsteadyTests } from './test-count.ts';
import { parseTestOptions, TEST_USAGE, type TestOptions, type TestScope } from './test-options.ts';
import { projectRoot, treeOf } from './tree.ts';

// Tests start hundreds of Node processes and threads; with this cache, each finds the project's modules compiled.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, 'node_modules/.cache/lanescape/compiled');

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    console.log(TEST_USAGE);
    return 0;
  }
  const options = parseTestOptions(words);
  if (!options.ok) {
    console.error(`npm test: ${options.error}\n\n${TEST_USAGE}`);
    return 2;
  }
  const { scope } = options.value;
  const changed = scope.kind === 'changed' ? changedFiles(projectRoot) : [];
  const checks = scope.kind === 'whole' ? checkApart() : await checkFirst(scope, changed);
  const tests = await runTests(options.value, changed);
  const areChecked = await checks;
  if (!areChecked) console.log('checks failed, as said above');
  if (tests.closing !== null) console.log(tests.closing);
  return areChecked && tests.passed ? 0 : 1;
}

/** Checks the whole project while its tests run; the findings are printed when the checks have ended. */
const checkApart = (): Promise<boolean> =>
  new Promise(resolve => {
    const options = { cwd: projectRoot, maxBuffer: 1 << 26 };
    execFile(process.execPath, [join(import.meta.dirname, 'check.ts')], options, (error, stdout, stderr) => {
      console.log(`${stdout}${stderr}`.trim());
      resolve(error === null);
    });
  });

/** Checks a change first: its tests begin when its types are known to be right. */
async function checkFirst(scope: TestScope, changed: readonly string[]): Promise<boolean> {
  if (scope.kind === 'none') return true;
  const failed = await checkPaths(scope.kind === 'paths' ? scope.paths : changed);
  if (failed.length > 0) console.log(`checks failed: ${failed.join('; ')}`);
  return failed.length === 0;
}

/** Test files to run; [] means all. Null if no test belongs to the change. */
function filtersOf(scope: TestScope, changed: readonly string[]): readonly string[] | null {
  if (scope.kind === 'paths') return scope.paths;
  if (scope.kind !== 'changed') return [];
  const related = relatedTests(treeOf(projectRoot), changed);
  console.log(`${changed.length} changed files, ${related.length} test files for them`);
  return related.length > 0 ? related : null;
}

/** `closing`: the count of tests; null where none was there to run. */
interface TestOutcome {
  readonly passed: boolean;
  readonly closing: string | null;
}

async function runTests({ scope, projects, minutes }: TestOptions, changed: readonly string[]): Promise<TestOutcome> {
  const filters = filtersOf(scope, changed);
  if (filters === null) return { passed: true, closing: null };
  // A test that is named, or was changed, is run whatever its tier.
  const named = filters.some(path => /\.test\.tsx?$/.test(path));
  const vitest = await createVitest('test', {
    root: projectRoot,
    watch: false,
    ...(!named && { project: [...projects] }),
  });
  const overdue =
    minutes === null ? undefined : setTimeout(() => vitest.cancelCurrentRun('keyboard-input'), minutes * 60_000);
  const { testModules, unhandledErrors } = await vitest.start([...filters]);
  clearTimeout(overdue);
  const count = countTests(testModules, unhandledErrors.length);
  const leftOut = await leftOutOf(vitest, filters);
  await vitest.close();
  if (leftOut.length > 0) console.log(`no time for ${leftOut.length} test files: ${leftOut.join(' ')}`);
  for (const name of unsteadyTests(testModules)) console.log(`passed only at its second try: ${name}`);
  return { passed: count.failed === 0 && (count.passed > 0 || leftOut.length > 0), closing: closingLine(count) };
}

/** Test files in which some test has not ended. */
async function leftOutOf(vitest: Vitest, filters: readonly string[]): Promise<readonly string[]> {
  const wanted = await vitest.globTestSpecifications([...filters]);
  return wanted
    .filter(
      ({ testModule }) => testModule === undefined || !['passed', 'failed', 'skipped'].includes(testModule.state()),
    )
    .map(({ moduleId }) => relative(projectRoot, moduleId));
}

process.exitCode = await main(process.argv.slice(2));
