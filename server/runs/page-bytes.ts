/** How much of the history goes into one answer: so many rows, and so many bytes. */

/** A page has at least one row, so that it always gets on; the largest run has about twice this. */
const MAX_PAGE_CHARACTERS = 4 << 20;

/** Of rows of which `limit + 1` were asked for. Reads no further than it takes. */
export function takeWithin<R>(
  rows: Iterable<R>,
  limit: number,
  textOf: (row: R) => string,
): { readonly taken: readonly R[]; readonly hasMore: boolean } {
  const taken: R[] = [];
  let characters = 0;
  for (const row of rows) {
    characters += textOf(row).length;
    if (taken.length === limit || (taken.length > 0 && characters > MAX_PAGE_CHARACTERS)) {
      return { taken, hasMore: true };
    }
    taken.push(row);
  }
  return { taken, hasMore: false };
}
