/**
 * Private folders for jobs: `<parent>/<owner>/job-XXXXXX`, mode 0700, names chosen here. Each is removed when its job ends;
 * what a killed server left behind, processes and folders, is removed at the next start.
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
  // Compilers print the resolved path: that is the one to recognise in what they say.
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
        // A symbolic link goes, not what it points to. What cannot be removed now goes with the owner.
        await rm(folder, { recursive: true, force: true }).catch(() => {});
      }
    },
    remove: () => owner.release(),
  };
}

/** Processes first: one that lives could still write into its folder, whose path its mark has. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = deadOwner(parent, name);
    if (owner === null) continue;
    await killMarked(`/${basename(owner.folder)}/`);
    await owner.release();
  }
}
