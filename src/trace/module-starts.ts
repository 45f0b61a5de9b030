/** Offsets of the lines that begin a module, in a text that may hold several modules, one behind another. */
export const moduleStarts = (ptx: string): number[] =>
  [...ptx.matchAll(/^[ \t]*\.version[ \t]/gm)].map(({ index }) => index);
