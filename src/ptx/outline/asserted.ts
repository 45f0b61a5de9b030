/** What a kernel takes for granted: it ends with a failed assertion, or by `trap`, where that does not hold. */
import type { Instruction, PtxFunction } from '../parse/ast.ts';
import { BranchConditions } from './branch-conditions.ts';

/** Predicates of a function that decide it last: a branch farther out only leads to what is asserted. */
export function assertedPredicates(f: PtxFunction): ReadonlySet<string> {
  const ends = f.instructions.flatMap((instruction, i) => (isEnd(instruction) ? [i] : []));
  if (ends.length === 0) return new Set();
  const conditions = new BranchConditions(f);
  return new Set(ends.flatMap(at => conditions.nearest(at).map(({ predicate }) => predicate)));
}

function isEnd({ opcode, operands }: Instruction): boolean {
  if (opcode !== 'call') return opcode === 'trap';
  return operands.some(operand => operand.kind === 'symbol' && operand.name === '__assertfail');
}
