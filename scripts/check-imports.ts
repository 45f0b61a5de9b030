/** Import directions: compares every import between the project's files with the table in `import-table.ts`. */
import { matchesGlob, posix } from 'node:path';
import { DEBT_DAYS, IMPORT_DEBT, type ImportDebt, type ImportLayer, LAYERS } from './import-table.ts';
import { importsOf, type ModuleImport } from './module-imports.ts';
import { type Findings, isCode, isTestOnly, type Tree } from './tree.ts';

/** One resolved import: `to` is a path of the tree, a package name, or a `node:` module. */
interface Arrow {
  readonly from: string;
  readonly line: number;
  readonly to: string;
  readonly isFile: boolean;
}

export function checkImports(tree: Tree, debt: readonly ImportDebt[] = IMPORT_DEBT, today = new Date()): Findings {
  const wrong = arrowsOf(tree)
    .map(arrow => ({ arrow, why: objectionTo(arrow) }))
    .filter(({ why }) => why !== null);
  const owed = (arrow: Arrow) => debt.some(d => d.from === arrow.from && d.to === arrow.to);
  return [
    ...wrong.filter(w => !owed(w.arrow)).map(w => `${w.arrow.from}:${w.arrow.line} imports ${w.arrow.to}: ${w.why}`),
    ...checkDebt(
      debt,
      wrong.map(w => w.arrow),
      today,
    ),
    ...checkKernelIds(tree),
  ];
}

function arrowsOf(tree: Tree): Arrow[] {
  const sources = tree.paths.filter(isCode);
  return sources.flatMap(from => importsOf(from, tree.read(from)).flatMap(i => resolved(tree, from, i)));
}

/** Files of the tree that this file imports. @param counts which imports to follow; all by default. */
export const importedFiles = (
  tree: Tree,
  from: string,
  counts: (found: ModuleImport) => boolean = () => true,
): readonly string[] =>
  importsOf(from, tree.read(from))
    .filter(counts)
    .flatMap(found => resolved(tree, from, found))
    .filter(arrow => arrow.isFile)
    .map(arrow => arrow.to);

function resolved(tree: Tree, from: string, found: ModuleImport): Arrow[] {
  const [specifier] = found.specifier.split('?', 1);
  const arrow = (to: string, isFile: boolean): Arrow => ({ from, line: found.line, to, isFile });
  if (!/^\.{0,2}\//.test(specifier)) return found.kind === 'url' ? [] : [arrow(packageOf(specifier), false)];
  const path = posix.join(specifier.startsWith('/') ? '' : posix.dirname(from), specifier).replace(/^\//, '');
  if (found.kind === 'glob') return tree.paths.filter(p => matchesGlob(p, path)).map(p => arrow(p, true));
  // An address that is no module is data or a folder, and no import.
  return found.kind === 'url' && !isCode(path) ? [] : [arrow(path, true)];
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

const layerOf = (path: string): ImportLayer | undefined => LAYERS.find(layer => layer.files.test(path));

/** The kernel or the page whose folder contains a file. None of these folders may import another of its kind. */
const folderOf = (path: string): string | null =>
  /^src\/(?:kernels|pages)\/(?!kit\/|links\/)[^/]+(?=\/)/.exec(path)?.[0] ?? null;

/** Why an import is not allowed, or null. */
function objectionTo({ from, to, isFile }: Arrow): string | null {
  if (isTestOnly(from)) return null;
  if (isFile && isTestOnly(to)) return 'only tests import what belongs to tests';
  const layer = layerOf(from);
  if (!layer) return 'this folder is in no layer of scripts/import-table.ts';
  return isFile ? objectionToFile(layer, from, to) : objectionToPackage(layer, to);
}

function objectionToFile(layer: ImportLayer, from: string, to: string): string | null {
  const target = layerOf(to);
  if (!target) return 'the folder imported is in no layer of scripts/import-table.ts';
  const own = folderOf(from);
  const other = folderOf(to);
  if (own !== null && own !== other && other !== null && target === layer)
    return 'no folder of a kernel or a page imports another; move it down a layer';
  if (target === layer || layer.layers.includes(target.name)) return null;
  return `${layer.name} may not import ${target.name}`;
}

function objectionToPackage(layer: ImportLayer, to: string): string | null {
  if (to.startsWith('node:')) return layer.node ? null : `${layer.name} must also run in a browser`;
  const allowed = layer.packages.some(p => (p.endsWith('*') ? to.startsWith(p.slice(0, -1)) : p === to));
  return allowed ? null : `${layer.name} may not import this package`;
}

function checkDebt(debt: readonly ImportDebt[], wrong: readonly Arrow[], today: Date): Findings {
  const DAY_MS = 86_400_000;
  return debt.flatMap(d => {
    const needed = wrong.some(arrow => arrow.from === d.from && arrow.to === d.to);
    const ageDays = Math.floor((today.getTime() - Date.parse(d.since)) / DAY_MS);
    const name = `import debt ${d.from} -> ${d.to}`;
    if (!needed) return [`${name}: no longer needed, take it off the list`];
    return ageDays <= DEBT_DAYS ? [] : [`${name}: ${ageDays} days old, the limit is ${DEBT_DAYS}`];
  });
}

/** Every kernel has a folder for the page and one for the device. */
function checkKernelIds(tree: Tree): Findings {
  const idsUnder = (folder: string) =>
    new Set(
      tree.paths
        .filter(p => p.startsWith(folder))
        .flatMap(p => p.slice(folder.length).split('/').slice(0, -1)[0] ?? []),
    );
  const page = idsUnder('src/kernels/');
  const device = idsUnder('cuda/kernels/');
  return [
    ...[...page].filter(id => !device.has(id)).map(id => `src/kernels/${id} has no cuda/kernels/${id}`),
    ...[...device].filter(id => !page.has(id)).map(id => `cuda/kernels/${id} has no src/kernels/${id}`),
  ];
}
