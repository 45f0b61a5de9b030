/** Places in rising values, found by binary search. */

/** Number of values that are at most `limit`. */
export function countUpTo(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Number of values below `limit`. The caller knows that the first `start` values are: when it asks for many rising
 * limits, the next is often near.
 */
export function countBelow(values: Float64Array, limit: number, start = 0): number {
  let [low, high] = [start, start];
  for (let stride = 1; high < values.length && values[high] < limit; stride *= 2) {
    low = high + 1;
    high = Math.min(values.length, high + stride);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
