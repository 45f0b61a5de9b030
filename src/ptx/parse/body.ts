/** The statements between a function's braces: declarations, labels, instructions, blocks. */
import type { Instruction, Operand, PtxFunction, Variable, VariableSpace } from './ast.ts';
import { CODE } from './characters.ts';
import { LocationReader } from './locations.ts';
import type { FunctionNames } from './names.ts';
import type { OpcodeTable } from './opcodes.ts';
import { OperandReader } from './operands.ts';
import { readPragma } from './pragmas.ts';
import type { Readers } from './readers.ts';
import { Scanner } from './scanner.ts';
import { scalarTypeOf } from './types.ts';
import { readVariable } from './variables.ts';

const VECTOR_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['.v2', 2],
  ['.v4', 4],
]);
/** Ranges may be declared far larger than used; this only keeps register numbers short. */
const MOST_REGISTERS = 10_000_000;

export type Body = Pick<PtxFunction, 'variables' | 'instructions' | 'labels' | 'branchTargets'>;

export class BodyReader {
  readonly #readers: Readers;
  readonly #scanner: Scanner;
  readonly #names: FunctionNames;
  readonly #opcodes: OpcodeTable;
  readonly #operands: OperandReader;
  readonly #locations: LocationReader;
  readonly #variables: Variable[] = [];
  readonly #instructions: Instruction[] = [];
  readonly #labels = new Map<string, number>();
  readonly #targetLists = new Map<string, { readonly list: readonly Operand[]; readonly offset: number }>();

  constructor(readers: Readers, names: FunctionNames, opcodes: OpcodeTable) {
    this.#readers = readers;
    this.#scanner = readers.scanner;
    this.#names = names;
    this.#opcodes = opcodes;
    this.#operands = new OperandReader(readers.scanner, readers.literals, names);
    this.#locations = new LocationReader(readers.scanner, readers.literals);
  }

