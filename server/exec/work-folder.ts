/**
 * Private folders for jobs: `<parent>/<owner>/job-XXXXXX`, mode 0700, with names chosen here. Each is removed when its
 * job ends. Processes and folders that a killed server left are removed at the next start.
 */
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { becomeOwner, deadOwner } from './owner.ts';
import { killMarked } from './process-tree.ts';

export interface WorkRoot {
  readonly folder: string;
  inFolder<T>(use: (folder: string) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export async function createWorkRoot(parent: string): Promise<WorkRoot> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  // Compilers print the resolved path, so that is the one to find in their output.
  const place = await realpath(parent);
  const owner = becomeOwner(place);
  await mkdir(owner.folder, { mode: 0o700 });
  await sweep(place);
  return {
    folder: owner.folder,
    inFolder: async use => {
      const folder = await mkdtemp(join(owner.folder, 'job-'));
      try {
        return await use(folder);
      } finally {
        // This removes a symbolic link, not its target. What cannot be removed now is removed with the owner.
        await rm(folder, { recursive: true, force: true }).catch(() => {});
      }
    },
    remove: () => owner.release(),
  };
}

/** Processes are ended first, since a live one could still write into its folder, whose path is in its mark. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = deadOwner(parent, name);
    if (owner === null) continue;
    await killMarked(`/${basename(owner.folder)}/`);
    await owner.release();
  }
}
