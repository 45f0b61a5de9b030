/** What a build of a kernel is made of, and the hash that tells two builds apart. */
import { assert } from '../../src/base/assert.ts';
import type { BuildPlan } from './build-plan.ts';
import { ptxFlags } from './command-line.ts';
import { hashSources, readSourceTree, type SourceFile } from './source-tree.ts';

export interface KernelSources {
  readonly files: readonly SourceFile[];
  readonly flags: readonly string[];
  /** sha256 of both: `sourceHash` of a build and of a run. */
  readonly hash: string;
}

/** `checkout`: folder with `cuda/`. */
export async function readKernelSources(checkout: string, { spec, arch }: BuildPlan): Promise<KernelSources> {
  const files = await readSourceTree(checkout, spec.source);
  assert(files.length > 0, 'a kernel has a source');
  const flags = ptxFlags(spec, arch);
  return { files, flags, hash: hashSources(files, flags) };
}
