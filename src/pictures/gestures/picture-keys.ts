/** The keys that every picture understands. */

export type KeyAction =
  | { readonly kind: 'move'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'fit' | 'pin' | 'clear' };

const MOVES: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  '+': { kind: 'zoom', factor: Math.SQRT2 },
  '=': { kind: 'zoom', factor: Math.SQRT2 },
  '-': { kind: 'zoom', factor: Math.SQRT1_2 },
  '0': { kind: 'fit' },
  Enter: { kind: 'pin' },
  Escape: { kind: 'clear' },
};

/** With Shift a move goes 8 cells: a line of an axis, a chunk of two. */
export function keyAction(key: string, shift: boolean): KeyAction | null {
  const move = MOVES[key];
  const by = shift ? 8 : 1;
  return move === undefined ? (ACTIONS[key] ?? null) : { kind: 'move', dx: move[0] * by, dy: move[1] * by };
}
