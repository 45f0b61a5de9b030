/**
 * `npm run new-kernel <id>`: writes a small working kernel (it reverses parts of an array through shared memory) into
 * src/kernels/<id> and cuda/kernels/<id>, and registers it. `npm run check` is green before and after.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, problemWith, registered } from './kernel-registration.ts';
import { projectRoot } from './tree.ts';

const [id, ...rest] = process.argv.slice(2);
if (id === undefined || rest.length > 0)
  refuse('usage: npm run new-kernel <id>, for example: npm run new-kernel warp-reduce');

const catalogFile = join(projectRoot, 'src/kernels/catalog.ts');
const catalog = readFileSync(catalogFile, 'utf8');
const FOLDERS = { src: `src/kernels/${id}`, cuda: `cuda/kernels/${id}` };
const taken = Object.values(FOLDERS).find(folder => existsSync(join(projectRoot, folder)));
const problem = problemWith(id, catalog) ?? (taken ? `${taken} exists already` : null);
if (problem !== null) refuse(problem);

const written = Object.entries(FOLDERS).flatMap(([side, folder]) => writeSide(side, folder));
writeFileSync(catalogFile, registered(catalog, id));
// The length of the id decides where lines break.
const toFormat = [...written.filter(path => /\.tsx?$/.test(path)), 'src/kernels/catalog.ts'];
const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
execFileSync(process.execPath, [biome, 'check', '--write', ...toFormat], { cwd: projectRoot, stdio: 'pipe' });

for (const path of written) console.log(path);
console.log(`\nregistered in src/kernels/catalog.ts. Next: npm run build-ptx ${id} (needs nvcc), then npm start`);

/** Paths of what it wrote. */
function writeSide(side: string, folder: string): string[] {
  const skeleton = join(projectRoot, 'scripts/skeleton', side);
  mkdirSync(join(projectRoot, folder), { recursive: true });
  return readdirSync(skeleton).map(name => {
    const path = `${folder}/${name.replace(/\.template$/, '')}`;
    writeFileSync(join(projectRoot, path), filled(readFileSync(join(skeleton, name), 'utf8')));
    return path;
  });
}

function filled(template: string): string {
  const { title, pascal, entry } = nameOf(id);
  const values: Record<string, string> = { __ID__: id, __TITLE__: title, __PASCAL__: pascal, __ENTRY__: entry };
  return template.replace(/__(ID|TITLE|PASCAL|ENTRY)__/g, placeholder => values[placeholder]);
}

function refuse(why: string): never {
  console.error(`new-kernel: ${why}`);
  process.exit(2);
}
