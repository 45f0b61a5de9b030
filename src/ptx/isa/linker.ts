/** Resolves operands: registers of the function being decoded, variables and their addresses, labels, functions. */
import { functionAddress, RANK_BIT, WINDOW_HIGH } from '../machine/address-windows.ts';
import type { FunctionPlace } from '../machine/function-place.ts';
import type { Operation } from '../machine/operation.ts';
import type { Module } from '../parse/ast.ts';
import type { CallGraph } from './call-graph.ts';
import { type OperandKind, planesOf } from './effect.ts';
import type { EffectSet } from './effect-set.ts';
import { functionPlaces, linkRegisterParams, placeRegisters, type RegisterPlace } from './function-places.ts';
import { refuse } from './refusal.ts';
import { SlotAllocator } from './slots.ts';
import { specialRegister, type ValueIn } from './special-registers.ts';
import { type ModuleAddress, type SharedWindow, type VariablePlace, VariablePlaces } from './variable-places.ts';

/** Shared words by which code that GCC makes for OpenMP (-muniform-simt) knows whether lanes have work of their own. */
const UNIFORM_LANES = '__nvptx_uni';

export class Linker {
  readonly module: Module;
  readonly effects: EffectSet;
  readonly slots = new SlotAllocator();
  readonly places: VariablePlaces;
  /** Narrowest access that may touch shared memory. */
  sharedGranule: 1 | 2 | 4 = 4;
  /** Narrowest write that may touch device memory. */
  globalGranule: 1 | 2 | 4 = 4;
  /** The entry, then every function that it may call. */
  readonly functions: readonly FunctionPlace[];
  /** The condition code's carry bit of the lanes. */
  readonly carryFlag: number;
  /** Whether the kernel asks for the shared memory that the toolkit keeps for its own libraries. */
  usesToolkitMemory = false;
  /** Whether the compiler counts on the lanes of a warp to run in step. */
  lanesInStep = false;
  /** Set by instructions that take any amount from the stack. */
  growsStack = false;
  /** Passes that run once all instructions are decoded. */
  readonly afterwards = new Set<(operations: readonly Operation[], link: Linker) => void>();
  readonly #registers = new Map<FunctionPlace, ReadonlyMap<string, RegisterPlace>>();
  readonly #addresses = new Map<string, number>();
  readonly #functionNumbers: ReadonlyMap<string, number>;
  readonly #byName: ReadonlyMap<string, FunctionPlace>;
  readonly #constantPredicates: [number, number];
  #rowPlanes: number | null = null;
  #function: FunctionPlace;

  constructor(
    module: Module,
    effects: EffectSet,
    graph: CallGraph,
    shared: SharedWindow,
    moduleAddress: ModuleAddress,
  ) {
    this.module = module;
    this.effects = effects;
    this.#functionNumbers = new Map(module.functions.map((f, i) => [f.name, i]));
    this.functions = functionPlaces(graph);
    this.#byName = new Map(this.functions.map(place => [place.fn.name, place]));
    this.#function = this.functions[0];
    this.places = new VariablePlaces(module, this.functions, shared, moduleAddress);
    for (const place of this.functions) {
      const registers = placeRegisters(place, this.slots);
      this.#registers.set(place, registers);
      linkRegisterParams(place, registers, this.places);
      if (place !== this.#function) place.frameSlot = this.slots.planes(1);
    }
    this.carryFlag = this.slots.predicate();
    this.slots.endRegisters();
    this.#constantPredicates = [this.slots.predicate(), this.slots.predicate(true)];
  }

  /** Four planes in which instructions that move matrices hold rows of 16 bytes; nothing stays there. */
  get rowPlanes(): number {
    this.#rowPlanes ??= this.slots.planes(4);
    return this.#rowPlanes;
  }

  /** The function that is being decoded. */
  get current(): FunctionPlace {
    return this.#function;
  }

  /** Decoding goes on in `place`. */
  enter(place: FunctionPlace): void {
    this.#function = place;
  }

  register(name: string): RegisterPlace {
    const place = this.#registers.get(this.#function)?.get(name);
    if (!place) throw new Error(`register ${name} is not declared in ${this.#function.fn.name}`);
    return place;
  }

  registerBits = (name: string): number => this.register(name).bits;

  /** Planes of a special register with a constant value, cut or filled with zeros to `planes`; null for an unknown one. */
  special(name: string, planes: number): number | null {
    const register = specialRegister(name);
    if (!register) return null;
    if (name === '%reserved_smem_offset_1') this.usesToolkitMemory = true;
    const words = Array.from({ length: planes }, (_, i) => register.words[i] ?? (() => 0));
    return this.slots.special(name, words, register.variesByCta);
  }

  constantPredicate = (value: boolean): number => this.#constantPredicates[value ? 1 : 0];

  place = (name: string): VariablePlace | null => this.places.find(this.#function.fn, name);

  placeIn = (fn: FunctionPlace, name: string): VariablePlace | null => this.places.own(fn.fn, name);

  /** Slot of what `mov` gives for a symbol: an offset in its space; a generic address of a function and of a call slot. */
  addressSlot(name: string, addend: number, kind: OperandKind): number {
    const place = this.place(name);
    if (name === UNIFORM_LANES) this.lanesInStep = true;
    const isSlot = place?.space === 'local' && place.variable.space === 'param';
    const high = isSlot ? WINDOW_HIGH.local : 0;
    if (place?.space === 'shared') return this.#sharedAddress(place.byteOffset + addend, planesOf(kind));
    if (place?.frame) return this.#frameAddress(place.frame, place.byteOffset + addend, high);
    const address = place ? high * 2 ** 32 + place.byteOffset : this.#addressOfFunction(name);
    const words = [(address + addend) | 0, Math.floor((address + addend) / 2 ** 32) | 0];
    return this.slots.constant(words.slice(0, planesOf(kind)));
  }

  /** The function of that name, if the kernel may call it. */
  callee(name: string): FunctionPlace | null {
    const place = this.#byName.get(name);
    return place?.fn.kind === 'func' ? place : null;
  }

  /** Device address of a function -> the function, for calls through registers. */
  byAddress(): ReadonlyMap<number, FunctionPlace> {
    const called = this.functions.filter(f => f.fn.kind === 'func');
    return new Map(called.map(f => [functionAddress(this.#functionNumbers.get(f.fn.name)!), f]));
  }

  /** Index in the program of a label of this function. */
  target(label: string): number {
    const index = this.#function.fn.labels.get(label) ?? refuse(`label '${label}' is not here`);
    return this.#function.firstPc + index;
  }

  branchTargets(list: string): readonly string[] | null {
    return this.#function.fn.branchTargets.get(list) ?? null;
  }

  /** Address of the CTA's own variable in the window of its cluster, so that other CTAs may use it. */
  #sharedAddress(address: number, planes: number): number {
    const words: ValueIn[] = [({ cta }) => (address + (cta.clusterRank << RANK_BIT)) | 0, () => 0];
    return this.slots.special(`shared ${address}`, words.slice(0, planes), false);
  }

  #addressOfFunction(name: string): number {
    const number = this.#functionNumbers.get(name) ?? refuse(`the address of '${name}' is not known`);
    return functionAddress(number);
  }

  /** Planes that each activation fills. */
  #frameAddress(frame: FunctionPlace, byteOffset: number, high: number): number {
    const key = `${frame.firstPc} ${byteOffset} ${high}`;
    const known = this.#addresses.get(key);
    if (known !== undefined) return known;
    const slot = this.slots.planes(2);
    this.#addresses.set(key, slot);
    frame.addresses.push({ slot, byteOffset, high });
    return slot;
  }
}
