#!/usr/bin/env node
/**
 * The `lanescape` command on any Node from 20.19. In a checkout it goes on as `cli/main.ts` on the pinned Node; in an installed
 * package, which has no sources, as the bundled command.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

if (existsSync(join(import.meta.dirname, 'main.ts'))) {
  const { continueOnPinnedNode, ensureInstalled } = await import('../scripts/pinned-node.mjs');
  ensureInstalled();
  await continueOnPinnedNode('cli/main.ts', process.argv.slice(2));
} else {
  await import(pathToFileURL(join(import.meta.dirname, '../dist-command/lanescape.mjs')).href);
}
