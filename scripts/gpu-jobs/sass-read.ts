/**
 * Turns nvdisasm's listings of the kernels' machine code into the files that the page shows, below `public/sass`, and
 * removes those of PTX that has changed since. The folder contains `NAME.sass` for each module, and `hashes.json` with
 * the hash of the PTX from which each was assembled. Without `hashes.json`, listings are only removed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSass, sassText } from '../../src/trace/sass-listing.ts';
import { isOfToday, listedModules, sassHead, sassPath } from '../sass/listed-modules.ts';
import { projectRoot } from '../tree.ts';

export function run(folder: string, toolkit: string): void {
  const hashesFile = join(folder, 'hashes.json');
  const hashes: Record<string, string> = existsSync(hashesFile) ? JSON.parse(readFileSync(hashesFile, 'utf8')) : {};
  for (const module of listedModules()) {
    const target = join(projectRoot, sassPath(module.path));
    if (existsSync(target) && !isOfToday(readFileSync(target, 'utf8'), module)) rmSync(target);
    if (hashes[module.name] !== module.ptxHash) continue;
    const listing = parseSass(readFileSync(join(folder, `${module.name}.sass`), 'utf8'), module.entry);
    if (!listing.ok) throw new Error(`${module.path}: ${listing.error}`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${sassHead(toolkit, module)}\n${sassText(listing.value)}`);
  }
}
