/**
 * `npm run recording-index`: writes public/recordings/index.json, and prints which recorded runs have sources that
 * changed since.
 */
import { refreshIndex, staleLines } from '../cli/gpu/stale-recordings.ts';
import { catalog } from '../src/kernels/catalog.ts';
import { projectRoot } from './tree.ts';

for (const line of staleLines(await refreshIndex(projectRoot, catalog))) console.log(`stale: ${line}`);
