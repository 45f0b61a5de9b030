/** How much of the history one answer contains: a limit of rows and one of bytes. */

/** A page has at least one row, so that paging always continues; the largest run has about twice this size. */
const MAX_PAGE_CHARACTERS = 4 << 20;

/** Takes rows of which `limit + 1` were asked for. Reads no further than it takes. */
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
