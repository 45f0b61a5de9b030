/**
 * `npm run new-kernel <id>`: writes a small working kernel (it reverses parts of an array through shared memory) into
 * src/kernels/<id> and cuda/kernels/<id>, and registers it. `npm run check` passes before and after.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KERNEL_LISTS, nameOf, problemWith, registered } from './kernel-registration.ts';
import { projectRoot } from './tree.ts';

const [id, ...rest] = process.argv.slice(2);
if (id === undefined || rest.length > 0)
  refuse('usage: npm run new-kernel <id>, for example: npm run new-kernel warp-reduce');

const inProject = (path: string) => join(projectRoot, path);
const FOLDERS = { src: `src/kernels/${id}`, cuda: `cuda/kernels/${id}` };
const taken = Object.values(FOLDERS).find(folder => existsSync(inProject(folder)));
const listings = KERNEL_LISTS.map(list => ({ list, text: readFileSync(inProject(list.path), 'utf8') }));
const problem = problemWith(id, listings[0].text) ?? (taken ? `${taken} exists already` : null);
if (problem !== null) refuse(problem);

const written = Object.entries(FOLDERS).flatMap(([side, folder]) => writeSide(side, folder));
for (const { list, text } of listings) writeFileSync(inProject(list.path), registered(text, list, id));
format([...written.filter(path => /\.tsx?$/.test(path)), ...KERNEL_LISTS.map(list => list.path)]);

for (const path of written) console.log(path);
console.log(`\nregistered in ${KERNEL_LISTS.map(list => list.path).join(' and ')}`);
console.log(`next: npm run build-ptx ${id} (needs nvcc), then npm start`);

/** Line breaks and the order of imports depend on the id. */
function format(paths: readonly string[]): void {
  const biome = inProject('node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'check', '--write', ...paths], { cwd: projectRoot, stdio: 'pipe' });
}

/** Returns the paths of the files that it wrote. */
function writeSide(side: string, folder: string): string[] {
  const skeleton = inProject(`scripts/skeleton/${side}`);
  mkdirSync(inProject(folder), { recursive: true });
  return readdirSync(skeleton).map(name => {
    const path = `${folder}/${name.replace(/\.template$/, '')}`;
    writeFileSync(inProject(path), filled(readFileSync(join(skeleton, name), 'utf8')));
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
