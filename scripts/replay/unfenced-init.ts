/** Reads what `cuda/replay/unfenced-init.cu` printed: `unfenced: 4000000 CTAs, words wrong 0, waits lost 0, cudaSuccess`. */
export interface UnfencedInit {
  readonly ctas: number;
  readonly wrongWords: number;
  readonly lostWaits: number;
}

const LINE = /^(fenced|unfenced): (\d+) CTAs, words wrong (\d+), waits lost (\d+), (\w+)$/;

/** Runs with a fence (`fenced`) and without one (`unfenced`). */
export function unfencedInit(text: string): Record<string, UnfencedInit> {
  const lines = text.trim().split('\n');
  return Object.fromEntries(
    lines.map(line => {
      const [, which, ctas, wrongWords, lostWaits, result] = LINE.exec(line) ?? [];
      if (result !== 'cudaSuccess') throw new Error(line);
      return [which, { ctas: Number(ctas), wrongWords: Number(wrongWords), lostWaits: Number(lostWaits) }] as const;
    }),
  );
}
