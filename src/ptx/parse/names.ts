/**
 * Finds the meaning of names. Inline assembly repeats its `{ }` blocks, and with them the names of registers, labels
 * and variables; every declaration gets a name that is unique in its function: `P`, then `P@2`, `P@3` ('@' cannot occur
 * in a PTX name). Labels and functions may be used before they are declared, so such operands are filled in afterwards.
 */
import type { Operand, RegisterDeclaration, ScalarType } from './ast.ts';
import { failUnknown, type ModuleNames } from './module-names.ts';
import { type FoundRegisters, type RegisterNames, selectedPart } from './register-names.ts';
import type { Scanner } from './scanner.ts';
import { Scope } from './scope.ts';
import { specialRegisterNamed } from './special-registers.ts';

/** Deepest nesting of `{ }` in a function; nvcc needs 3. */
const DEEPEST_BLOCK = 64;

export class FunctionNames {
  readonly registers: RegisterDeclaration[] = [];
  readonly #scanner: Scanner;
  readonly #module: ModuleNames;
  readonly #uses = new Map<string, number>();
  readonly #registerTypes = new Map<string, ScalarType>();
  #scope = new Scope(null);

  constructor(scanner: Scanner, module: ModuleNames) {
    this.#scanner = scanner;
    this.#module = module;
  }

  openBlock(): void {
    this.#scope = new Scope(this.#scope);
    if (this.#scope.depth > DEEPEST_BLOCK) this.#scanner.fail(`blocks nest deeper than ${DEEPEST_BLOCK}`);
  }

  /** True when the function ends with the block. */
  closeBlock(): boolean {
    const { outer } = this.#scope;
    const rest = this.#scope.close();
    if (outer === null) {
      this.#module.postpone(rest);
      return true;
    }
    for (const operand of rest) outer.open.push(operand);
    this.#scope = outer;
    return false;
  }

  declareRegisters(name: string, registers: RegisterNames, offset: number): void {
    if (!this.#scope.registers.declare(name, registers)) this.#failTwice(name, offset);
  }

  /** Returns the unique name. */
  declareVariable(name: string, offset: number): string {
    return this.#declareSymbol(name, this.#uniqueName(name, offset));
  }

  /** The same of a variable that is there once for all activations: the name is unique in the module. */
  declareStatic(name: string, offset: number): string {
    if (this.#scope.operands.has(name)) this.#failTwice(name, offset);
    return this.#declareSymbol(name, this.#module.uniqueName(name));
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
    return specialRegisterNamed(name) ?? this.#module.find(name) ?? selectedPart(name, part => this.#find(part));
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

  /** The unique name of a register. */
  register(name: string, offset: number): string {
    const operand = this.resolve(name, offset);
    return operand.kind === 'register' ? operand.name : this.#scanner.fail(`'${name}' is no register`, offset);
  }

  /** The unique name of a predicate register. */
  predicate(name: string, offset: number): string {
    const operand = this.resolve(name, offset);
    if (operand.kind === 'register' && this.#registerTypes.get(operand.name) === 'pred') return operand.name;
    return this.#scanner.fail(`'${name}' is no predicate register`, offset);
  }

  #declareSymbol(name: string, unique: string): string {
    this.#scope.operands.set(name, { kind: 'symbol', name: unique, addend: 0 });
    return unique;
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
    const found = scope.registers.find(name);
    if (found === undefined) return undefined;
    const single = (part: string) => scope.operands.get(part) ?? this.#register(scope, part, found);
    if (found.parts.length === 1) return single(found.parts[0]);
    const operand: Operand = { kind: 'vector', elements: found.parts.map(single) };
    scope.operands.set(name, operand);
    return operand;
  }

  #register(scope: Scope, name: string, { type }: FoundRegisters): Operand {
    const unique = this.#uniqueName(name, 0);
    this.registers.push({ name: unique, type });
    this.#registerTypes.set(unique, type);
    const operand: Operand = { kind: 'register', name: unique };
    scope.operands.set(name, operand);
    return operand;
  }
}
