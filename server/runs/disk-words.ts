/** What the user is told when the disk, or the right to use it, is the cause of a failure. */

/** The name in messages about a failure during a job, since no path is sent to the page. */
export const WORK_FOLDER = 'the data folder';

/**
 * A sentence for an error of a file operation; null for any other error, which is a bug. @param what what could not be
 * used; at the start, a path.
 */
export function diskWords(error: unknown, what: string): string | null {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const words = WORDS[code];
  return words === undefined ? null : `${what} ${words}`;
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'cannot be written, since its disk is full: free some space, then try again',
  EDQUOT: 'cannot be written, since your quota of its disk is used up: free some space, then try again',
  EROFS: 'cannot be written, since its file system is read-only: use --data-dir with another folder',
  EACCES:
    'cannot be used, since you may not write there: change its permissions, or use --data-dir with another folder',
  EPERM: 'cannot be used, since you may not write there: change its permissions, or use --data-dir with another folder',
  ENOENT: 'no longer exists: start Lanescape again',
  ENOTDIR: 'cannot be a folder, since a file is in the way: move the file, or use --data-dir with another folder',
  EEXIST: 'cannot be a folder, since a file is in the way: move the file, or use --data-dir with another folder',
  EIO: 'could not be read or written: check its disk, then try again',
  EMFILE: 'cannot be used, since too many files are open: close some programs, then try again',
  ENFILE: 'cannot be used, since too many files are open: close some programs, then try again',
  ENAMETOOLONG: 'cannot be used, since its name is too long: use --data-dir with another folder',
  ELOOP: 'cannot be used, since its links lead in a circle: use --data-dir with another folder',
};
