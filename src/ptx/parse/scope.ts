/** Declarations of one `{ }` block, and the names that it uses before they are known. */
import type { Operand } from './ast.ts';
import type { OpenOperand } from './module-names.ts';
import { DeclaredRegisters } from './register-names.ts';

export class Scope {
  readonly outer: Scope | null;
  /** 1 for the function itself. */
  readonly depth: number;
  /** Variables, labels, and registers that an instruction has named. */
  readonly operands = new Map<string, Operand>();
  readonly registers = new DeclaredRegisters();
  readonly open: OpenOperand[] = [];

  constructor(outer: Scope | null) {
    this.outer = outer;
    this.depth = outer === null ? 1 : outer.depth + 1;
  }

  /**
   * Called at the block's end, when its labels are known: fills them in and returns the names that belong further out.
   */
  close(): OpenOperand[] {
    const rest: OpenOperand[] = [];
    for (const operand of this.open) {
      const found = this.operands.get(operand.name);
      if (found?.kind === 'label' && operand.addend === 0) operand.list[operand.index] = found;
      else rest.push(operand);
    }
    return rest;
  }
}
