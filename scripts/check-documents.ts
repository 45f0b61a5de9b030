/** Checks that links of documents, and files named by their path in documents and comments, exist. */
import { posix } from 'node:path';
import { type Findings, isTestOnly, type Tree } from './tree.ts';

export const checkDocuments = (tree: Tree): Findings => {
  const isThere = existenceIn(tree);
  return tree.paths
    .filter(isChecked)
    .flatMap(path => [
      ...linksOf(tree, path).filter(({ target }) => !isThere(posix.join(posix.dirname(path), target))),
      ...namedFiles(tree, path).filter(
        ({ target }) => !isThere(target) && !isThere(posix.join(posix.dirname(path), target)),
      ),
    ])
    .map(({ path, line, target }) => `${path}:${line} names ${target}, which does not exist`);
};

interface Named {
  readonly path: string;
  readonly line: number;
  readonly target: string;
}

/** Tests, and this file's own test, name files that do not exist on purpose. */
const isChecked = (path: string): boolean =>
  /\.(ts|tsx|mjs|css|md|cu|cuh|cpp|py|template)$/.test(path) && !isTestOnly(path) && !path.includes('.generated.');

/** Links of a document to files of the project. */
function linksOf(tree: Tree, path: string): Named[] {
  if (!path.endsWith('.md')) return [];
  return namedIn(tree, path, text => text.split('](').slice(1)).flatMap(({ line, target }) => {
    const [place] = target.split(/[)#\s]/, 1);
    return place === '' || place.includes(':') ? [] : [{ path, line, target: place }];
  });
}

const FROM_ROOT = /^(src|scripts|server|cli|cuda|docs|public)\//;
const CODE = /\.(tsx?|mjs|css|cuh?|cpp|py)$/;

/** A document by its name, or a file by its path from the root; in a document, also a folder in code marks. */
function namedFiles(tree: Tree, path: string): Named[] {
  const files = namedIn(tree, path, text => text.split(/[^\w./${}<>*…-]/).map(word => word.replace(/[.,]$/, '')));
  const folders = path.endsWith('.md') ? namedIn(tree, path, text => text.split('`')) : [];
  return [
    ...files.filter(({ target }) => /^[\w.-][\w./-]*\.md$/.test(target) || (isPath(target) && CODE.test(target))),
    ...folders.filter(({ target }) => isPath(target)),
  ];
}

const isPath = (target: string): boolean => FROM_ROOT.test(target) && /^[\w./-]+$/.test(target);

const namedIn = (tree: Tree, path: string, split: (line: string) => readonly string[]): Named[] =>
  tree
    .read(path)
    .split('\n')
    .flatMap((text, i) => split(text).map(target => ({ path, line: i + 1, target })));

/** Whether a file or folder exists, by its path from the root. */
function existenceIn(tree: Tree): (path: string) => boolean {
  const there = new Set(tree.paths);
  for (const path of tree.paths)
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) there.add(folder);
  return path => there.has(path.replace(/\/$/, ''));
}
