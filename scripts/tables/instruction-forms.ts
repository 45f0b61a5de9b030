/**
 * Finds the forms of an instruction that the emulator's table accepts by trying: a row decodes a form that answers each
 * of its questions (is there an `.ftz`? which of these? what type?) in every possible way.
 */
import { assert } from '../../src/base/assert.ts';
import { CallGraph } from '../../src/ptx/isa/call-graph.ts';
import type { Effect } from '../../src/ptx/isa/effect.ts';
import { Form } from '../../src/ptx/isa/form.ts';
import { Linker } from '../../src/ptx/isa/linker.ts';
import { ALL_EFFECTS } from '../../src/ptx/isa/loops.ts';
import { Refusal } from '../../src/ptx/isa/refusal.ts';
import type { Row } from '../../src/ptx/isa/row.ts';
import { Operation } from '../../src/ptx/machine/operation.ts';
import type { Instruction, Operand } from '../../src/ptx/parse/ast.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';

export interface InstructionForm {
  readonly types: readonly string[];
  readonly modifiers: readonly string[];
}

const REGISTER: Operand = { kind: 'register', name: 'r' };
const ADDRESS: Operand = { kind: 'address', base: { kind: 'register', name: 'r' }, byteOffset: 0n };
const LABEL: Operand = { kind: 'label', name: 'l' };
const TABLE_BYTE: Operand = { kind: 'integer', value: 0x96n };
const SIXTEEN: Operand = { kind: 'integer', value: 16n };
const MAP_BYTES: Operand = { kind: 'integer', value: 128n };
const FIRST: Operand = { kind: 'integer', value: 0n };
const PAIR: Operand = { kind: 'pair', first: REGISTER, second: REGISTER };
const FUNCTION: Operand = { kind: 'symbol', name: 'f', addend: 0 };
const vector = (length: number): Operand => ({ kind: 'vector', elements: Array.from({ length }, () => REGISTER) });

/** A tensor map and coordinates, by the number of dimensions. */
const BOXES = [1, 2, 3, 4, 5].map((rank): Operand => ({ kind: 'vector', elements: [ADDRESS, vector(rank)] }));

const VALUES = [[REGISTER, REGISTER, REGISTER, REGISTER]];
const TWO_OR_THREE_SOURCES = [[REGISTER, REGISTER, REGISTER], ...VALUES];
const LENGTHS = [2, 4, 8].map(vector);
/** Registers of D, A and B of one product. */
const FRAGMENTS = [
  [2, 1, 1],
  [2, 2, 1],
  [2, 4, 2],
  [4, 2, 1],
  [4, 4, 2],
  [4, 8, 4],
] as const;
/** Registers of D, A, B and C of a larger product. */
const WHOLE_FRAGMENTS = [
  ...[4, 8].flatMap(d => [4, 8].map(c => [d, 8, 8, c])),
  ...[
    [4, 4],
    [8, 2],
    [2, 8],
    [2, 2],
    [4, 1],
    [1, 4],
  ].map(([a, b]) => [8, a, b, 8]),
  [2, 1, 1, 2],
] as const;
/** Operands of instructions that take more than registers; each list is tried. */
const OPERANDS: Readonly<Record<string, readonly (readonly Operand[])[]>> = {
  ld: [REGISTER, ...LENGTHS].map(target => [target, ADDRESS]),
  ldu: [REGISTER, ...LENGTHS].map(target => [target, ADDRESS]),
  st: [REGISTER, ...LENGTHS].map(source => [ADDRESS, source]),
  atom: [[REGISTER, ADDRESS, REGISTER, REGISTER], ...LENGTHS.map(v => [v, ADDRESS, v])],
  red: [[ADDRESS, REGISTER, REGISTER], ...LENGTHS.map(v => [ADDRESS, v])],
  mov: [
    [REGISTER, REGISTER],
    ...LENGTHS.flatMap(v => [
      [v, REGISTER],
      [REGISTER, v],
    ]),
  ],
  cvt: [...VALUES, [REGISTER, vector(4), REGISTER]],
  min: TWO_OR_THREE_SOURCES,
  max: TWO_OR_THREE_SOURCES,
  lop3: [
    [REGISTER, REGISTER, REGISTER, REGISTER, TABLE_BYTE],
    [PAIR, REGISTER, REGISTER, REGISTER, TABLE_BYTE, REGISTER],
  ],
  setp: [...VALUES, [PAIR, REGISTER, REGISTER, REGISTER]],
  bra: [[LABEL]],
  brx: [[REGISTER, LABEL]],
  call: [[FUNCTION]],
  match: [[PAIR, REGISTER, REGISTER]],
  elect: [[PAIR, REGISTER]],
  ldmatrix: [1, 2, 4].map(count => [vector(count), ADDRESS]),
  stmatrix: [1, 2, 4].map(count => [ADDRESS, vector(count)]),
  mma: FRAGMENTS.map(([d, a, b]) => [d, a, b, d].map(vector)),
  wmma: [
    ...[1, 2, 4, 8].flatMap(count => [
      [vector(count), ADDRESS, REGISTER],
      [ADDRESS, vector(count), REGISTER],
    ]),
    ...WHOLE_FRAGMENTS.map(counts => counts.map(vector)),
  ],
  cp: [
    [ADDRESS, ADDRESS, SIXTEEN],
    [SIXTEEN],
    [ADDRESS],
    [ADDRESS, ADDRESS, REGISTER, ADDRESS],
    ...BOXES.flatMap(box => [[box], [box, ADDRESS], [ADDRESS, box, ADDRESS], [ADDRESS, box, ADDRESS, REGISTER]]),
  ],
  tensormap: [
    [ADDRESS, REGISTER],
    [ADDRESS, FIRST, REGISTER],
    [ADDRESS, ADDRESS, MAP_BYTES],
  ],
  mbarrier: [
    [ADDRESS, REGISTER],
    [REGISTER, ADDRESS, REGISTER],
  ],
  shfl: [[PAIR, REGISTER, REGISTER, REGISTER, REGISTER]],
};

