/**
 * Checks that no two files export a type with the same name. A reader who finds `Place` then knows which one is meant,
 * and an editor that offers an import offers the right one.
 */
import type { Findings, Tree } from './tree.ts';

const TYPESCRIPT = /^(src|server|cli|scripts)\/.*\.tsx?$/;
const DECLARATION = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) ([A-Za-z_$][\w$]*)/gm;

export function checkTypeNames(tree: Tree): Findings {
  const pathsOf = new Map<string, string[]>();
  for (const path of tree.paths.filter(candidate => TYPESCRIPT.test(candidate)))
    for (const [, name] of tree.read(path).matchAll(DECLARATION)) {
      const paths = pathsOf.get(name);
      if (paths) paths.push(path);
      else pathsOf.set(name, [path]);
    }
  return [...pathsOf]
    .filter(([, paths]) => new Set(paths).size > 1)
    .map(([name, paths]) => `${name} is a type of ${paths.join(' and ')}: import one, rename one, or export one less`);
}
