/**
 * Finds where a diff of CUDA sources is opened: variants differ first in their head comments, and only then in their
 * code. Pure.
 */
import type { DiffLine } from '../base/line-diff.ts';

const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;

/** Index of the first line of code that comes or goes; of the first change where only comments do, -1 without any. */
export function firstCodeChange(lines: readonly Pick<DiffLine, 'kind' | 'text'>[]): number {
  const isChange = ({ kind }: Pick<DiffLine, 'kind'>): boolean => kind !== 'same';
  const code = lines.findIndex(line => isChange(line) && line.text.trim() !== '' && !COMMENT.test(line.text));
  return code < 0 ? lines.findIndex(isChange) : code;
}
