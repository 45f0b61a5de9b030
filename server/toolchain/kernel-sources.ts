/** The sources of a kernel's build, and the hash that tells two builds apart. */
import { assert } from '../../src/base/assert.ts';
import type { BuildPlan } from './build-plan.ts';
import { ptxFlags } from './command-line.ts';
import { hashSources, readSourceTree, type SourceFile } from './source-tree.ts';

export interface KernelSources {
  readonly files: readonly SourceFile[];
  readonly flags: readonly string[];
  /** sha256 of both: the `sourceHash` of a build and of a run. */
  readonly hash: string;
}

/** @param checkout folder with `cuda/`. */
export const readKernelSources = (checkout: string, { spec, arch }: BuildPlan): Promise<KernelSources> =>
  sourcesWith(checkout, spec.source, ptxFlags(spec, arch));

/** The same with any flags; a file that `-include` names is a source, too. */
export async function sourcesWith(checkout: string, source: string, flags: readonly string[]): Promise<KernelSources> {
  const besides = flags.filter((_, i) => flags[i - 1] === '-include');
  const files = await readSourceTree(checkout, source, besides);
  assert(files.length > 0, 'a kernel has a source');
  return { files, flags, hash: hashSources(files, flags) };
}
