/** Products of quad pairs: what `cuda/replay/quad-pairs.cu` printed, a line for each variant. */

/** By variant, `row.col f16`: what the lanes hold of the product, 8 numbers each. */
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
