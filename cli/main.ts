/** The `lanescape` command in a checkout. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { exitTidily, runCommand } from './command.ts';
import { LANESCAPE } from './verbs.ts';

// A loop of short commands spends most of its time on reading sources; the cache saves more than half of that.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/lanescape'));

exitTidily();
process.exitCode = await runCommand(LANESCAPE, process.argv.slice(2));
