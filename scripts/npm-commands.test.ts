/** Tests that every script with a command line is an npm command, which finds the pinned Node on any machine. */
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { isCode, isTestOnly, projectRoot, type Tree, treeFrom, treeOf } from './tree.ts';

const DECLARATION = /^(Import|Export|Variable|Function|Class|TS)/;

/** Whether the file does something when it is loaded, or when it is the main program. */
const isProgram = (path: string, text: string): boolean =>
  text.includes('import.meta.main') || parseSync(path, text).program.body.some(node => !DECLARATION.test(node.type));

/** Programs in `scripts` that package.json does not name and that no other script starts. */
function unnamedPrograms(tree: Tree): string[] {
  const commands = tree.read('package.json');
  // `npm run bench` starts every file in its folder.
  const isOurs = (path: string) => path.startsWith('scripts/') && !path.startsWith('scripts/bench/');
  const scripts = tree.paths.filter(path => isOurs(path) && isCode(path) && !isTestOnly(path));
  const isStarted = (path: string) => {
    const name = new RegExp(`'[^'\n]*\\b${path.split('/').at(-1)!.replaceAll('.', '\\.')}'`);
    return scripts.some(
      other => other !== path && name.test(tree.read(other).replaceAll(/(from|import\() ?'.*'/g, '')),
    );
  };
  return scripts.filter(
    path => isProgram(path, tree.read(path)) && !new RegExp(`node ${path}[ "]`).test(commands) && !isStarted(path),
  );
}

test('a script that package.json lacks is found; one that another starts, and a module, are not', () => {
  const tree = treeFrom({
    'package.json': '{ "scripts": { "a": "node scripts/a.ts" } }',
    'scripts/a.ts': "import { b } from './b.ts';\nfork('child.ts');\n",
    'scripts/b.ts': 'export const b = 1;\nif (import.meta.main) console.log(b);\n',
    'scripts/c/module.ts': 'export const c = 1;\n',
    'scripts/c/child.ts': 'console.log(1);\n',
  });
  expect(unnamedPrograms(tree)).toEqual(['scripts/b.ts']);
});

test('every script is a command', () => {
  expect(unnamedPrograms(treeOf(projectRoot))).toEqual([]);
});
