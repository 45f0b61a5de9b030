/**
 * Finds modules that import each other in a circle, also through types or on demand. None of them can be read, tested or
 * moved without all the others. The address of a worker does not count, since another thread loads it.
 */
import { importedFiles } from './check-imports.ts';
import { type Findings, isCode, type Tree } from './tree.ts';

/** How many modules are still in a circle; the number may only fall. */
const MOST_IN_CIRCLES = 31;

/** The modules of each circle, by name: sets in which every module reaches every other. */
export function circlesOf(tree: Tree): string[][] {
  const code = new Set(tree.paths.filter(isCode));
  const imports = new Map(
    [...code].map(path => [path, importedFiles(tree, path, isOfThread).filter(to => code.has(to))]),
  );
  return components(imports)
    .filter(circle => circle.length > 1 || imports.get(circle[0])!.includes(circle[0]))
    .map(circle => circle.sort());
}

const isOfThread = ({ kind, specifier }: { kind: string; specifier: string }): boolean =>
  kind !== 'url' && !specifier.includes('?worker');

/** Strongly connected components of a graph, by Tarjan's algorithm. */
function components(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const path: string[] = [];
  const isDone = new Set<string>();
  /** Finds the earliest module on the path that `from` leads back to. */
  const visit = (from: string): number => {
    const own = order.size;
    order.set(from, own);
    const depth = path.push(from);
    let earliest = own;
    for (const to of edges.get(from)!) if (!isDone.has(to)) earliest = Math.min(earliest, order.get(to) ?? visit(to));
    if (earliest === own) {
      const component = path.splice(depth - 1);
      for (const member of component) isDone.add(member);
      found.push(component);
    }
    return earliest;
  };
  for (const from of edges.keys()) if (!order.has(from)) visit(from);
  return found;
}

export function checkCircles(tree: Tree, most = MOST_IN_CIRCLES): Findings {
  const circles = circlesOf(tree);
  const modules = circles.flat().length;
  if (modules <= most) return [];
  return [
    `${modules} modules import each other in circles, ${most} is the limit:`,
    ...circles.map(c => `  ${c.join(' ')}`),
  ];
}
