/**
 * Reads what `cuda/replay/cluster-words.cu` printed: a line for each launch, `shape 4 4 2 cluster 2 2 1: cudaSuccess`,
 * then its words, CTA by CTA.
 */

/** Runs by grid and cluster, such as `4 4 2 in 2 2 1`, or `async`. */
export function clusterRuns(text: string): Readonly<Record<string, readonly string[]>> {
  const runs: Record<string, string[]> = {};
  let words: string[] = [];
  for (const line of text.split('\n')) {
    const launch = /^(?:shape (\d+ \d+ \d+) cluster (\d+ \d+ \d+)|async): (\w+)$/.exec(line);
    if (launch) {
      const [, grid, cluster, outcome] = launch;
      if (outcome !== 'cudaSuccess') throw new Error(line);
      words = runs[grid ? `${grid} in ${cluster}` : 'async'] = [];
    }
    const found = /^(?:addresses|async) \d+ (.*)$/.exec(line);
    if (found) words.push(found[1]);
  }
  return runs;
}
