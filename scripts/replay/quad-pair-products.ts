/** Reads products of quad pairs: what `cuda/replay/quad-pairs.cu` printed, a line for each variant. */

/** Products by variant, such as `row.col f16`: the elements that each lane holds, 8 numbers each. */
export const quadPairProducts = (text: string): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map(line => {
        const [variant, numbers] = line.split(': ');
        return [variant, numbers.split(' ').map(Number)];
      }),
  );
