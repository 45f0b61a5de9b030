/**
 * Reads what `cuda/replay/cluster-needs.cu` printed: a line for each launch, `st.async, no cluster, plain address:
 * cudaSuccess, word 7, done 1`.
 */

export const FAULTED = 'fault';

/** For each launch, such as `st.async, no cluster, plain address`: the word that it left, or that it faulted. */
export const clusterNeeds = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map(line => {
        const [launch, outcome] = line.split(': ');
        const [error, word, done] = outcome.split(', ');
        if (error === 'cudaSuccess' && done !== 'done 1') throw new Error(line);
        return [launch, error === 'cudaSuccess' ? word : FAULTED];
      }),
  );
