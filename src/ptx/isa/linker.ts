/**
 * What operands refer to: registers of the function being decoded, variables and their addresses, labels. Lays out shared
 * memory, the lanes' stacks and the parameters.
 */
import { roundUp } from '../../base/bits.ts';
import { WINDOW_HIGH } from '../machine/address-windows.ts';
import type { Module, Operand, PtxFunction, RegisterDeclaration, Variable } from '../parse/ast.ts';
import { SCALAR_BYTES } from '../parse/types.ts';
import type { Form } from './form.ts';
import { SlotAllocator } from './slots.ts';
import { specialValue } from './special-registers.ts';

export interface RegisterPlace {
  readonly slot: number;
  /** Declared width; 0 for a predicate, 32 for all narrower types but 16-bit ones. */
  readonly bits: number;
}

/** Where a variable lies: `byteOffset` in its space. Parameters and call slots of functions lie on the lanes' stacks. */
export interface VariablePlace {
  readonly space: 'global' | 'shared' | 'local' | 'param' | 'const';
  readonly byteOffset: number;
  readonly variable: Variable;
}

/** Addresses of module variables, given by the launch; null for one that is not there. */
export type ModuleAddress = (
  name: string,
) => { readonly space: 'global' | 'const'; readonly byteOffset: number } | null;

export class Linker {
  readonly module: Module;
  readonly slots = new SlotAllocator();
  readonly sharedBaseBytes: number;
  localBytes = 0;
  staticSharedBytes = 0;
  dynamicSharedOffset = 0;
  paramBytes = 0;
  /** Narrowest access that may touch shared memory. */
  sharedGranule: 1 | 2 | 4 = 4;
  readonly functions: readonly PtxFunction[];
  readonly #places = new Map<string, VariablePlace>();
  readonly #registers = new Map<PtxFunction, ReadonlyMap<string, RegisterPlace>>();
  /** The condition code's carry bit of the lanes. */
  readonly carryFlag: number;
  readonly #constantPredicates: [number, number];
  #function: PtxFunction;
  #firstPc = 0;

  /** First pc of each function, by name. */
  readonly starts = new Map<string, number>();

  /** `functions`: the entry, then every function that it may call. */
  constructor(
    module: Module,
    functions: readonly PtxFunction[],
    sharedBaseBytes: number,
    moduleAddress: ModuleAddress,
  ) {
    this.module = module;
    this.functions = functions;
    this.sharedBaseBytes = sharedBaseBytes;
    this.#function = functions[0];
    this.#placeModuleVariables(moduleAddress);
    let firstPc = 0;
    functions.forEach((f, i) => {
      this.#placeFunctionVariables(f, i === 0);
      this.starts.set(f.name, firstPc);
      // One more for the return at the end.
      firstPc += f.instructions.length + 1;
      this.#registers.set(f, new Map(f.registers.map(r => [r.name, this.#allocate(r)])));
    });
    this.carryFlag = this.slots.predicate();
    this.slots.endRegisters();
    this.#constantPredicates = [this.slots.predicate(), this.slots.predicate(true)];
    this.#placeShared();
  }

  /** Decoding goes on in `fn`. Returns its first pc. */
  enter(fn: PtxFunction): number {
    this.#function = fn;
    this.#firstPc = this.starts.get(fn.name)!;
    return this.#firstPc;
  }

  register(name: string): RegisterPlace {
    const place = this.#registers.get(this.#function)?.get(name);
    if (!place) throw new Error(`register ${name} is not declared in ${this.#function.name}`);
    return place;
  }

  registerBits = (name: string): number => this.register(name).bits;

  special(name: string): number | null {
    const valueIn = specialValue(name);
    return valueIn ? this.slots.special(name, valueIn) : null;
  }

  constantPredicate = (value: boolean): number => this.#constantPredicates[value ? 1 : 0];

  place(name: string): VariablePlace | null {
    return this.#places.get(`${this.#function.name} ${name}`) ?? this.#places.get(name) ?? null;
  }

  placeIn(fn: PtxFunction, name: string): VariablePlace | null {
    return this.#places.get(`${fn.name} ${name}`) ?? null;
  }

  /** What `mov` gives for a symbol: an offset in its space; of a stack variable used as `.param`, a generic address. */
  addressOf(name: string, addend: number, form: Form): bigint {
    const place = this.place(name) ?? form.refuse(`the address of '${name}' is not known`);
    const isSlot = place.space === 'local' && place.variable.space === 'param';
    const high = isSlot ? BigInt(WINDOW_HIGH.local) << 32n : 0n;
    return high + BigInt(place.byteOffset + addend);
  }

