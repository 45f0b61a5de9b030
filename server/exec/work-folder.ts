/**
 * Private folders for jobs: `<parent>/<server's pid>-XXXXXX/job-XXXXXX`, mode 0700, names chosen here. Each is removed
 * when its job ends; what a killed server left behind is removed at the next start.
 */
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface WorkRoot {
  inFolder<T>(use: (folder: string) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export async function createWorkRoot(parent: string): Promise<WorkRoot> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await sweep(parent);
  // Compilers print the resolved path: that is the one to recognise in what they say.
  const root = await realpath(await mkdtemp(join(parent, `${process.pid}-`)));
  return {
    inFolder: async use => {
      const folder = await mkdtemp(join(root, 'job-'));
      try {
        return await use(folder);
      } finally {
        await removeFolder(folder);
      }
    },
    remove: () => removeFolder(root),
  };
}

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (Number.isInteger(pid) && !isAlive(pid)) await removeFolder(join(parent, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `rm` removes a symbolic link, not what it points to. What cannot be removed now is swept at a later start. */
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true }).catch(() => {});
