/**
 * Runs before `npm pack` and `npm publish`: builds the page, if its sources are newer, and the command of the package.
 */
import { join } from 'node:path';
import { build } from 'vite';
import { buildPage, isStale } from './page-build.ts';
import { projectRoot } from './tree.ts';

const dist = join(projectRoot, 'dist');
if (isStale(dist)) await buildPage(dist);
await build({ configFile: join(projectRoot, 'vite.command.config.ts'), root: projectRoot, logLevel: 'error' });
