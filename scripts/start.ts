/** `npm start`: builds the page if its sources are newer, then becomes the server, which gets the arguments. */
import { join } from 'node:path';
import { buildPage, isStale } from './page-build.ts';
import { runInForeground } from './pinned-node.mjs';
import { SERVER_FLAGS } from './server-flags.ts';
import { projectRoot } from './tree.ts';

const dist = join(projectRoot, 'dist');
if (isStale(dist)) {
  process.stderr.write('lanescape: building the page ... ');
  await buildPage(dist).catch((error: Error) => {
    process.stderr.write(`failed\n${error.message}\n`);
    process.exit(1);
  });
  process.stderr.write('done\n');
}
runInForeground(process.execPath, [...SERVER_FLAGS, join(projectRoot, 'server/main.ts'), ...process.argv.slice(2)]);
