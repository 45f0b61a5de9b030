/** Long lists of numbers in a recording's text: tables count up for a while, then start elsewhere. */

/** Most numbers of a decoded list: no table of a launch is longer, and a few bytes of text must not fill the memory. */
const MAX_NUMBERS = 2 ** 20;

/** The difference of two is exact. */
const isExact = (value: unknown): value is number => Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 52;

/**
 * First, step, count; first, step, count; … Greedy, so that a number that stands alone is a run of 1. null for what is no list of
 * whole numbers.
 */
export function numberRuns(values: readonly unknown[]): number[] | null {
  if (!values.every(isExact) || values.length > MAX_NUMBERS) return null;
  const runs: number[] = [];
  for (let start = 0; start < values.length; ) {
    const step = start + 1 < values.length ? values[start + 1] - values[start] : 0;
    let end = start + 1;
    while (end < values.length && values[end] - values[end - 1] === step) end++;
    runs.push(values[start], step, end - start);
    start = end;
  }
  return runs;
}

/** The list that they stand for; null for what is no runs. */
export function numbersOfRuns(runs: unknown): number[] | null {
  if (!Array.isArray(runs) || runs.length % 3 !== 0 || !runs.every(Number.isSafeInteger)) return null;
  const values: number[] = [];
  for (let at = 0; at < runs.length; at += 3) {
    const [first, step, count] = runs.slice(at, at + 3);
    if (count < 1 || values.length + count > MAX_NUMBERS) return null;
    for (let i = 0; i < count; i++) values.push(first + i * step);
  }
  return values;
}
