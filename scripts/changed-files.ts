/** Finds the files that have changed, according to git. */
import { execFileSync } from 'node:child_process';

/**
 * Files that differ from the last commit, new ones included; if none does, those that this commit changed. Paths from the
 * root, sorted.
 */
export function changedFiles(root: string): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
      .split('\0')
      .filter(Boolean);
  const open = [
    ...git('diff', '-z', '--name-only', '--no-renames', '--relative', 'HEAD'),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
  const changed =
    open.length > 0 ? open : git('diff', '-z', '--name-only', '--no-renames', '--relative', 'HEAD~1', 'HEAD');
  return [...new Set(changed)].sort();
}
