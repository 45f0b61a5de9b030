/**
 * `node scripts/sass-read.ts FOLDER TOOLKIT`: turns what nvdisasm printed of the kernels' machine code into the files that the page
 * shows, below `public/sass`, and takes away those of PTX that has changed since. The folder has `NAME.sass` for each module, and
 * `hashes.json` with the PTX that each was assembled from; where it has none, listings are only taken away.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSass, sassText } from '../src/trace/sass-listing.ts';
import { isOfToday, listedModules, sassHead, sassPath } from './sass/listed-modules.ts';
import { projectRoot } from './tree.ts';

const [folder, toolkit] = process.argv.slice(2);
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
