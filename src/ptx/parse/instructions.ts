/** Instructions (PTX ISA, "Instruction Statements"): guard, opcode, operands. */
import type { Instruction } from './ast.ts';
import { CODE } from './characters.ts';
import type { LocationReader } from './locations.ts';
import type { FunctionNames } from './names.ts';
import type { OpcodeTable } from './opcodes.ts';
import { OperandReader } from './operands.ts';
import type { Readers } from './readers.ts';
import { Scanner } from './scanner.ts';

/** The instructions of one function. */
export class InstructionReader {
  readonly instructions: Instruction[] = [];
  readonly #scanner: Scanner;
  readonly #names: FunctionNames;
  readonly #opcodes: OpcodeTable;
  readonly #operands: OperandReader;
  readonly #locations: LocationReader;

  constructor({ scanner, literals }: Readers, names: FunctionNames, opcodes: OpcodeTable, locations: LocationReader) {
    this.#scanner = scanner;
    this.#names = names;
    this.#opcodes = opcodes;
    this.#operands = new OperandReader(scanner, literals, names);
    this.#locations = locations;
  }

  /** An opcode with its modifiers, which people may set apart: `ld .global .f32`. '' if none comes next. */
  opcode(): string {
    const scanner = this.#scanner;
    let word = scanner.dottedWord();
    while (word !== '' && scanner.peek() === CODE.dot) word += scanner.dottedWord();
    return word;
  }

  /** Reads what follows an opcode that starts at `start`. */
  read(word: string, start: number, guard: Instruction['guard'] = null, guardText = ''): void {
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
    this.instructions.push({
      opcode: opcode.opcode,
      modifiers: opcode.modifiers,
      guard,
      operands,
      location: this.#locations.current,
      text: operandsText === '' ? guardText + word : `${guardText}${word} ${operandsText}`,
      ptxLine: scanner.lineAt(start),
    });
  }

  /** `@[!]predicate opcode operands;` */
  readGuarded(): void {
    const scanner = this.#scanner;
    const start = scanner.position++;
    const negated = scanner.take(CODE.bang);
    scanner.peek();
    const nameOffset = scanner.position;
    const register = this.#names.predicate(scanner.name('a predicate register'), nameOffset);
    const guardText = `${scanner.text.slice(start, scanner.position)} `;
    scanner.peek();
    const opcodeStart = scanner.position;
    this.read(this.opcode(), opcodeStart, { register, negated }, guardText);
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
