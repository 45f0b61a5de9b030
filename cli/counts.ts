/** Numbers in options: limits, times and lists of CTAs. */
import { err, ok, type Result } from '../src/base/result.ts';

/** Without the option, the limit is infinite. */
export function limitOf(option: string, text: string | undefined, unit: string): Result<number, string> {
  if (text === undefined) return ok(Number.POSITIVE_INFINITY);
  return /^\d{1,9}$/.test(text) ? ok(Number(text)) : err(`--${option} ${text}: expected a count of ${unit}`);
}

export function secondsOf(text: string | undefined): Result<number, string> {
  if (text === undefined) return ok(Number.POSITIVE_INFINITY);
  const seconds = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : 0;
  return seconds > 0 ? ok(seconds) : err(`--max-seconds ${text}: expected seconds above 0`);
}

/** A longer list is most likely a mistyped range. */
const MOST_CTAS = 2 ** 20;

/** Reads `0,8-11` as 0, 8, 9, 10, 11; null means all CTAs. */
export function ctasOf(text: string | undefined): Result<readonly number[] | null, string> {
  if (text === undefined) return ok(null);
  const ranges = text.split(',').map(part => /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(part));
  const bounds = ranges.map(range => (range ? [Number(range[1]), Number(range[2] ?? range[1])] : [1, 0]));
  const count = bounds.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (bounds.some(([first, last]) => last < first) || count > MOST_CTAS)
    return err(`--ctas ${text}: expected at most ${MOST_CTAS} numbers and ranges, such as 0,8-11`);
  const ctas = bounds.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  return ok([...new Set(ctas)]);
}
