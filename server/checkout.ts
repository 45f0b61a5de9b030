/** Where `cuda/`, `dist/` and `public/` lie: above this file, also when it is part of a bundle. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function findCheckout(from = import.meta.dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'cuda/kernels'))) {
    const parent = dirname(folder);
    // Without kernels there is nothing to compile, and the page lies beside this folder.
    if (parent === folder) return dirname(from);
    folder = parent;
  }
  return folder;
}
