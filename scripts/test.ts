/**
 * `npm test`: every check, then every test, browser tests included. Arguments choose test files. The last line is the
 * count of tests: `N passed, N failed`, and `, N skipped` where there are any.
 */
import { startVitest, type Vitest } from 'vitest/node';
import { runChecks } from './check.ts';
import { closingLine, countTests } from './test-count.ts';
import { projectRoot } from './tree.ts';

const failedChecks = await runChecks();
const vitest: Vitest = await startVitest('test', process.argv.slice(2), { root: projectRoot, watch: false });
const count = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length);
await vitest.close();

if (failedChecks.length > 0) console.log(`checks failed: ${failedChecks.join('; ')}`);
console.log(closingLine(count));
process.exitCode = failedChecks.length > 0 || count.failed > 0 || count.passed === 0 ? 1 : 0;
