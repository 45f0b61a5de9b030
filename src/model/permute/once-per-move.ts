/** Keeps what a plan computes from a move, since the plan needs it more than once. */
import type { BlockMove } from './block.ts';

/** Computes once for each move and key. */
export function perMove<K, T>(compute: (move: BlockMove, key: K) => T): (move: BlockMove, key: K) => T {
  const known = new WeakMap<BlockMove, Map<K, T>>();
  return (move, key) => {
    const ofMove = known.get(move) ?? new Map<K, T>();
    known.set(move, ofMove);
    const value = ofMove.get(key) ?? compute(move, key);
    ofMove.set(key, value);
    return value;
  };
}
