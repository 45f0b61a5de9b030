/** The statements between a function's braces: declarations, labels, instructions, blocks. */
import type { PtxFunction, Variable, VariableSpace } from './ast.ts';
import { CODE } from './characters.ts';
import { readKind, variableSpaceOf } from './declared-kind.ts';
import { InstructionReader } from './instructions.ts';
import { LabelReader } from './labels.ts';
import { LocationReader } from './locations.ts';
import type { FunctionNames } from './names.ts';
import type { OpcodeTable } from './opcodes.ts';
import { readPragma } from './pragmas.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';
import { readVariables } from './variables.ts';

/** Ranges may be declared far larger than used; this only keeps register numbers short. */
const MOST_REGISTERS = 10_000_000;

export type Body = Pick<PtxFunction, 'variables' | 'instructions' | 'labels' | 'branchTargets'>;

export class BodyReader {
  readonly #readers: Readers;
  readonly #names: FunctionNames;
  readonly #locations: LocationReader;
  readonly #instructions: InstructionReader;
  readonly #labels: LabelReader;
  readonly #variables: Variable[] = [];

  constructor(readers: Readers, names: FunctionNames, opcodes: OpcodeTable) {
    this.#readers = readers;
    this.#names = names;
    this.#locations = new LocationReader(readers.scanner, readers.literals);
    this.#instructions = new InstructionReader(readers, names, opcodes, this.#locations);
    this.#labels = new LabelReader(readers, names);
  }

  /** Reads what follows the function's '{', up to and with its '}'. */
  read(): Body {
    const { scanner } = this.#readers;
    for (;;) {
      const code = scanner.peek();
      if (code === CODE.closeBrace) {
        scanner.position++;
        if (this.#names.closeBlock()) return this.#body();
      } else if (code === CODE.openBrace) {
        scanner.position++;
        this.#names.openBlock();
      } else if (code === CODE.dot) this.#directive();
      else if (code === CODE.semicolon) scanner.position++;
      else if (code === -1) scanner.failExpecting("'}' at the end of the function");
      else if (code === CODE.at) this.#instructions.readGuarded();
      else this.#labelOrInstruction();
    }
  }

  #body(): Body {
    return {
      variables: this.#variables,
      instructions: this.#instructions.instructions,
      labels: this.#labels.labels,
      branchTargets: this.#labels.branchTargets(),
    };
  }

  #labelOrInstruction(): void {
    const { scanner } = this.#readers;
    const start = scanner.position;
    const word = this.#instructions.opcode();
    if (scanner.take(CODE.colon)) this.#labels.read(word, start, this.#instructions.instructions.length);
    else this.#instructions.read(word, start);
  }

  #directive(): void {
    const { scanner } = this.#readers;
    const start = scanner.position;
    const word = scanner.directive();
    const space = variableSpaceOf(word);
    if (word === '.loc') this.#locations.read();
    else if (word === '.reg') this.#registers();
    else if (word === '.pragma') readPragma(scanner);
    else if (space !== undefined) this.#declare(space);
    else scanner.fail(`directive '${word.slice(0, 80)}' is not supported inside a function`, start);
  }

  /** A variable in global or constant memory is one of the module, but for its name. */
  #declare(space: VariableSpace): void {
    for (const { variable, nameOffset } of readVariables(this.#readers, space, false)) {
      const isStatic = space === 'global' || space === 'const';
      if (isStatic) {
        const name = this.#names.declareStatic(variable.name, nameOffset);
        this.#readers.module.statics.push({ ...variable, name });
      } else {
        this.#variables.push({ ...variable, name: this.#names.declareVariable(variable.name, nameOffset) });
      }
    }
  }

  /** `.reg .b32 %r<27>, %x;`; with `.v2` or `.v4` each name stands for so many registers, `%x.x` to `%x.w`. */
  #registers(): void {
    const { literals } = this.#readers;
    const scanner: Scanner = this.#readers.scanner;
    const { type, vector } = readKind(this.#readers);
    if (type === 'reference') scanner.fail('a register cannot hold a reference');
    do {
      scanner.peek();
      const offset = scanner.position;
      const name = scanner.name('the name of a register');
      const isRange = scanner.take(CODE.less);
      const count = isRange ? literals.literalCount(MOST_REGISTERS) : null;
      if (isRange) scanner.expect(CODE.greater, 'after the number of registers');
      this.#names.declareRegisters(name, { type, count, vector }, offset);
    } while (scanner.take(CODE.comma));
    scanner.expect(CODE.semicolon, 'after the registers');
  }
}
