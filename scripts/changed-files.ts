/** What git says has changed. */
import { execFileSync } from 'node:child_process';

/** Since the last commit, new files included; where nothing has, what that commit changed. Paths from the root, sorted. */
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
