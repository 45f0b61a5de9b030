/** Comments of C++ and of PTX. */

/** The text with a space in place of each comment; one that is never closed goes on to the end. Strings are not looked at. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index, 0: opening } of text.matchAll(/\/[/*]/g)) {
    // Inside a comment that was left out already.
    if (index < from) continue;
    kept.push(text.slice(from, index));
    const end = opening === '//' ? text.indexOf('\n', index) : text.indexOf('*/', index + 2);
    if (end < 0) return `${kept.join(' ')} `;
    from = opening === '//' ? end : end + 2;
  }
  kept.push(text.slice(from));
  return kept.join(' ');
}
