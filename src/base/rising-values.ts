/** Places in rising values, found by binary search. */

/** How many are at most a limit. */
export function countUpTo(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many are below it, where that is known of the first `start`: the next of many limits is often near. */
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
