/** What operands refer to: registers of the function being decoded, variables and their addresses, labels, functions. */
import { WINDOW_HIGH } from '../machine/address-windows.ts';
import type { Module, PtxFunction, RegisterDeclaration } from '../parse/ast.ts';
import { SCALAR_BYTES } from '../parse/types.ts';
import type { Form } from './form.ts';
import { SlotAllocator } from './slots.ts';
import { specialValue } from './special-registers.ts';
import { type ModuleAddress, type VariablePlace, VariablePlaces } from './variable-places.ts';

export interface RegisterPlace {
  readonly slot: number;
  /** Declared width; 0 for a predicate, 32 for all narrower types but 16-bit ones. */
  readonly bits: number;
}

export class Linker {
  readonly module: Module;
  readonly slots = new SlotAllocator();
  readonly places: VariablePlaces;
  /** Narrowest access that may touch shared memory. */
  sharedGranule: 1 | 2 | 4 = 4;
  readonly functions: readonly PtxFunction[];
  /** First pc of each function, by name. */
  readonly starts = new Map<string, number>();
  /** The condition code's carry bit of the lanes. */
  readonly carryFlag: number;
  readonly #registers = new Map<PtxFunction, ReadonlyMap<string, RegisterPlace>>();
  readonly #constantPredicates: [number, number];
  #function: PtxFunction;
  #firstPc = 0;

  /** `functions`: the entry, then every function that it may call. */
  constructor(
    module: Module,
    functions: readonly PtxFunction[],
    sharedBaseBytes: number,
    moduleAddress: ModuleAddress,
  ) {
    this.module = module;
    this.functions = functions;
    this.places = new VariablePlaces(module, functions, sharedBaseBytes, moduleAddress);
    this.#function = functions[0];
    let firstPc = 0;
    for (const fn of functions) {
      this.starts.set(fn.name, firstPc);
      // One more for the return at the end.
      firstPc += fn.instructions.length + 1;
      this.#registers.set(fn, new Map(fn.registers.map(r => [r.name, this.#allocate(r)])));
    }
    this.carryFlag = this.slots.predicate();
    this.slots.endRegisters();
    this.#constantPredicates = [this.slots.predicate(), this.slots.predicate(true)];
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

  place = (name: string): VariablePlace | null => this.places.find(this.#function, name);

  placeIn = (fn: PtxFunction, name: string): VariablePlace | null => this.places.own(fn, name);

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

  #allocate({ type }: RegisterDeclaration): RegisterPlace {
    if (type === 'pred') return { slot: this.slots.predicate(), bits: 0 };
    const bits = SCALAR_BYTES[type] * 8;
    return { slot: this.slots.planes(Math.max(1, bits / 32)), bits };
  }
}
