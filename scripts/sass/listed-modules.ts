/** The compiled modules whose machine code the page shows: those of Hopper, with the PTX that each is assembled from. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hopperArch, kernelRuns, moduleName } from '../replay/replay-launch.ts';
import { projectRoot } from '../tree.ts';

export interface ListedModule {
  /** Of the PTX, below `public/ptx`. */
  readonly path: string;
  /** As the replay's jobs name it. */
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

/** From the project's root. */
export const sassPath = (ptxPath: string): string => `public/sass/${ptxPath.replace(/\.ptx$/, '.sass')}`;

/** First line of a file: who disassembled it, for the page, and of which PTX it is. */
export const sassHead = (toolkit: string, { ptxHash }: ListedModule): string =>
  `// nvdisasm ${toolkit}, PTX ${ptxHash.slice(0, HASH_DIGITS)}`;

const HASH_DIGITS = 16;

export const isOfToday = (sass: string, { ptxHash }: ListedModule): boolean =>
  sass.split('\n', 1)[0].endsWith(`, PTX ${ptxHash.slice(0, HASH_DIGITS)}`);
