/** Labels, and the lists and prototypes that have one (PTX ISA, "Control Flow Directives"). */
import type { Operand, PtxFunction } from './ast.ts';
import { CODE } from './characters.ts';
import type { FunctionNames } from './names.ts';
import type { Readers } from './readers.ts';

/** The labels of one function. */
export class LabelReader {
  readonly labels = new Map<string, number>();
  readonly #readers: Readers;
  readonly #names: FunctionNames;
  readonly #targetLists = new Map<string, { readonly list: readonly Operand[]; readonly offset: number }>();

  constructor(readers: Readers, names: FunctionNames) {
    this.#readers = readers;
    this.#names = names;
  }

  /** Reads what follows `name:`. The instruction that comes next has the number `index`. */
  read(name: string, offset: number, index: number): void {
    const { scanner } = this.#readers;
    if (name === '' || name.includes('.')) scanner.fail('expected the name of a label', offset);
    const unique = this.#names.declareLabel(name, offset);
    scanner.peek();
    const start = scanner.position;
    const directive = scanner.directive();
    if (directive === '.branchtargets') this.#targetLists.set(unique, { list: this.#targets(), offset: start });
    else if (directive === '.callprototype' || directive === '.calltargets') this.#skipPrototype();
    else {
      scanner.position = start;
      this.labels.set(unique, index);
    }
  }

  /** Called at the end of the function, when all its labels are known. */
  branchTargets(): PtxFunction['branchTargets'] {
    const named = [...this.#targetLists].map(([name, { list, offset }]) => {
      const targets = list.map(target =>
        target.kind === 'label' ? target.name : this.#readers.scanner.fail('a branch target is not a label', offset),
      );
      return [name, targets] as const;
    });
    return new Map(named);
  }

  /** `A, N<3>;`: the labels A, N0, N1 and N2. */
  #targets(): Operand[] {
    const { scanner } = this.#readers;
    const list: Operand[] = [];
    do {
      scanner.peek();
      const offset = scanner.position;
      const name = scanner.name('a label');
      if (scanner.take(CODE.less)) this.#appendRange(list, name, offset);
      else this.#names.append(list, name, 0, offset);
    } while (scanner.take(CODE.comma));
    scanner.expect(CODE.semicolon, 'after the branch targets');
    return list;
  }

  #appendRange(list: Operand[], name: string, offset: number): void {
    const { literals, module, scanner } = this.#readers;
    const count = literals.literalCount(2 ** 31);
    scanner.expect(CODE.greater, 'after the number of labels');
    if (!module.countRange(count)) scanner.fail('too many labels', offset);
    for (let i = 0; i < count; i++) this.#names.append(list, `${name}${i}`, 0, offset);
  }

  /** The functions that a call reaches declare the same parameters themselves. */
  #skipPrototype(): void {
    this.#readers.scanner.skipTo(CODE.semicolon, 'after the prototype');
  }
}
