/**
 * Places of the variables that a kernel and the functions it calls can name: shared memory, the lanes' stacks and the
 * parameters are laid out here; the launch says where `.global` and `.const` variables are.
 */
import { roundUp } from '../../base/bits.ts';
import type { SharedVariable } from '../../trace/shared-use.ts';
import type { FunctionPlace } from '../machine/function-place.ts';
import type { Module, Operand, PtxFunction, Variable } from '../parse/ast.ts';

/** `byteOffset` in its space. Parameters and call slots of called functions lie on the lanes' stacks. */
export interface VariablePlace {
  readonly space: 'global' | 'shared' | 'local' | 'param' | 'const';
  readonly byteOffset: number;
  readonly variable: Variable;
  /**
   * For a stack variable of a called function: its place; the offset counts from the start of the activation's frame.
   */
  readonly frame: FunctionPlace | null;
}

/** Addresses of module variables, given by the launch; null for one that is not there. */
export type ModuleAddress = (
  name: string,
) => { readonly space: 'global' | 'const'; readonly byteOffset: number } | null;

/** Start of a CTA's shared memory in the window, and bytes that are left empty behind each variable. */
export interface SharedWindow {
  readonly baseBytes: number;
  readonly gapBytes: number;
}

const FRAME_ALIGN_BYTES = 16;

export class VariablePlaces {
  staticSharedBytes = 0;
  /** Frames start at multiples of it, so that all their variables are aligned. */
  readonly stackAlignBytes: number;
  dynamicSharedOffset = 0;
  readonly sharedVariables: SharedVariable[] = [];
  #paramBytes = 0;
  readonly #shared: SharedWindow;
  /** Places by name; a function's own variable has the function's name before its own. */
  readonly #places = new Map<string, VariablePlace>();

  /** `functions`: the entry, then every function that it may call; their frames' sizes are filled in. */
  constructor(module: Module, functions: readonly FunctionPlace[], shared: SharedWindow, moduleAddress: ModuleAddress) {
    this.#shared = shared;
    for (const variable of module.variables) {
      const address = variable.space === 'shared' ? null : moduleAddress(variable.name);
      if (address) this.#places.set(variable.name, { ...address, variable, frame: null });
    }
    for (const place of functions) this.#placeOwn(place, place === functions[0]);
    const align = Math.max(FRAME_ALIGN_BYTES, ...functions.flatMap(({ fn }) => fn.variables.map(v => v.alignBytes)));
    for (const place of functions) place.frameBytes = roundUp(place.frameBytes, align);
    this.stackAlignBytes = align;
    this.#placeShared(
      module,
      functions.map(place => place.fn),
    );
  }

  /**
   * Places a function's own variables. Only the kernel itself has its parameters in parameter memory, and its frame at
   * the start of the stack.
   */
  #placeOwn(place: FunctionPlace, isEntry: boolean): void {
    const { fn } = place;
    for (const variable of [...fn.params, ...fn.returns]) {
      if (isEntry) this.#put(fn, { space: 'param', byteOffset: this.#onParams(variable), variable, frame: null });
      else this.#put(fn, onStack(variable, place, place));
    }
    for (const variable of fn.variables) {
      if (variable.space !== 'shared') this.#put(fn, onStack(variable, place, isEntry ? null : place));
    }
  }

  /** Variable that a name means in the function: its own one, or one of the module. */
  find(fn: PtxFunction, name: string): VariablePlace | null {
    return this.own(fn, name) ?? this.#places.get(name) ?? null;
  }

  own(fn: PtxFunction, name: string): VariablePlace | null {
    return this.#places.get(`${fn.name} ${name}`) ?? null;
  }

  #put(fn: PtxFunction, place: VariablePlace): void {
    this.#places.set(`${fn.name} ${place.variable.name}`, place);
  }

  #onParams({ alignBytes, sizeBytes }: Variable): number {
    const at = roundUp(this.#paramBytes, alignBytes);
    this.#paramBytes = at + sizeBytes;
    return at;
  }

  /** Static variables in the order of their declaration, then all `extern` arrays at one aligned place. */
  #placeShared(module: Module, functions: readonly PtxFunction[]): void {
    const used = symbolsOf(functions);
    const ofModule = module.variables.filter(v => v.space === 'shared' && used.has(v.name));
    const ofFunctions = functions.flatMap(fn =>
      fn.variables.filter(v => v.space === 'shared').map(v => [`${fn.name} ${v.name}`, v] as const),
    );
    const statics = [...ofModule.filter(v => !v.extern).map(v => [v.name, v] as const), ...ofFunctions];
    for (const [key, variable] of statics) {
      const at = roundUp(this.staticSharedBytes, variable.alignBytes);
      this.#putShared(key, variable, at);
      this.staticSharedBytes = at + variable.sizeBytes + this.#shared.gapBytes;
    }
    const dynamics = ofModule.filter(v => v.extern);
    this.dynamicSharedOffset = roundUp(this.staticSharedBytes, Math.max(1, ...dynamics.map(v => v.alignBytes)));
    for (const variable of dynamics) this.#putShared(variable.name, variable, this.dynamicSharedOffset);
  }

  #putShared(key: string, variable: Variable, at: number): void {
    this.sharedVariables.push({ name: variable.name, byteOffset: at, sizeBytes: variable.sizeBytes });
    this.#places.set(key, {
      space: 'shared',
      byteOffset: this.#shared.baseBytes + at,
      variable,
      frame: null,
    });
  }
}

/** Takes room in the function's frame. */
function onStack(variable: Variable, of: FunctionPlace, frame: FunctionPlace | null): VariablePlace {
  const byteOffset = roundUp(of.frameBytes, Math.max(variable.alignBytes, 1));
  of.frameBytes = roundUp(byteOffset + variable.sizeBytes, FRAME_ALIGN_BYTES);
  return { space: 'local', byteOffset, variable, frame };
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
