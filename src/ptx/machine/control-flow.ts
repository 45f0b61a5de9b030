/** Immediate post-dominators of a function's instructions (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"). */
import type { Instruction, PtxFunction } from '../parse/ast.ts';
import { successorsOf } from './successors.ts';

/** Instruction after which lanes diverged at each pc are together again; -1 where only the end is common. */
export function immediatePostDominators(instructions: readonly Instruction[], fn: PtxFunction): Int32Array {
  const count = instructions.length;
  const successors = instructions.map((_, pc) => successorsOf(instructions, fn, pc));
  const predecessors: number[][] = Array.from({ length: count + 1 }, () => []);
  successors.forEach((list, pc) => {
    for (const s of list) predecessors[s].push(pc);
  });
  const { order, rank } = postOrder(predecessors, count);
  const dominator = new Int32Array(count + 1).fill(-1);
  dominator[count] = count;
  for (let changed = true; changed; ) {
    changed = false;
    for (const pc of order) {
      if (pc === count) continue;
      const next = common(successors[pc], dominator, rank);
      if (next !== dominator[pc]) {
        dominator[pc] = next;
        changed = true;
      }
    }
  }
  return dominator.map(pc => (pc === count ? -1 : pc)).subarray(0, count);
}

/** Reverse post-order of the reversed graph from the exit, and each node's place in the post-order. */
function postOrder(predecessors: readonly number[][], root: number): { order: number[]; rank: Int32Array } {
  const order: number[] = [];
  const rank = new Int32Array(predecessors.length).fill(-1);
  const seen = new Uint8Array(predecessors.length);
  const stack: [node: number, next: number][] = [[root, 0]];
  seen[root] = 1;
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    const child = predecessors[top[0]][top[1]++];
    if (child === undefined) {
      rank[top[0]] = order.length;
      order.push(top[0]);
      stack.pop();
    } else if (!seen[child]) {
      seen[child] = 1;
      stack.push([child, 0]);
    }
  }
  return { order: order.reverse(), rank };
}

/** Nearest common post-dominator of the successors seen so far. */
function common(successors: readonly number[], dominator: Int32Array, rank: Int32Array): number {
  let result = -1;
  for (const s of successors) {
    if (dominator[s] === -1) continue;
    result = result === -1 ? s : meet(result, s, dominator, rank);
  }
  return result;
}

function meet(x: number, y: number, dominator: Int32Array, rank: Int32Array): number {
  let [a, b] = [x, y];
  while (a !== b) {
    while (rank[a] < rank[b]) a = dominator[a];
    while (rank[b] < rank[a]) b = dominator[b];
  }
  return a;
}
