/** On which predicates it depends whether an instruction of a function is carried out: by its guard, and by branches over it. */
import type { PtxFunction } from '../parse/ast.ts';

/** Instructions `from` to `to`, the ends left out. */
interface Skipped {
  readonly from: number;
  readonly to: number;
  readonly predicate: string;
}

const ENDS: ReadonlySet<string> = new Set(['ret', 'exit', 'trap']);

export class BranchConditions {
  readonly #function: PtxFunction;
  readonly #skipped: readonly Skipped[];

  constructor(f: PtxFunction) {
    this.#function = f;
    this.#skipped = f.instructions.flatMap(({ guard }, at) => {
      const target = this.#forwardTarget(at);
      if (guard === null || target === null) return [];
      const taken = { from: at, to: target, predicate: guard.register };
      // Behind the instructions for one outcome stand those for the other; the former end by a jump over the latter, or for good.
      const ends = f.instructions.flatMap(({ opcode, guard: own }, i) => {
        if (i <= at || i >= target || own !== null) return [];
        return ENDS.has(opcode) ? [f.instructions.length] : (this.#forwardTarget(i) ?? []);
      });
      return [taken, ...ends.filter(end => end > target).map(end => ({ ...taken, from: target - 1, to: end }))];
    });
  }

  /** Names of predicate registers. */
  of(at: number): string[] {
    const { guard } = this.#function.instructions[at];
    const over = this.#skipped.filter(({ from, to }) => from < at && at < to).map(({ predicate }) => predicate);
    return [...new Set([...over, ...(guard === null ? [] : [guard.register])])];
  }

  /** Null for other instructions, and for branches back. */
  #forwardTarget(at: number): number | null {
    const {
      opcode,
      operands: [label],
    } = this.#function.instructions[at];
    const target = opcode === 'bra' && label?.kind === 'label' ? this.#function.labels.get(label.name) : undefined;
    return target !== undefined && target > at ? target : null;
  }
}
