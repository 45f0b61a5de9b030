/** The compiled modules whose machine code the page shows: those for Hopper, with the PTX from which each is assembled. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hopperArch, kernelRuns, moduleName } from '../replay/replay-launch.ts';
import { projectRoot } from '../tree.ts';

export interface ListedModule {
  /** Path of the PTX, below `public/ptx`. */
  readonly path: string;
  /** The name in jobs of `replay`. */
  readonly name: string;
  readonly entry: string;
  /** sha256. */
  readonly ptxHash: string;
}

export function listedModules(): ListedModule[] {
  const modules = new Map<string, ListedModule>();
  for (const { kernel, variant, params } of kernelRuns()) {
    const path = kernel.ptxPath(variant, params, hopperArch(kernel));
    const { entry } = kernel.build(variant, params);
    modules.set(path, { path, name: moduleName(path), entry, ptxHash: hashOf(path) });
  }
  return [...modules.values()];
}

const hashOf = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(join(projectRoot, 'public/ptx', path)))
    .digest('hex');

/** Path from the project's root. */
export const sassPath = (ptxPath: string): string => `public/sass/${ptxPath.replace(/\.ptx$/, '.sass')}`;

/** First line of a file: the disassembler, for the page, and the hash of the PTX. */
export const sassHead = (toolkit: string, { ptxHash }: ListedModule): string =>
  `// nvdisasm ${toolkit}, PTX ${ptxHash.slice(0, HASH_DIGITS)}`;

const HASH_DIGITS = 16;

export const isOfToday = (sass: string, { ptxHash }: ListedModule): boolean =>
  sass.split('\n', 1)[0].endsWith(`, PTX ${ptxHash.slice(0, HASH_DIGITS)}`);
