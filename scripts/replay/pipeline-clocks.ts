/**
 * Reads what `cuda/replay/pipeline-clocks.cu` printed: a line for each measurement, `copy latency, 16 bytes, L2, clk: 256
 * 288 309 340 354`.
 */

/**
 * Samples by measurement, such as `copy latency, 16 bytes, L2, clk`: count, least, median, 90th percentile, greatest.
 */
export function pipelineClocks(text: string): Readonly<Record<string, readonly number[]>> {
  const lines = text.trim().split('\n');
  return Object.fromEntries(
    lines.map(line => {
      const [what, numbers] = line.split(': ');
      const samples = numbers.split(' ').map(Number);
      if (samples.length !== 5 || !samples.every(number => number > 0)) throw new Error(line);
      return [what, samples];
    }),
  );
}
