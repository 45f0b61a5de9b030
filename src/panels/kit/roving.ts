/** Moves the keyboard focus among parts of which only one can have it: items of a menu, tabs of a row. */

const STEPS = {
  row: { ArrowLeft: -1, ArrowRight: 1 },
  column: { ArrowUp: -1, ArrowDown: 1 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, 1 | -1>>>>;

/** Index of the next part, round at the ends; null where the key moves nothing. `at`: -1 = none has the focus. */
export function movedTo(key: string, at: number, count: number, axis: keyof typeof STEPS): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = new Map<string, number>(Object.entries(STEPS[axis])).get(key);
  if (step === undefined) return null;
  return at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;
}

/** Index of the cell that the key leads to, in cells that fill rows one after another; null where it moves nothing, or out of them. */
export function movedInCells(key: string, at: number, count: number, columns: number): number | null {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -at, End: count - 1 - at };
  const step = new Map<string, number>(Object.entries(steps)).get(key);
  const next = step === undefined ? -1 : at + step;
  return next >= 0 && next < count ? next : null;
}

/**
 * Index of the part whose name begins as typed, looked for from the one at `at` on; null where none does. One letter, also
 * when it is typed again, goes to the next part with it.
 */
export function typedTo(typed: string, names: readonly string[], at: number): number | null {
  const isOneLetter = [...typed].every(letter => letter === typed[0]);
  const wanted = (isOneLetter ? typed[0] : typed).toLowerCase();
  const from = Math.max(0, isOneLetter ? at + 1 : at);
  const order = names.map((_, i) => (from + i) % names.length);
  return order.find(i => names[i].toLowerCase().startsWith(wanted)) ?? null;
}
