/** The functions that run when a kernel does. */
import type { PtxFunction } from '../parse/ast.ts';

/** The kernel first; those that are called through a register are not seen. */
export function reachable(entry: PtxFunction, byName: ReadonlyMap<string, PtxFunction>): PtxFunction[] {
  const found = new Set([entry]);
  for (const f of found) {
    for (const { opcode, operands } of f.instructions) {
      if (opcode !== 'call') continue;
      for (const operand of operands) {
        const callee = operand.kind === 'symbol' ? byName.get(operand.name) : undefined;
        if (callee) found.add(callee);
      }
    }
  }
  return [...found];
}
