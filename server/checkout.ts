/** Finds the folder with `cuda/`, `dist/` and `public/`: above this file, also when this file is part of a bundle. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function findCheckout(from = import.meta.dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'cuda/kernels'))) {
    const parent = dirname(folder);
    // Without kernels there is nothing to compile; the page then lies beside this folder.
    if (parent === folder) return dirname(from);
    folder = parent;
  }
  return folder;
}
