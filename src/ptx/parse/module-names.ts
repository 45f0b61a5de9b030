/** The names that a whole module shares: its variables and functions. They may be used before they are declared. */
import type { Operand, Variable } from './ast.ts';
import type { Scanner } from './scanner.ts';

/** A place in an operand list whose meaning is not known yet. */
export interface OpenOperand {
  readonly list: Operand[];
  readonly index: number;
  readonly name: string;
  readonly addend: number;
  readonly offset: number;
}

/** Labels that ranges (`N<3>`) may name in a module: more than any program has, and a bound on what a few characters cost. */
const MOST_RANGED_LABELS = 100_000;

export class ModuleNames {
  readonly #operands = new Map<string, Operand>();
  /** Numbers of the declared names, in their order. */
  readonly #numbers = new Map<string, number>();
  #visible = Number.POSITIVE_INFINITY;
  readonly #open: OpenOperand[] = [];
  #rangedLabels = 0;
  /** Variables of the module that functions declare inside. */
  readonly statics: Variable[] = [];

  declare(name: string): void {
    if (this.#operands.has(name)) return;
    this.#numbers.set(name, this.#operands.size);
    this.#operands.set(name, { kind: 'symbol', name, addend: 0 });
  }

  /** How many names are declared. */
  get count(): number {
    return this.#operands.size;
  }

  /** Hides all but the first `count` names: those that stand before a body that is read late. */
  showFirst(count: number): void {
    this.#visible = count;
  }

  /** Unique name for the next of the `statics`. */
  uniqueName(name: string): string {
    return `${name}@@${this.statics.length + 1}`;
  }

  find(name: string): Operand | undefined {
    const operand = this.#operands.get(name);
    return operand === undefined || this.#numbers.get(name)! >= this.#visible ? undefined : operand;
  }

  /** False when ranges name too many labels. */
  countRange(labels: number): boolean {
    this.#rangedLabels += labels;
    return this.#rangedLabels <= MOST_RANGED_LABELS;
  }

  postpone(operands: readonly OpenOperand[]): void {
    for (const operand of operands) this.#open.push(operand);
  }

  /** A use outside any operand, checked at the end. */
  require(name: string, offset: number): void {
    this.#open.push({ list: [], index: 0, name, addend: 0, offset });
  }

  /** Names that were used before they were declared, but for the first `known` of them. */
  openNames(known: number): string[] {
    return this.#open.slice(known).map(({ name }) => name);
  }

  /** Called at the end of the module: every open name is a variable or a function. */
  close(scanner: Scanner): void {
    for (const { list, index, name, addend, offset } of this.#open) {
      if (!this.#operands.has(name)) failUnknown(scanner, name, offset);
      list[index] = { kind: 'symbol', name, addend };
    }
  }
}

export function failUnknown(scanner: Scanner, name: string, offset: number): never {
  return scanner.fail(`unknown name '${name.slice(0, 80)}'`, offset);
}
