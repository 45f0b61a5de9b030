/** Contents of the committed PTX: every build of a kernel, its sources, and one hash over all of these. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { ptxFlags } from '../server/toolchain/command-line.ts';
import { compileParams } from '../src/kernels/compile-params.ts';
import type { Kernel } from '../src/kernels/kernel.ts';
import type { Tree } from './tree.ts';

/** One call of nvcc, from the project's root. */
export interface PtxBuild {
  /** `cuda/kernels/transpose/padded.cu` */
  readonly source: string;
  /** All arguments except source and output. */
  readonly flags: readonly string[];
  /** Path below `PTX_FOLDER`. */
  readonly output: string;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Variants of one source share its builds. */
export function buildsOf(kernel: Kernel): PtxBuild[] {
  const builds = new Map<string, PtxBuild>();
  for (const { id } of kernel.variants)
    for (const params of compileParams(kernel)) {
      const spec = kernel.build(id, params);
      for (const arch of kernel.archs.filter(each => kernel.shortfall(id, params, each) === null)) {
        const output = kernel.ptxPath(id, params, arch);
        builds.set(output, { source: `cuda/kernels/${spec.source}`, flags: ptxFlags(spec, arch), output });
      }
    }
  return [...builds.values()];
}

/** The kernel's `.cu` files, and every header of ours that they include, directly or through others. */
export function sourcesOf(tree: Tree, kernel: Kernel): string[] {
  const found = new Set(buildsOf(kernel).map(build => build.source));
  // The iteration of a Set also reaches entries that are added during it.
  for (const path of found) for (const header of headersOf(tree, path)) found.add(header);
  return [...found].sort();
}

function headersOf(tree: Tree, path: string): string[] {
  const names = [...tree.read(path).matchAll(/^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)"/gm)].map(match => match[1]);
  return names.flatMap(name => {
    const candidates = [posix.join(posix.dirname(path), name), posix.join('cuda/include', name)];
    return candidates.find(candidate => tree.paths.includes(candidate)) ?? [];
  });
}

export const sourceHash = (tree: Tree, kernel: Kernel): string =>
  sha256(JSON.stringify([sourcesOf(tree, kernel).map(path => [path, tree.read(path)]), buildsOf(kernel)]));
