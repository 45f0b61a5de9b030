/** The difference of two texts, line by line: the fewest lines to take out and to put in. */

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** 1-based, in the text before and in the one after; null where the line is not there. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Most entries of the table below, which then takes 16 MiB. Two texts of 2,000 lines each still fit. */
const MOST_ENTRIES = 2 ** 22;

/**
 * The lines that were kept, taken out and put in. Where lines were replaced, the old lines come first. Texts too long
 * to compare are replaced as a whole.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const fits = (before.length + 1) * (after.length + 1) <= MOST_ENTRIES;
  const kept = fits ? longestKept(before, after) : { at: () => 0 };
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ kind: 'same', text: before[i], before: ++i, after: ++j });
    } else if (j === after.length || (i < before.length && kept.at(i + 1, j) >= kept.at(i, j + 1))) {
      lines.push({ kind: 'removed', text: before[i], before: ++i, after: null });
    } else {
      lines.push({ kind: 'added', text: after[j], before: null, after: ++j });
    }
  }
  return lines;
}

/**
 * Table that says, for each pair of tails of the two texts, how many lines both tails can keep. Its size is the product
 * of their lengths.
 */
function longestKept(before: readonly string[], after: readonly string[]) {
  const width = after.length + 1;
  const kept = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      kept[i * width + j] =
        before[i] === after[j]
          ? kept[(i + 1) * width + j + 1] + 1
          : Math.max(kept[(i + 1) * width + j], kept[i * width + j + 1]);
  return { at: (i: number, j: number): number => kept[i * width + j] };
}
