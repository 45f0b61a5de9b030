/**
 * What a name means. Inline assembly repeats its `{ }` blocks, and with them the names of registers, labels and
 * variables; every declaration gets a name that is unique in its function: `P`, then `P@2`, `P@3` ('@' cannot occur in
 * a PTX name). Labels and functions may be used before they are declared, so such operands are filled in afterwards.
 */
import type { Operand, RegisterDeclaration, ScalarType } from './ast.ts';
import { isDigit } from './characters.ts';
import { failUnknown, type ModuleNames, type OpenOperand } from './module-names.ts';
import type { Scanner } from './scanner.ts';
import { isSpecialRegister } from './special-registers.ts';

interface Registers {
  readonly type: ScalarType;
  /** `%r<27>` declares %r0 to %r26; null = one register of exactly this name. */
  readonly count: number | null;
  /** Registers behind each name; more than one are told apart by `.x` to `.w`. */
  readonly vector: number;
}

/** The element that a suffix names; colours mean the same as coordinates. */
const ELEMENTS = new Map([...'xyzw', ...'rgba'].map((letter, i) => [letter, i % 4]));

class Scope {
  readonly outer: Scope | null;
  readonly operands = new Map<string, Operand>();
  /** By name; a range's key is its prefix and '<'. */
  readonly registers = new Map<string, Registers>();
  readonly open: OpenOperand[] = [];

  constructor(outer: Scope | null) {
    this.outer = outer;
  }
}

/** Deepest nesting of `{ }` in a function; nvcc needs 3. */
const DEEPEST_BLOCK = 64;
/** Longest run of digits that can be a register number. */
const LONGEST_NUMBER = 7;

export class FunctionNames {
  readonly registers: RegisterDeclaration[] = [];
  readonly #scanner: Scanner;
  readonly #module: ModuleNames;
  readonly #uses = new Map<string, number>();
  readonly #registerTypes = new Map<string, ScalarType>();
  #scope = new Scope(null);
  #depth = 0;

  constructor(scanner: Scanner, module: ModuleNames) {
    this.#scanner = scanner;
    this.#module = module;
  }

