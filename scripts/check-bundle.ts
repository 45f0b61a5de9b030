/**
 * Sizes of what the first exhibit loads, compared with its goal: a part of `npm run bench`, alone as `npm run bench
 * check-bundle`.
 */
import { join } from 'node:path';
import { firstLoad } from './first-load.ts';
import { buildPage, isStale } from './page-build.ts';
import { projectRoot } from './tree.ts';

export const FIRST_LOAD_GOAL_BYTES = 250_000;

const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10;

export async function run() {
  const dist = join(projectRoot, 'dist');
  if (isStale(dist)) await buildPage(dist);
  const files = await firstLoad(dist);
  for (const { path, bytes, gzipBytes } of files) {
    console.log(
      `${kilobytes(gzipBytes).toFixed(1).padStart(8)} kB gzip ${kilobytes(bytes).toFixed(1).padStart(8)} kB  ${path || 'index.html'}`,
    );
  }
  const total = files.reduce((sum, file) => sum + file.gzipBytes, 0);
  return [
    {
      name: 'first exhibit, all files',
      value: kilobytes(total),
      unit: 'kB gzip',
      goal: `at most ${FIRST_LOAD_GOAL_BYTES / 1000}`,
    },
  ];
}
