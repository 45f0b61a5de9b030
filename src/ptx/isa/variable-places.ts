/**
 * Where the variables lie that a kernel and the functions it calls can name: lays out shared memory, the lanes' stacks and
 * the parameters; the launch says where `.global` and `.const` variables are.
 */
import { roundUp } from '../../base/bits.ts';
import type { Module, Operand, PtxFunction, Variable } from '../parse/ast.ts';

/** `byteOffset` in its space. Parameters and call slots of called functions lie on the lanes' stacks. */
export interface VariablePlace {
  readonly space: 'global' | 'shared' | 'local' | 'param' | 'const';
  readonly byteOffset: number;
  readonly variable: Variable;
}

/** Addresses of module variables, given by the launch; null for one that is not there. */
export type ModuleAddress = (
  name: string,
) => { readonly space: 'global' | 'const'; readonly byteOffset: number } | null;

export class VariablePlaces {
  localBytes = 0;
  staticSharedBytes = 0;
  dynamicSharedOffset = 0;
  #paramBytes = 0;
  readonly #sharedBaseBytes: number;
  /** By name, that of a function's own variable with the function's name before it. */
  readonly #places = new Map<string, VariablePlace>();

  /** `functions`: the entry, then every function that it may call. */
  constructor(
    module: Module,
    functions: readonly PtxFunction[],
    sharedBaseBytes: number,
    moduleAddress: ModuleAddress,
  ) {
    this.#sharedBaseBytes = sharedBaseBytes;
    for (const variable of module.variables) {
      const address = variable.space === 'shared' ? null : moduleAddress(variable.name);
      if (address) this.#places.set(variable.name, { ...address, variable });
    }
    functions.forEach((fn, i) => {
      for (const variable of [...fn.params, ...fn.returns]) {
        if (i === 0) this.#put(fn, variable, 'param', this.#onParams(variable));
        else this.#put(fn, variable, 'local', this.#onStack(variable));
      }
      for (const variable of fn.variables) {
        if (variable.space !== 'shared') this.#put(fn, variable, 'local', this.#onStack(variable));
      }
    });
    this.#placeShared(module, functions);
  }

  /** What the name means in the function: its own variable, or one of the module. */
  find(fn: PtxFunction, name: string): VariablePlace | null {
    return this.own(fn, name) ?? this.#places.get(name) ?? null;
  }

  own(fn: PtxFunction, name: string): VariablePlace | null {
    return this.#places.get(`${fn.name} ${name}`) ?? null;
  }

  #put(fn: PtxFunction, variable: Variable, space: VariablePlace['space'], byteOffset: number): void {
    this.#places.set(`${fn.name} ${variable.name}`, { space, byteOffset, variable });
  }

  #onParams({ alignBytes, sizeBytes }: Variable): number {
    const at = roundUp(this.#paramBytes, alignBytes);
    this.#paramBytes = at + sizeBytes;
    return at;
  }

  #onStack({ alignBytes, sizeBytes }: Variable): number {
    const at = roundUp(this.localBytes, Math.max(alignBytes, 1));
    this.localBytes = roundUp(at + sizeBytes, 16);
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
      this.staticSharedBytes = at + variable.sizeBytes;
    }
    const dynamics = ofModule.filter(v => v.extern);
    this.dynamicSharedOffset = roundUp(this.staticSharedBytes, Math.max(1, ...dynamics.map(v => v.alignBytes)));
    for (const variable of dynamics) this.#putShared(variable.name, variable, this.dynamicSharedOffset);
  }

  #putShared(key: string, variable: Variable, at: number): void {
    this.#places.set(key, { space: 'shared', byteOffset: this.#sharedBaseBytes + at, variable });
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