  /** The function that a call reaches, or why it cannot. */
  callee(name: string): PtxFunction | string {
    const fn = this.functions.find(f => f.name === name);
    if (fn) return fn;
    return this.module.functions.some(f => f.name === name && !f.external) ? 'recursion' : 'the function has no body';
  }

  /** Index in the program of a label of this function. */
  target(label: string, form: Form): number {
    const index = this.#function.labels.get(label) ?? form.refuse(`label '${label}' is not here`);
    return this.#firstPc + index;
  }

  branchTargets(list: string): readonly string[] | null {
    return this.#function.branchTargets.get(list) ?? null;
  }

  get currentFunction(): PtxFunction {
    return this.#function;
  }

  #allocate({ type }: RegisterDeclaration): RegisterPlace {
    if (type === 'pred') return { slot: this.slots.predicate(), bits: 0 };
    const bits = SCALAR_BYTES[type] * 8;
    return { slot: this.slots.planes(Math.max(1, bits / 32)), bits };
  }

  #placeModuleVariables(moduleAddress: ModuleAddress): void {
    for (const variable of this.module.variables) {
      const address = variable.space === 'shared' ? null : moduleAddress(variable.name);
      if (address) this.#places.set(variable.name, { ...address, variable });
    }
  }

  #placeFunctionVariables(fn: PtxFunction, isEntry: boolean): void {
    const params = [...fn.params, ...fn.returns];
    for (const variable of params) {
      const at = isEntry ? this.#onParams(variable) : this.#onStack(variable);
      this.#places.set(`${fn.name} ${variable.name}`, { space: isEntry ? 'param' : 'local', byteOffset: at, variable });
    }
    for (const variable of fn.variables) {
      if (variable.space === 'shared') continue;
      this.#places.set(`${fn.name} ${variable.name}`, {
        space: 'local',
        byteOffset: this.#onStack(variable),
        variable,
      });
    }
  }

  #onParams({ alignBytes, sizeBytes }: Variable): number {
    const at = roundUp(this.paramBytes, alignBytes);
    this.paramBytes = at + sizeBytes;
    return at;
  }

  #onStack({ alignBytes, sizeBytes }: Variable): number {
    const at = roundUp(this.localBytes, Math.max(alignBytes, 1));
    this.localBytes = roundUp(at + sizeBytes, 16);
    return at;
  }

  /** Static variables in the order of their declaration, then all `extern` arrays at one aligned place. */
  #placeShared(): void {
    const used = symbolsOf(this.functions);
    const statics: [key: string, variable: Variable][] = [];
    const dynamics: [key: string, variable: Variable][] = [];
    for (const v of this.module.variables) {
      if (v.space === 'shared' && used.has(v.name)) (v.extern ? dynamics : statics).push([v.name, v]);
    }
    for (const fn of this.functions) {
      for (const v of fn.variables) if (v.space === 'shared') statics.push([`${fn.name} ${v.name}`, v]);
    }
    const put = (key: string, variable: Variable, at: number) =>
      this.#places.set(key, { space: 'shared', byteOffset: this.sharedBaseBytes + at, variable });
    let next = 0;
    for (const [key, variable] of statics) {
      const at = roundUp(next, variable.alignBytes);
      put(key, variable, at);
      next = at + variable.sizeBytes;
    }
    this.staticSharedBytes = next;
    this.dynamicSharedOffset = roundUp(next, Math.max(1, ...dynamics.map(([, v]) => v.alignBytes)));
    for (const [key, variable] of dynamics) put(key, variable, this.dynamicSharedOffset);
  }
}

/** Names of the symbols that the functions' instructions mention. */
function symbolsOf(functions: readonly PtxFunction[]): Set<string> {
  const used = new Set<string>();
  const visit = (operand: Operand): void => {
    if (operand.kind === 'symbol') used.add(operand.name);
    else if (operand.kind === 'address' && operand.base?.kind === 'symbol') used.add(operand.base.name);
    else if (operand.kind === 'vector' || operand.kind === 'list') operand.elements.forEach(visit);
  };
  for (const { instructions } of functions) for (const { operands } of instructions) operands.forEach(visit);
  return used;
}
