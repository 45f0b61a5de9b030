/** On which predicates it depends whether an instruction of a function is carried out: by its guard, and by branches around it. */
import { immediatePostDominators } from '../machine/control-flow.ts';
import { successorsOf } from '../machine/successors.ts';
import type { PtxFunction } from '../parse/ast.ts';
import { isEndOf } from './loops.ts';

export interface BranchCondition {
  /** Register. */
  readonly predicate: string;
  /** What it must be. */
  readonly holds: boolean;
}

interface Decision {
  readonly branch: number;
  /** Whether the instruction is on the way of those that jump. */
  readonly jumps: boolean;
}

export class BranchConditions {
  readonly #function: PtxFunction;
  /** By instruction. */
  readonly #decisions = new Map<number, Decision[]>();

  constructor(f: PtxFunction) {
    this.#function = f;
    const { instructions } = f;
    const joins = immediatePostDominators(instructions, f);
    const isEnd = (at: number): boolean => at < 0 || at >= instructions.length;
    for (const [branch, { opcode, guard }] of instructions.entries()) {
      if (opcode !== 'bra' || guard === null || this.#goesBack(branch)) continue;
      // What lies on the way from one of the two outcomes to where both meet again (control dependence, Ferrante et al.).
      for (const [i, next] of successorsOf(instructions, f, branch).entries()) {
        for (let at = next; !isEnd(at) && at !== joins[branch]; at = joins[at])
          this.#decisions.set(at, [...(this.#decisions.get(at) ?? []), { branch, jumps: i === 0 }]);
      }
    }
  }

  of(at: number): BranchCondition[] {
    const decisions = new Set(this.#decisions.get(at));
    for (const { branch } of decisions) for (const outer of this.#decisions.get(branch) ?? []) decisions.add(outer);
    return [...this.#guardOf(at), ...[...decisions].map(decision => this.#conditionOf(decision))];
  }

  /** Only what decides last: its guard, or else the branches right around it. */
  nearest(at: number): BranchCondition[] {
    const guard = this.#guardOf(at);
    return guard.length > 0 ? guard : (this.#decisions.get(at) ?? []).map(decision => this.#conditionOf(decision));
  }

  #guardOf(at: number): BranchCondition[] {
    const { guard } = this.#function.instructions[at];
    return guard === null ? [] : [{ predicate: guard.register, holds: !guard.negated }];
  }

  #conditionOf({ branch, jumps }: Decision): BranchCondition {
    const { register, negated } = this.#function.instructions[branch].guard!;
    return { predicate: register, holds: jumps !== negated };
  }

  /** A loop goes on for all that come there; a way back to where the kernel ends is none. */
  #goesBack(branch: number): boolean {
    const { instructions, labels } = this.#function;
    const [label] = instructions[branch].operands;
    const target = label?.kind === 'label' ? labels.get(label.name) : undefined;
    return target !== undefined && target <= branch && !isEndOf(this.#function, target);
  }
}
