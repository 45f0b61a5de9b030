/** `npm start` and `npm test` begin here: `node scripts/bootstrap.mjs start|test [arguments]`, on any Node from 20.19. */
import { continueOnPinnedNode, ensureInstalled } from './pinned-node.mjs';

const SCRIPTS = { start: 'scripts/start.ts', test: 'scripts/test.ts' };

const [verb, ...args] = process.argv.slice(2);
const script = Object.hasOwn(SCRIPTS, verb ?? '') ? SCRIPTS[verb] : null;
if (script === null) {
  process.stderr.write('usage: node scripts/bootstrap.mjs start|test [arguments]\n');
  process.exit(2);
}
ensureInstalled();
await continueOnPinnedNode(script, args);
