/**
 * Finds the sources that reach each register, in a kernel and all functions that it calls, for any order of execution:
 * a fixed point over all instructions. `base` holds sources that come through additions only, like a pointer on its way
 * to an access.
 */
import type { Instruction, Module, Operand, PtxFunction } from '../parse/ast.ts';
import { computedFlow } from './computed-flow.ts';
import { type Flow, NOTHING, unscaled } from './flow.ts';
import { FlowTable } from './flow-table.ts';
import { accessForms } from './memory-access.ts';
import { NO_RESULT } from './operand-registers.ts';
import { OwnMemory } from './own-memory.ts';
import { reachable } from './reachable.ts';
import { type SourceSet, Sources } from './sources.ts';
import { ticketVariables } from './tickets.ts';

/** A pass that changes nothing ends it, usually the fourth; this bounds what no compiler writes. */
const MOST_PASSES = 40;

export class DataFlow {
  readonly sources = new Sources();
  /** The kernel first. */
  readonly functions: readonly PtxFunction[];
  /** Pointers that an address conversion gives away. */
  converted: SourceSet = 0n;
  readonly #byName: ReadonlyMap<string, PtxFunction>;
  readonly #own = new OwnMemory(this.sources);
  readonly #table: FlowTable;
  readonly #tickets: ReadonlySet<string>;

  /** `byName`: the module's functions with a body. */
  constructor(module: Module, entry: PtxFunction, byName: ReadonlyMap<string, PtxFunction>) {
    this.#byName = byName;
    this.functions = reachable(entry, this.#byName);
    this.#table = new FlowTable(this.sources, module, this.functions);
    this.#tickets = ticketVariables(this.functions);
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      this.#table.changed = false;
      for (const f of this.functions) for (const instruction of f.instructions) this.#step(f, instruction);
      if (!this.#table.changed) break;
    }
  }

  flowOf(f: PtxFunction, operand: Operand | undefined): Flow {
    return this.#table.flowOf(f, operand);
  }

  /** Flow to the address of an access. */
  addressFlow(f: PtxFunction, address: Operand): Flow {
    return this.#table.addressFlow(f, address);
  }

  /** Index of the parameter of that name; null for other variables. */
  paramOf(variable: string): number | null {
    return this.#table.paramOf(variable);
  }

  #step(f: PtxFunction, instruction: Instruction): void {
    const { opcode, operands } = instruction;
    if (opcode === 'call') this.#call(f, instruction);
    else if (opcode === 'ld' || opcode === 'ldu') this.#load(f, instruction);
    else if (opcode === 'st') this.#store(f, instruction);
    else if (opcode === 'atom') this.#table.set(f, operands[0], this.#loaded(f, instruction));
    else if (!NO_RESULT.has(opcode)) this.#compute(f, instruction);
  }

  #compute(f: PtxFunction, { opcode, modifiers, operands }: Instruction): void {
    const flow = computedFlow(
      this.sources,
      opcode,
      operands,
      operands.map(operand => this.flowOf(f, operand)),
    );
    if (opcode === 'cvta' && modifiers.includes('global')) this.converted |= flow.base;
    const constant = operands[2];
    const sign = opcode === 'add' ? 1 : opcode === 'sub' ? -1 : 0;
    const moves = sign !== 0 && constant?.kind === 'integer';
    const byteOffset = moves ? sign * Number(BigInt.asIntN(32, constant.value)) : 0;
    this.#table.set(f, operands[0], this.#table.moved(flow, byteOffset));
  }

  /**
   * Flow of a load. From a call's slot: what was put there; from a parameter or own memory: what it holds; otherwise
   * data.
   */
  #load(f: PtxFunction, instruction: Instruction): void {
    const [form] = accessForms(f, instruction);
    if (form?.address.kind !== 'address') return;
    const { address } = form;
    const target = instruction.operands[0];
    if (address.base !== null && this.#tickets.has(address.base.name)) {
      this.#table.set(f, target, unscaled(this.sources.bit({ kind: 'cta', axis: 'x' })));
      return;
    }
    const slot = address.base?.kind === 'symbol' ? this.#table.get(f, address.base.name) : NOTHING;
    const places = slot === NOTHING ? this.sources.ofKind(this.addressFlow(f, address).base, 'place') : [];
    if (slot !== NOTHING) this.#table.set(f, target, slot);
    else if (places.length === 0) this.#table.set(f, target, this.#loaded(f, instruction));
    const targets = target.kind === 'vector' ? target.elements : [target];
    const sizeBytes = form.bytes / targets.length;
    for (const { variable, byteOffset } of places) {
      targets.forEach((element, i) => {
        this.#table.set(f, element, this.#held(variable, byteOffset + i * sizeBytes, sizeBytes));
      });
    }
  }

  #held(variable: string, byteOffset: number, sizeBytes: number): Flow {
    const param = this.paramOf(variable);
    if (param === null) return this.#own.load(variable, byteOffset, sizeBytes);
    return unscaled(this.sources.bit({ kind: 'value', param, byteOffset, sizeBytes }));
  }

  #loaded(f: PtxFunction, instruction: Instruction): Flow {
    let all = 0n;
    for (const { address } of accessForms(f, instruction)) {
      const pointers = this.sources.ofKind(this.addressFlow(f, address).base, 'value');
      for (const { param, byteOffset } of pointers) all |= this.sources.bit({ kind: 'data', param, byteOffset });
    }
    return { ...NOTHING, all: all === 0n ? this.sources.bit({ kind: 'memory' }) : all };
  }

  /** Flow of a store into a call's slot, or into the thread's own memory. */
  #store(f: PtxFunction, instruction: Instruction): void {
    const [address, value] = instruction.operands;
    if (address?.kind !== 'address' || value === undefined) return;
    if (instruction.modifiers.includes('param')) {
      if (address.base?.kind === 'symbol') this.#table.add(f, address.base.name, this.flowOf(f, value));
      return;
    }
    const [form] = accessForms(f, instruction);
    const values = value.kind === 'vector' ? value.elements : [value];
    const sizeBytes = form.bytes / values.length;
    for (const { variable, byteOffset } of this.sources.ofKind(this.addressFlow(f, address).base, 'place')) {
      values.forEach((element, i) => {
        const at = byteOffset + i * sizeBytes;
        if (this.#own.store(variable, at, sizeBytes, this.flowOf(f, element))) this.#table.changed = true;
      });
    }
  }

  /** Arguments reach the callee's parameters, and what it returns reaches the slot for it. */
  #call(f: PtxFunction, { operands }: Instruction): void {
    const at = operands.findIndex(operand => operand.kind === 'symbol');
    const named = operands[at];
    const callee = named?.kind === 'symbol' ? this.#byName.get(named.name) : undefined;
    if (callee === undefined) return;
    const names = (list: Operand | undefined) =>
      list?.kind === 'list' ? list.elements.map(e => (e.kind === 'symbol' || e.kind === 'register' ? e.name : '')) : [];
    names(operands[at + 1]).forEach((name, i) => {
      if (callee.params[i]) this.#table.add(callee, callee.params[i].name, this.#table.get(f, name));
    });
    names(at > 0 ? operands[at - 1] : undefined).forEach((name, i) => {
      if (callee.returns[i]) this.#table.add(f, name, this.#table.get(callee, callee.returns[i].name));
    });
  }
}
