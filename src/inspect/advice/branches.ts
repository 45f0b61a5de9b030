/** Branches of a function that lanes may take apart. */
import { immediatePostDominators } from '../../ptx/machine/control-flow.ts';
import type { PtxFunction } from '../../ptx/parse/ast.ts';

export interface Branch {
  readonly index: number;
  /** Where its lanes come together again. */
  readonly rejoin: number;
}

const BRANCHES = new WeakMap<PtxFunction, readonly Branch[]>();

/** Branches forward that lanes may take apart, with where they come together again; the innermost first. */
export function branchesOf(fn: PtxFunction): readonly Branch[] {
  const known = BRANCHES.get(fn);
  if (known) return known;
  const rejoins = immediatePostDominators(fn.instructions, fn);
  const branches = fn.instructions.flatMap(({ opcode, guard }, index) => {
    const isBranch = opcode === 'brx' || (opcode === 'bra' && guard !== null);
    return isBranch && rejoins[index] > index ? [{ index, rejoin: rejoins[index] }] : [];
  });
  branches.reverse();
  BRANCHES.set(fn, branches);
  return branches;
}