  openBlock(): void {
    if (++this.#depth > DEEPEST_BLOCK) this.#scanner.fail(`blocks nest deeper than ${DEEPEST_BLOCK}`);
    this.#scope = new Scope(this.#scope);
  }

  /** Ends a block: its labels are known now, other names belong further out. True when the function ends with it. */
  closeBlock(): boolean {
    const { operands, open, outer } = this.#scope;
    const rest: OpenOperand[] = [];
    for (const operand of open) {
      const found = operands.get(operand.name);
      if (found?.kind === 'label' && operand.addend === 0) operand.list[operand.index] = found;
      else rest.push(operand);
    }
    if (outer === null) {
      this.#module.postpone(rest);
      return true;
    }
    for (const operand of rest) outer.open.push(operand);
    this.#depth--;
    this.#scope = outer;
    return false;
  }

  declareRegisters(name: string, registers: Registers, offset: number): void {
    const key = registers.count === null ? name : `${name}<`;
    if (this.#scope.registers.has(key)) this.#failTwice(name, offset);
    this.#scope.registers.set(key, registers);
  }

  /** Returns the unique name. */
  declareVariable(name: string, offset: number): string {
    const unique = this.#uniqueName(name, offset);
    this.#scope.operands.set(name, { kind: 'symbol', name: unique, addend: 0 });
    return unique;
  }

  /** Returns the unique name. */
  declareLabel(name: string, offset: number): string {
    const unique = this.#uniqueName(name, offset);
    this.#scope.operands.set(name, { kind: 'label', name: unique });
    return unique;
  }

  /** The register, variable or special register of this name, if it is declared already. */
  #find(name: string): Operand | undefined {
    for (let scope: Scope | null = this.#scope; scope !== null; scope = scope.outer) {
      const operand = scope.operands.get(name) ?? this.#firstUse(scope, name);
      if (operand !== undefined) return operand;
    }
    if (isSpecialRegister(name)) return { kind: 'special', name };
    return this.#module.find(name);
  }

  /** The register, variable or special register of this name, which must be declared already. */
  resolve(name: string, offset: number): Operand {
    return this.#find(name) ?? failUnknown(this.#scanner, name, offset);
  }

  /** Adds the operand of this name to `list`, now or when it is declared. */
  append(list: Operand[], name: string, addend: number, offset: number): void {
    const found = this.#find(name);
    // A label in an enclosing block may be hidden by one that this block declares later.
    if (found === undefined || found.kind === 'label') {
      this.#scope.open.push({ list, index: list.length, name, addend, offset });
      list.push({ kind: 'sink' });
    } else if (addend === 0) {
      list.push(found);
    } else if (found.kind === 'symbol') {
      list.push({ ...found, addend });
    } else {
      this.#scanner.fail(`'${name}' is no variable, so nothing can be added to it`, offset);
    }
  }

  /** The unique name of a predicate register. */
  predicate(name: string, offset: number): string {
    const operand = this.resolve(name, offset);
    if (operand.kind === 'register' && this.#registerTypes.get(operand.name) === 'pred') return operand.name;
    return this.#scanner.fail(`'${name}' is no predicate register`, offset);
  }

  #uniqueName(name: string, offset: number): string {
    if (this.#scope.operands.has(name)) this.#failTwice(name, offset);
    const uses = (this.#uses.get(name) ?? (this.#module.find(name) === undefined ? 0 : 1)) + 1;
    this.#uses.set(name, uses);
    return uses === 1 ? name : `${name}@${uses}`;
  }

  #failTwice(name: string, offset: number): never {
    return this.#scanner.fail(`'${name}' is declared twice in one block`, offset);
  }

  /** Registers come into being when an instruction names them: `%r<99999>` costs nothing by itself. */
  #firstUse(scope: Scope, name: string): Operand | undefined {
    if (scope.registers.size === 0) return undefined;
    const declared = scope.registers.get(name) ?? rangeWith(scope.registers, name);
    if (declared === undefined) return this.#firstUseOfElement(scope, name);
    if (declared.vector === 1) return this.#register(scope, name, declared.type);
    const parts = Array.from({ length: declared.vector }, (_, i) => `${name}.${'xyzw'[i]}`);
    const elements = parts.map(part => scope.operands.get(part) ?? this.#register(scope, part, declared.type));
    const operand: Operand = { kind: 'vector', elements };
    scope.operands.set(name, operand);
    return operand;
  }

  /** `%v.y` of a vector register. */
  #firstUseOfElement(scope: Scope, name: string): Operand | undefined {
    const dot = name.indexOf('.');
    if (dot < 0) return undefined;
    const whole = name.slice(0, dot);
    const declared = scope.registers.get(whole) ?? rangeWith(scope.registers, whole);
    const element = ELEMENTS.get(name.slice(dot + 1)) ?? Number.POSITIVE_INFINITY;
    // A plain register may be called %tid; %tid.x is the special one all the same.
    if (declared === undefined || declared.vector === 1 || element >= declared.vector) return undefined;
    const part = `${whole}.${'xyzw'[element]}`;
    return scope.operands.get(part) ?? this.#register(scope, part, declared.type);
  }

  #register(scope: Scope, name: string, type: ScalarType): Operand {
    const unique = this.#uniqueName(name, 0);
    this.registers.push({ name: unique, type });
    this.#registerTypes.set(unique, type);
    const operand: Operand = { kind: 'register', name: unique };
    scope.operands.set(name, operand);
    return operand;
  }
}

function rangeWith(registers: ReadonlyMap<string, Registers>, name: string): Registers | undefined {
  const first = Math.max(1, name.length - LONGEST_NUMBER);
  for (let cut = name.length - 1; cut >= first && isDigit(name.charCodeAt(cut)); cut--) {
    const range = registers.get(`${name.slice(0, cut)}<`);
    if (range === undefined) continue;
    const digits = name.slice(cut);
    if (Number(digits) < range.count! && (digits === '0' || digits[0] !== '0')) return range;
  }
  return undefined;
}
