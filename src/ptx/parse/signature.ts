/** Parameters and results of a function (PTX ISA, "Function Declarations and Definitions"): `.param` variables, or registers. */
import type { PtxFunction, Variable } from './ast.ts';
import { CODE } from './characters.ts';
import type { FunctionNames } from './names.ts';
import type { Readers } from './readers.ts';
import { readParam } from './variables.ts';

export class SignatureReader {
  readonly inRegisters = new Set<string>();
  readonly #readers: Readers;
  readonly #names: FunctionNames;
  readonly #kind: PtxFunction['kind'];

  constructor(readers: Readers, names: FunctionNames, kind: PtxFunction['kind']) {
    this.#readers = readers;
    this.#names = names;
    this.#kind = kind;
  }

  /** `(.param .b32 a, .reg .u32 b)`, or nothing. */
  params(): Variable[] {
    const { scanner } = this.#readers;
    const params: Variable[] = [];
    if (!scanner.take(CODE.openParen) || scanner.take(CODE.closeParen)) return params;
    do params.push(this.#param());
    while (scanner.take(CODE.comma));
    scanner.expect(CODE.closeParen, 'after the parameters');
    return params;
  }

  #param(): Variable {
    const { scanner } = this.#readers;
    scanner.peek();
    const start = scanner.position;
    const word = scanner.directive();
    const isRegister = word === '.reg' && this.#kind === 'func';
    if (word !== '.param' && !isRegister) {
      scanner.position = start;
      scanner.failExpecting("'.param'");
    }
    const { variable, nameOffset, type } = readParam(this.#readers);
    if (variable.name === '_') return variable;
    if (!isRegister) return { ...variable, name: this.#names.declareVariable(variable.name, nameOffset) };
    this.#names.declareRegisters(variable.name, { type, count: null, vector: 1 }, nameOffset);
    const register = this.#names.register(variable.name, nameOffset);
    this.inRegisters.add(register);
    return { ...variable, name: register };
  }
}