  /** Reads what follows the function's '{', up to and with its '}'. */
  read(): Body {
    const scanner = this.#scanner;
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
      else this.#statement(code);
    }
  }

  #body(): Body {
    const branchTargets = new Map<string, string[]>();
    for (const [name, { list, offset }] of this.#targetLists) {
      branchTargets.set(
        name,
        list.map(target =>
          target.kind === 'label' ? target.name : this.#scanner.fail('a branch target is not a label', offset),
        ),
      );
    }
    return { variables: this.#variables, instructions: this.#instructions, labels: this.#labels, branchTargets };
  }

  #directive(): void {
    const scanner = this.#scanner;
    const start = scanner.position;
    const word = scanner.directive();
    if (word === '.loc') this.#locations.read();
    else if (word === '.reg') this.#registers();
    else if (word === '.pragma') readPragma(scanner);
    else if (word === '.param') this.#variable('param');
    else if (word === '.local') this.#variable('local');
    else if (word === '.shared') this.#variable('shared');
    else scanner.fail(`directive '${word.slice(0, 80)}' is not supported inside a function`, start);
  }

  #variable(space: VariableSpace): void {
    const { variable, nameOffset } = readVariable(this.#readers, space, false);
    this.#scanner.expect(CODE.semicolon, 'after the declaration');
    this.#variables.push({ ...variable, name: this.#names.declareVariable(variable.name, nameOffset) });
  }

  /** `.reg .b32 %r<27>, %x;`; with `.v2` or `.v4` each name stands for so many registers, `%x.x` to `%x.w`. */
  #registers(): void {
    const scanner: Scanner = this.#scanner;
    scanner.peek();
    const start = scanner.position;
    let word = scanner.directive();
    const vector = VECTOR_LENGTHS.get(word) ?? 1;
    if (vector > 1) word = scanner.directive();
    const type = scalarTypeOf(word);
    if (type === undefined) scanner.fail("expected a register type such as '.b32'", start);
    do {
      scanner.peek();
      const offset = scanner.position;
      const name = scanner.name('the name of a register');
      const isRange = scanner.take(CODE.less);
      const count = isRange ? this.#readers.literals.literalCount(MOST_REGISTERS) : null;
      if (isRange) scanner.expect(CODE.greater, 'after the number of registers');
      this.#names.declareRegisters(name, { type, count, vector }, offset);
    } while (scanner.take(CODE.comma));
    scanner.expect(CODE.semicolon, 'after the registers');
  }

  /** `label:` or `[@[!]predicate] opcode operands;` */
  #statement(code: number): void {
    const scanner = this.#scanner;
    const start = scanner.position;
    if (code === CODE.at) {
      const guard = this.#guard();
      const guardText = `${scanner.text.slice(start, scanner.position)} `;
      scanner.peek();
      const opcodeStart = scanner.position;
      this.#instruction(this.#opcode(), guard, guardText, opcodeStart);
    } else {
      const word = this.#opcode();
      if (scanner.take(CODE.colon)) this.#label(word, start);
      else this.#instruction(word, null, '', start);
    }
  }

  /** With its modifiers, which people may set apart: `ld .global .f32`. */
  #opcode(): string {
    const scanner = this.#scanner;
    let word = scanner.dottedWord();
    while (word !== '' && scanner.peek() === CODE.dot) word += scanner.dottedWord();
    return word;
  }

  /** Reads the operands behind the opcode that starts at `start`. */
  #instruction(word: string, guard: Instruction['guard'], guardText: string, start: number): void {
    const scanner: Scanner = this.#scanner;
    const opcode = this.#opcodes.split(word);
    if (opcode === null) {
      scanner.position = start;
      scanner.failExpecting('an instruction, a label or a directive');
    }
    scanner.peek();
    const operandsStart = scanner.position;
    const operands = this.#operands.operands(opcode.floatBits, opcode.opcode === 'call');
    const operandsText = oneLine(scanner.text.slice(operandsStart, scanner.position - 1));
    this.#instructions.push({
      opcode: opcode.opcode,
      modifiers: opcode.modifiers,
      guard,
      operands,
      location: this.#locations.current,
      text: operandsText === '' ? guardText + word : `${guardText}${word} ${operandsText}`,
      ptxLine: scanner.lineAt(start),
    });
  }

  #guard(): Instruction['guard'] {
    const scanner = this.#scanner;
    scanner.position++;
    const negated = scanner.take(CODE.bang);
    scanner.peek();
    const start = scanner.position;
    return { register: this.#names.predicate(scanner.name('a predicate register'), start), negated };
  }

  #label(name: string, offset: number): void {
    const scanner = this.#scanner;
    if (name === '' || name.includes('.')) scanner.fail('expected the name of a label', offset);
    const unique = this.#names.declareLabel(name, offset);
    scanner.peek();
    const start = scanner.position;
    const directive = scanner.directive();
    if (directive === '.branchtargets') {
      this.#targetLists.set(unique, { list: this.#operands.operands(32, false), offset: start });
    } else if (directive === '.callprototype' || directive === '.calltargets') this.#skipPrototype();
    else {
      scanner.position = start;
      this.#labels.set(unique, this.#instructions.length);
    }
  }

  /** The functions that a call reaches declare the same parameters themselves. */
  #skipPrototype(): void {
    const scanner = this.#scanner;
    const end = scanner.text.indexOf(';', scanner.position);
    if (end < 0) scanner.fail("expected ';' after the prototype");
    scanner.position = end + 1;
  }
}

/** Comments and line ends inside an instruction are rare: calls, inline assembly. */
function oneLine(text: string): string {
  if (!text.includes('\n') && !text.includes('\t') && !text.includes('/')) return text.trimEnd();
  const scanner = new Scanner(text);
  let line = '';
  while (scanner.peek() !== -1) line += line === '' ? scanner.chunk() : ` ${scanner.chunk()}`;
  return line;
}
