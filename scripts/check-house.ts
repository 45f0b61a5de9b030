/**
 * Rules of the house that no other tool knows: names, purposes of folders, sizes declared once, and words that no file
 * may contain.
 */
import type { Findings, Tree } from './tree.ts';

export const checkHouse = (tree: Tree): Findings => [
  ...tree.paths.flatMap(checkName),
  ...checkPurposes(tree),
  ...checkSizesOfHardware(tree),
  ...tree.paths.filter(isProse).flatMap(path => checkMentions(path, tree.read(path))),
  ...tree.paths.filter(path => path.endsWith('.md')).flatMap(path => checkTestNames(tree, path)),
];

const DOCUMENT = /^(README|GLOSSARY|LICENSE|CONTRIBUTING)(\.md)?(\.template)?$/;
/** nvcc's own name for an architecture. */
const ARCHITECTURE = /sm_\d+[a-z]?/;
const KEBAB_CASE = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9_-]+)*$/;
/** A file that Python imports must have an identifier as its name. */
const PYTHON_MODULE = /^[a-z0-9_]+\.py$/;
/** Names that do not say what is inside. */
const EMPTY_NAME = /(^|-)(utils?|common|helpers?|managers?|misc)(\.|-|$)/;

function checkName(path: string): Findings {
  return path.split('/').flatMap(name => {
    if (DOCUMENT.test(name) || PYTHON_MODULE.test(name)) return [];
    if (!KEBAB_CASE.test(name.replace(ARCHITECTURE, 'sm'))) return [`${path}: "${name}" is not kebab-case`];
    return EMPTY_NAME.test(name) ? [`${path}: "${name}" does not say what it is about`] : [];
  });
}

const TOP_FOLDERS = ['src', 'server', 'cuda', 'cli', 'scripts', 'public'];

function checkPurposes(tree: Tree): Findings {
  const missing = TOP_FOLDERS.map(folder => `${folder}/README.md`).filter(path => !tree.paths.includes(path));
  const map = tree.paths.includes('src/README.md') ? tree.read('src/README.md') : '';
  const folders = new Set(tree.paths.flatMap(path => /^src\/([^/]+)\//.exec(path)?.[1] ?? []));
  return [
    ...missing.map(path => `${path} is missing: one line that says what the folder is for`),
    ...[...folders]
      .filter(f => !map.includes(`\`${f}/\``))
      .map(f => `src/README.md does not say what \`${f}/\` is for`),
  ];
}

const HARDWARE = 'src/base/hardware.ts';

/** Sizes of the hardware are declared only there. The rest of `base` knows no hardware and speaks only of numbers. */
function checkSizesOfHardware(tree: Tree): Findings {
  if (!tree.paths.includes(HARDWARE)) return [];
  const names = [...tree.read(HARDWARE).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const again = new RegExp(`^ *(?:export )?const (${names.join('|')}) = [\\d_ *]+;`, 'gm');
  const others = tree.paths.filter(path => /\.tsx?$/.test(path) && !path.startsWith('src/base/'));
  return others.flatMap(path =>
    [...tree.read(path).matchAll(again)].map(
      ([, name]) => `${path} declares ${name} again: import it from ${HARDWARE}`,
    ),
  );
}

const NEVER: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a path of one machine', pattern: /(?<![\w.})-])\/(work|tmp|root|home|Users)\/[\w.-]/ },
  { what: 'a package registry', pattern: /\bregistry\.[a-z0-9-]+\.[a-z]+/ },
  {
    what: 'how the work was organised',
    pattern: /\b(this|earlier|last) session\b|\bissue #?\d+|\bhelpers?\b|\bworkplace\b/i,
  },
];

/** Every text except this file and its test, which must contain the words that they search for. */
const isProse = (path: string): boolean =>
  !path.startsWith('scripts/check-house') && /\.(ts|tsx|mjs|css|html|json|md|cu|cuh|cpp|py|svg)$/.test(path);

function checkMentions(path: string, text: string): Findings {
  return text.split('\n').flatMap((line, i) => {
    const hit = NEVER.find(({ pattern }) => pattern.test(line));
    return hit ? [`${path}:${i + 1} mentions ${hit.what}: ${line.trim().slice(0, 100)}`] : [];
  });
}

/** If a document names a test as evidence, that test must exist. */
function checkTestNames(tree: Tree, path: string): Findings {
  const named = [...tree.read(path).matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, name]) => name);
  const exists = (name: string) =>
    tree.paths.some(other => `/${other}`.endsWith(`/${name.replace(/^(\.\.?\/)+/, '')}`));
  return named.filter(name => !exists(name)).map(name => `${path} names ${name}, which does not exist`);
}
