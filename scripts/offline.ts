/** Puts `sw.js` into the built page: the service worker with the list of the page's own files in front. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = 'src/app/offline/service-worker.js';
/** Fetched when it is shown: too much to fetch ahead. */
const ON_DEMAND = /^(ptx|recordings|sass)\/|^licences\.txt$/;
const BESIDE = ['./', 'mark.svg'];

/** @param root the checkout. */
export const offline = (root: string): Plugin => ({
  name: 'offline',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const source = readFileSync(join(root, SOURCE), 'utf8');
    const built = Object.keys(bundle).filter(name => !ON_DEMAND.test(name) && !name.endsWith('.html'));
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: workerText(source, built) });
  },
});

/** @param built files whose names follow their contents. */
export function workerText(source: string, built: readonly string[]): string {
  const files = [...BESIDE, ...[...built].sort()];
  const version = createHash('sha256').update(files.join('\n')).update(source).digest('hex').slice(0, 16);
  return `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n${source}`;
}
