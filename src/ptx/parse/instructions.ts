/** Instructions (PTX ISA, "Instruction Statements"): guard, opcode, operands. */
import type { Instruction } from './ast.ts';
import { CODE } from './characters.ts';
import type { LocationReader } from './locations.ts';
import type { FunctionNames } from './names.ts';
import type { OpcodeTable } from './opcodes.ts';
import { OperandReader } from './operands.ts';
import type { Readers } from './readers.ts';
import { Scanner } from './scanner.ts';

/** Place of an instruction's parts in the PTX text. */
interface InstructionPlace {
  readonly ptx: string;
  /** Empty without a guard. */
  readonly guardStart: number;
  readonly guardEnd: number;
  readonly operandsStart: number;
  readonly operandsEnd: number;
}

type InstructionParts = Omit<Instruction, 'text'>;

/** Its text is made on demand: few are ever shown. */
class ReadInstruction implements Instruction {
  readonly opcode: string;
  readonly modifiers: readonly string[];
  readonly guard: Instruction['guard'];
  readonly operands: Instruction['operands'];
  readonly location: Instruction['location'];
  readonly ptxLine: number;
  readonly #place: InstructionPlace;

  constructor(parts: InstructionParts, place: InstructionPlace) {
    this.opcode = parts.opcode;
    this.modifiers = parts.modifiers;
    this.guard = parts.guard;
    this.operands = parts.operands;
    this.location = parts.location;
    this.ptxLine = parts.ptxLine;
    this.#place = place;
  }

  get text(): string {
    const { ptx, guardStart, guardEnd, operandsStart, operandsEnd } = this.#place;
    const words = [
      ptx.slice(guardStart, guardEnd),
      [this.opcode, ...this.modifiers].join('.'),
      oneLine(ptx.slice(operandsStart, operandsEnd)),
    ];
    return words.filter(word => word !== '').join(' ');
  }
}

/** The instruction with other parts, and the text as it was: a spread would leave that out, since it is made on demand. */
export const changed = (one: Instruction, parts: Partial<Instruction>): Instruction => ({
  ...one,
  text: one.text,
  ...parts,
});

type ReadGuard = Pick<Instruction, 'guard'> & Pick<InstructionPlace, 'guardStart' | 'guardEnd'>;
const NO_GUARD: ReadGuard = { guard: null, guardStart: 0, guardEnd: 0 };

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
  read(word: string, start: number, { guard, guardStart, guardEnd }: ReadGuard = NO_GUARD): void {
    const scanner: Scanner = this.#scanner;
    const opcode = this.#opcodes.split(word);
    if (opcode === null) {
      scanner.position = start;
      scanner.failExpecting('an instruction, a label or a directive');
    }
    scanner.peek();
    const operandsStart = scanner.position;
    const operands = this.#operands.operands(opcode.floatBits, opcode.opcode === 'call');
    const place = { ptx: scanner.text, guardStart, guardEnd, operandsStart, operandsEnd: scanner.position - 1 };
    const location = this.#locations.current;
    const ptxLine = scanner.lineAt(start);
    const { modifiers } = opcode;
    this.instructions.push(
      new ReadInstruction({ opcode: opcode.opcode, modifiers, guard, operands, location, ptxLine }, place),
    );
  }

  /** `@[!]predicate opcode operands;` */
  readGuarded(): void {
    const scanner = this.#scanner;
    const guardStart = scanner.position++;
    const negated = scanner.take(CODE.bang);
    scanner.peek();
    const nameOffset = scanner.position;
    const register = this.#names.predicate(scanner.name('a predicate register'), nameOffset);
    const guardEnd = scanner.position;
    scanner.peek();
    const opcodeStart = scanner.position;
    this.read(this.opcode(), opcodeStart, { guard: { register, negated }, guardStart, guardEnd });
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
