/** Least and greatest of any number of values: as arguments of `Math.max`, those of a long program overflow the stack. */

/** -Infinity where there is none. */
export const greatestOf = (values: Iterable<number>): number => {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const value of values) greatest = Math.max(greatest, value);
  return greatest;
};

/** Infinity where there is none. */
export const leastOf = (values: Iterable<number>): number => {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) least = Math.min(least, value);
  return least;
};
