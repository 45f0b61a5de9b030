/**
 * `npm run house-figures -- [--json] [COMMIT…]`: files, lines and functions of the project by folder, with one column for
 * each commit. Without a commit it measures the working tree. Every column is counted by today's rules.
 */
import { execFileSync } from 'node:child_process';
import { type ESTree, parseSync, Visitor } from 'vite';
import { readCommandLine } from './command-line.ts';
import { lineAt } from './module-imports.ts';
import { tableOf } from './tables/written-table.ts';
import { isCode, isTestOnly, projectRoot, type Tree, treeFrom, treeOf } from './tree.ts';

interface Amount {
  readonly files: number;
  readonly lines: number;
}

export interface HouseFigures {
  /** All files of the project, of any kind. */
  readonly files: number;
  /** TypeScript and TSX without tests, by folder. */
  readonly code: Readonly<Record<string, Amount>>;
  readonly tests: Amount;
  readonly css: Amount;
  /** Functions of `code` that have a name of their own, and their lengths in lines. */
  readonly functions: { readonly count: number; readonly p50: number; readonly p90: number; readonly longest: number };
}

export function figuresOf(tree: Tree): HouseFigures {
  const own = tree.paths.filter(path => isCode(path) && !path.includes('.generated.'));
  const code = own.filter(path => !isTestOnly(path));
  const folders = [...new Set(code.map(folderOf))].sort();
  const inFolder = (folder: string) => code.filter(path => folderOf(path) === folder);
  return {
    files: tree.paths.length,
    code: Object.fromEntries(folders.map(folder => [folder, amountOf(tree, inFolder(folder))])),
    tests: amountOf(tree, own.filter(isTestOnly)),
    css: amountOf(
      tree,
      tree.paths.filter(path => path.endsWith('.css')),
    ),
    functions: spread(code.flatMap(path => functionLengths(path, tree.read(path)))),
  };
}

/** `src/model` for a file in a layer, `scripts` for a file elsewhere, `.` for the root itself. */
function folderOf(path: string): string {
  const [top, layer, ...rest] = path.split('/');
  if (layer === undefined) return '.';
  return top === 'src' && rest.length > 0 ? `src/${layer}` : top;
}

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

const amountOf = (tree: Tree, paths: readonly string[]): Amount => ({
  files: paths.length,
  lines: paths.reduce((sum, path) => sum + linesOf(tree.read(path)), 0),
});

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Declared functions, methods, and functions that give a constant or a property its value. A callback counts as part of
 * its caller.
 */
export function functionLengths(path: string, text: string): number[] {
  const found: number[] = [];
  const measure = (node: ESTree.Node | null) => {
    if (node && FUNCTIONS.has(node.type)) found.push(lineAt(text, node.end) - lineAt(text, node.start) + 1);
  };
  new Visitor({
    FunctionDeclaration: measure,
    MethodDefinition: node => measure(node.value),
    VariableDeclarator: node => measure(node.init),
    Property: node => measure(node.value),
  }).visit(parseSync(path, text).program);
  return found;
}

function spread(lengths: readonly number[]): HouseFigures['functions'] {
  const sorted = [...lengths].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), longest: at(1) };
}

/** A commit's files, read through git without a checkout. */
function treeOfCommit(root: string, commit: string): Tree {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: root, input, maxBuffer: 1 << 29 });
  const paths = git(['ls-tree', '-r', '-z', '--name-only', commit]).toString().split('\0').filter(Boolean);
  const asked = paths.filter(path => isCode(path) || path.endsWith('.css'));
  const texts = blobsOf(git(['cat-file', '--batch'], asked.map(path => `${commit}:${path}\n`).join('')));
  const read = new Map(asked.map((path, i) => [path, texts[i]]));
  return treeFrom(Object.fromEntries(paths.map(path => [path, read.get(path) ?? ''])));
}

/** Each object in git's batch output: a line with its size in bytes, its bytes, a line end. */
function blobsOf(batch: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < batch.length; ) {
    const start = batch.indexOf('\n', at) + 1;
    const end = start + Number(batch.toString('utf8', at, start).trim().split(' ')[2]);
    texts.push(batch.toString('utf8', start, end));
    at = end + 1;
  }
  return texts;
}

/** The figures of several trees side by side. */
export function figureTable(columns: ReadonlyMap<string, HouseFigures>): string[] {
  const all = [...columns.values()];
  const folders = [...new Set(all.flatMap(figures => Object.keys(figures.code)))].sort();
  const row = (name: string, of: (figures: HouseFigures) => number) => [name, ...all.map(f => format(of(f)))];
  const total = (figures: HouseFigures, key: keyof Amount) =>
    Object.values(figures.code).reduce((sum, amount) => sum + amount[key], 0);
  return tableOf(['', ...columns.keys()], 1, [
    row('all files', f => f.files),
    row('code files', f => total(f, 'files')),
    row('code lines', f => total(f, 'lines')),
    ...folders.map(folder => row(`lines of ${folder}`, f => f.code[folder]?.lines ?? 0)),
    row('test files', f => f.tests.files),
    row('test lines', f => f.tests.lines),
    row('CSS files', f => f.css.files),
    row('CSS lines', f => f.css.lines),
    row('named functions', f => f.functions.count),
    row('median function, lines', f => f.functions.p50),
    row('90 % of functions, lines at most', f => f.functions.p90),
    row('longest function, lines', f => f.functions.longest),
  ]);
}

const format = (n: number): string => n.toLocaleString('en');

if (import.meta.main) {
  const { values, positionals } = readCommandLine('usage: npm run house-figures -- [--json] [COMMIT…]', {
    options: { json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const columns = new Map(
    positionals.length === 0
      ? [['working tree', figuresOf(treeOf(projectRoot))]]
      : positionals.map(commit => [commit, figuresOf(treeOfCommit(projectRoot, commit))]),
  );
  if (values.json) console.log(JSON.stringify(Object.fromEntries(columns), null, 2));
  else for (const line of figureTable(columns)) console.log(line);
}
