#!/usr/bin/env node
/** The `lanescape` command on any Node from 20.19: goes on as `cli/main.ts` on the Node that the checkout pins. */
import { continueOnPinnedNode, ensureInstalled } from '../scripts/pinned-node.mjs';

ensureInstalled();
await continueOnPinnedNode('cli/main.ts', process.argv.slice(2));