/** The answers of one attempt, and the step to the next: the last answer that has alternatives left takes the next one. */
class Answers {
  readonly #given: { choice: number; readonly count: number }[] = [];
  #next = 0;

  choose(count: number): number {
    const known = this.#given[this.#next];
    if (!known) this.#given.push({ choice: 0, count });
    return this.#given[this.#next++].choice;
  }

  /** False if every combination was tried. */
  advance(): boolean {
    this.#next = 0;
    for (let last = this.#given.at(-1); last; last = this.#given.at(-1)) {
      if (++last.choice < last.count) return true;
      this.#given.pop();
    }
    return false;
  }
}

/** More options would only combine those that are listed alone. */
const MOST_OPTIONS = 3;

/** A linker of an empty kernel that knows every name: each register has 64 bits, each function takes and returns nothing. */
class AskedLinker extends Linker {
  override register = () => ({ slot: 0, bits: 64, type: 'b64' as const });
  override registerBits = () => 64;
  override place = () => null;
  override placeIn = () => null;
  override callee = () => this.current;
  override target = () => 0;
  override branchTargets = () => ['l'];
}

const LINKER = linkerOfNothing();

function linkerOfNothing(): Linker {
  const kernel = parseModule('.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n ret;\n}\n');
  assert(kernel.ok, 'the empty kernel is PTX');
  const graph = new CallGraph(kernel.value, kernel.value.functions[0]);
  return new AskedLinker(kernel.value, ALL_EFFECTS, graph, { baseBytes: 0, gapBytes: 0 }, () => null);
}

class AskedForm extends Form {
  readonly asked: string[] = [];
  readonly chosenTypes: string[] = [];
  readonly #answers: Answers;
  readonly #types: Row['types'];
  readonly #decided = new Set<string>();
  #options = 0;

  constructor(instruction: Instruction, operation: Operation, answers: Answers, types: Row['types']) {
    super(instruction, operation, LINKER);
    this.#answers = answers;
    this.#types = types;
  }

  override take(name: string): boolean {
    if (this.#decided.has(name)) return false;
    this.#decided.add(name);
    if (this.#options === MOST_OPTIONS || this.#answers.choose(2) === 0) return false;
    this.#options++;
    this.asked.push(name);
    return true;
  }

  override oneOf<T extends string>(names: readonly T[], fallback?: T): T {
    const open = names.filter(name => !this.#decided.has(name));
    for (const name of names) this.#decided.add(name);
    const choice = this.#answers.choose(open.length + (fallback === undefined ? 0 : 1));
    if (choice === open.length) return fallback!;
    this.asked.push(open[choice]);
    return open[choice];
  }

  override hasType(index: number): boolean {
    return this.#types.length > index && this.#answers.choose(2) === 1;
  }

  override type(index = 0): string {
    while (this.chosenTypes.length <= index) {
      const types = this.#types[this.chosenTypes.length] ?? this.refuse('needs no more types');
      this.chosenTypes.push(types[this.#answers.choose(types.length)]);
    }
    return this.chosenTypes[index];
  }

  override finish(): void {}
  override source = (): number => 0;
  override destination = (): number => 0;
  override predicate = (): number => 0;
  override registerBits = (): number => 128;
  override requireWidth(): void {}
  override compute =
    (_effect: Effect): (() => number) =>
    () =>
      0;
  override computePredicate = (): (() => number) => () => 0;
}

export function formsOf(row: Row): readonly InstructionForm[] {
  const forms = new Map<string, InstructionForm>();
  for (const operands of OPERANDS[row.opcode] ?? VALUES) {
    for (const { chosenTypes: types, asked: modifiers } of takenForms(row, operands)) {
      forms.set(`${types.join('.')} ${modifiers.join('.')}`, { types, modifiers });
    }
  }
  return [...forms.values()];
}

/** Every form with these operands that the row accepts. */
function* takenForms(row: Row, operands: readonly Operand[]): Generator<AskedForm> {
  const { opcode, types } = row;
  const instruction = { opcode, modifiers: [], guard: null, operands, location: null, text: opcode, ptxLine: 0 };
  const answers = new Answers();
  do {
    const form = new AskedForm(
      instruction,
      new Operation(() => 0, 0, instruction, { line: 0, file: 0, calls: [] }),
      answers,
      types,
    );
    try {
      row.decode(form);
      yield form;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
    }
  } while (answers.advance());
}
