/**
 * Which sources reach each register, in a kernel and all that it calls, whatever the order of execution: a fixed point
 * over all instructions. `base` holds those that come through additions only, as a pointer does on its way to an access.
 */
import { assert } from '../../base/assert.ts';
import type { Instruction, Module, Operand, PtxFunction, VariableSpace } from '../parse/ast.ts';
import { accessForms } from './memory-access.ts';
import type { Axis } from './module-outline.ts';
import { type SourceSet, Sources } from './sources.ts';

export interface Flow {
  readonly base: SourceSet;
  readonly all: SourceSet;
  /** How much it grows from one thread to the next, by constants alone; 0 without a thread's index. */
  readonly perThread: number;
}

const NOTHING: Flow = { base: 0n, all: 0n, perThread: 0 };
/** Loops would multiply on and on. */
const MOST_PER_THREAD = 2 ** 16;
/** A pass that changes nothing ends it, usually the fourth; this bounds what no compiler writes. */
const MOST_PASSES = 40;

interface Stored {
  readonly flow: Flow;
  readonly sizeBytes: number;
}

/** `.v4.b32`. */
const WIDEST_STORE = 16;

/** First operand: not a destination. */
const NO_RESULT = new Set([
  ...['st', 'red', 'bra', 'brx', 'ret', 'exit', 'trap', 'brkpt', 'bar', 'barrier', 'membar', 'fence', 'cp'],
  ...['prefetch', 'prefetchu', 'nanosleep', 'setmaxnreg', 'griddepcontrol', 'stmatrix', 'discard', 'applypriority'],
]);

/** Operands whose sources reach the result unscaled. */
const BASES: Readonly<Record<string, readonly number[]>> = {
  mov: [1],
  cvta: [1],
  cvt: [1],
  add: [1, 2],
  sub: [1],
  // Compilers write an addition that never carries as `or`, and aligning as `and`.
  or: [1, 2],
  and: [1],
  mad: [3],
  selp: [1, 2],
};

export class DataFlow {
  readonly sources = new Sources();
  /** The kernel first. */
  readonly functions: readonly PtxFunction[];
  /** Pointers that an address conversion gives away. */
  converted: SourceSet = 0n;
  readonly #byName: ReadonlyMap<string, PtxFunction>;
  /** Of the kernel. */
  readonly #params: ReadonlyMap<string, number>;
  readonly #locals: ReadonlySet<string>;
  /** What was stored into threads' own memory, by variable and byte offset. */
  readonly #stored = new Map<string, Stored>();
  readonly #flows = new Map<PtxFunction, Map<string, Flow>>();
  readonly #shared: ReadonlySet<string>;
  #changed = false;

  constructor(module: Module, entry: PtxFunction) {
    this.#byName = new Map(module.functions.filter(f => !f.external).map(f => [f.name, f]));
    this.functions = reachable(entry, this.#byName);
    for (const f of this.functions) this.#flows.set(f, new Map());
    this.#params = new Map(entry.params.map((p, i) => [p.name, i]));
    const variables = [...module.variables, ...this.functions.flatMap(f => f.variables)];
    const namesIn = (space: VariableSpace) => new Set(variables.filter(v => v.space === space).map(v => v.name));
    this.#shared = namesIn('shared');
    this.#locals = namesIn('local');
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      this.#changed = false;
      for (const f of this.functions) for (const instruction of f.instructions) this.#step(f, instruction);
      if (!this.#changed) break;
    }
  }

  /** What reaches an operand. */
  flowOf(f: PtxFunction, operand: Operand | undefined): Flow {
    switch (operand?.kind) {
      case 'register':
        return this.#get(f, operand.name);
      case 'special':
        return this.#special(operand.name);
      case 'symbol':
        return this.#symbol(f, operand.name, operand.addend);
      case 'vector':
        return operand.elements.reduce((sum, element) => join(sum, this.flowOf(f, element)), NOTHING);
      default:
        return NOTHING;
    }
  }

  /** What reaches the address of an access. */
  addressFlow(f: PtxFunction, address: Operand): Flow {
    if (address.kind !== 'address' || address.base === null) return NOTHING;
    const { kind, name } = address.base;
    const offset = Number(address.byteOffset);
    const flow = kind === 'register' ? this.#get(f, name) : this.#symbol(f, name, offset);
    return kind === 'register' ? this.#moved(flow, offset) : flow;
  }

  /** Index of the parameter of that name; null for other variables. */
  paramOf(variable: string): number | null {
    return this.#params.get(variable) ?? null;
  }

  #get(f: PtxFunction, name: string): Flow {
    return this.#flows.get(f)?.get(name) ?? NOTHING;
  }

  #add(f: PtxFunction, name: string, flow: Flow): void {
    const flows = this.#flows.get(f);
    assert(flows !== undefined, 'a function that is not reached');
    const old = flows.get(name) ?? NOTHING;
    const sum = join(old, flow);
    if (isSame(sum, old)) return;
    flows.set(name, sum);
    this.#changed = true;
  }

  #special(name: string): Flow {
    const axis = (name.at(-1) ?? 'x') as Axis;
    if (name.startsWith('%tid.')) return thread(this.sources.bit({ kind: 'thread', axis }));
    if (name.startsWith('%ctaid.')) return unscaled(this.sources.bit({ kind: 'cta', axis }));
    const inWarp = name === '%laneid' || name === '%warpid' || name.startsWith('%lanemask');
    return inWarp ? thread(this.sources.bit({ kind: 'thread', axis: 'x' })) : NOTHING;
  }

  #symbol(f: PtxFunction, name: string, byteOffset: number): Flow {
    const isPlace = this.#locals.has(name) || (f.kind === 'entry' && this.#params.has(name));
    if (isPlace) return unscaled(this.sources.bit({ kind: 'place', variable: name, byteOffset }));
    return this.#shared.has(name) ? unscaled(this.sources.bit({ kind: 'shared', name })) : NOTHING;
  }

  /** Places in a parameter move by a constant; other sources stay what they are. */
  #moved(flow: Flow, byteOffset: number): Flow {
    const places = this.sources.ofKind(flow.base, 'place');
    if (byteOffset === 0 || places.length === 0) return flow;
    let { base, all } = flow;
    for (const place of places) {
      const old = this.sources.bit(place);
      const moved = this.sources.bit({ ...place, byteOffset: place.byteOffset + byteOffset });
      base = (base & ~old) | moved;
      all = (all & ~old) | moved;
    }
    return { base, all, perThread: flow.perThread };
  }

  #step(f: PtxFunction, instruction: Instruction): void {
    const { opcode, operands } = instruction;
    if (opcode === 'call') this.#call(f, instruction);
    else if (opcode === 'ld' || opcode === 'ldu') this.#load(f, instruction);
    else if (opcode === 'st') this.#store(f, instruction);
    else if (opcode === 'atom') this.#set(f, operands[0], this.#loaded(f, instruction));
    else if (!NO_RESULT.has(opcode)) this.#compute(f, instruction);
  }

  #compute(f: PtxFunction, { opcode, modifiers, operands }: Instruction): void {
    let all = 0n;
    for (const operand of operands.slice(1)) all |= this.flowOf(f, operand).all;
    let base = 0n;
    const bases = Object.hasOwn(BASES, opcode) ? BASES[opcode] : [];
    for (const at of bases) base |= this.flowOf(f, operands[at]).base;
    if (opcode === 'cvta' && modifiers.includes('global')) this.converted |= base;
    const constant = operands[2];
    const sign = opcode === 'add' ? 1 : opcode === 'sub' ? -1 : 0;
    const flow = { base, all, perThread: this.#perThread(f, opcode, operands) };
    const moves = sign !== 0 && constant?.kind === 'integer';
    this.#set(f, operands[0], moves ? this.#moved(flow, sign * Number(BigInt.asIntN(32, constant.value))) : flow);
  }

  #perThread(f: PtxFunction, opcode: string, operands: readonly Operand[]): number {
    const [first, ...rest] = operands.slice(1).map(operand => this.flowOf(f, operand).perThread);
    return Math.min(MOST_PER_THREAD, Math.max((first ?? 0) * factorOf(opcode, operands[2]), ...rest));
  }

  #set(f: PtxFunction, target: Operand | undefined, flow: Flow): void {
    if (target?.kind === 'register') this.#add(f, target.name, flow);
    else if (target?.kind === 'vector') for (const element of target.elements) this.#set(f, element, flow);
    else if (target?.kind === 'pair') this.#set(f, target.first, flow);
  }

  /** From a call's slot: what was put there; from a parameter or own memory: what it holds; else data. */
  #load(f: PtxFunction, instruction: Instruction): void {
    const [form] = accessForms(instruction);
    if (form?.address.kind !== 'address') return;
    const { address } = form;
    const target = instruction.operands[0];
    const slot = address.base?.kind === 'symbol' ? this.#get(f, address.base.name) : NOTHING;
    const places = slot === NOTHING ? this.sources.ofKind(this.addressFlow(f, address).base, 'place') : [];
    if (slot !== NOTHING) this.#set(f, target, slot);
    else if (places.length === 0) this.#set(f, target, this.#loaded(f, instruction));
    const targets = target.kind === 'vector' ? target.elements : [target];
    const sizeBytes = form.bytes / targets.length;
    for (const { variable, byteOffset } of places) {
      targets.forEach((element, i) => {
        this.#set(f, element, this.#held(variable, byteOffset + i * sizeBytes, sizeBytes));
      });
    }
  }

  #held(variable: string, byteOffset: number, sizeBytes: number): Flow {
    const param = this.#params.get(variable);
    if (param !== undefined) return unscaled(this.sources.bit({ kind: 'value', param, byteOffset, sizeBytes }));
    for (let start = byteOffset; start > byteOffset - WIDEST_STORE; start--) {
      const stored = this.#stored.get(`${variable}+${start}`);
      if (stored && start + stored.sizeBytes > byteOffset) return this.#part(stored, byteOffset - start, sizeBytes);
    }
    return NOTHING;
  }

  /** Of a parameter that was copied in wider pieces than it is used. */
  #part({ flow, sizeBytes: whole }: Stored, skipBytes: number, sizeBytes: number): Flow {
    if (sizeBytes >= whole) return flow;
    const values = this.sources.ofKind(flow.base, 'value').filter(value => value.sizeBytes === whole);
    return values.reduce<Flow>((sum, { param, byteOffset }) => {
      const part = { param, byteOffset: byteOffset + skipBytes, sizeBytes };
      return join(sum, unscaled(this.sources.bit({ kind: 'value', ...part })));
    }, NOTHING);
  }

  #loaded(f: PtxFunction, instruction: Instruction): Flow {
    let all = 0n;
    for (const { address } of accessForms(instruction)) {
      const pointers = this.sources.ofKind(this.addressFlow(f, address).base, 'value');
      for (const { param, byteOffset } of pointers) all |= this.sources.bit({ kind: 'data', param, byteOffset });
    }
    return { base: 0n, perThread: 0, all: all === 0n ? this.sources.bit({ kind: 'memory' }) : all };
  }

  /** Into a call's slot, or into the thread's own memory. */
  #store(f: PtxFunction, instruction: Instruction): void {
    const [address, value] = instruction.operands;
    if (address?.kind !== 'address') return;
    if (instruction.modifiers.includes('param')) {
      if (address.base?.kind === 'symbol') this.#add(f, address.base.name, this.flowOf(f, value));
      return;
    }
    const [form] = accessForms(instruction);
    const values = value.kind === 'vector' ? value.elements : [value];
    const sizeBytes = form.bytes / values.length;
    for (const { variable, byteOffset } of this.sources.ofKind(this.addressFlow(f, address).base, 'place')) {
      values.forEach((element, i) => {
        this.#keep(`${variable}+${byteOffset + i * sizeBytes}`, this.flowOf(f, element), sizeBytes);
      });
    }
  }

  #keep(key: string, flow: Flow, sizeBytes: number): void {
    const old = this.#stored.get(key);
    const sum = join(old?.flow ?? NOTHING, flow);
    if (old && isSame(sum, old.flow) && sizeBytes <= old.sizeBytes) return;
    this.#stored.set(key, { flow: sum, sizeBytes: Math.max(sizeBytes, old?.sizeBytes ?? 0) });
    this.#changed = true;
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
      if (callee.params[i]) this.#add(callee, callee.params[i].name, this.#get(f, name));
    });
    names(at > 0 ? operands[at - 1] : undefined).forEach((name, i) => {
      if (callee.returns[i]) this.#add(f, name, this.#get(callee, callee.returns[i].name));
    });
  }
}

const unscaled = (bit: SourceSet): Flow => ({ base: bit, all: bit, perThread: 0 });
const thread = (bit: SourceSet): Flow => ({ base: bit, all: bit, perThread: 1 });
const join = (a: Flow, b: Flow): Flow => ({
  base: a.base | b.base,
  all: a.all | b.all,
  perThread: Math.max(a.perThread, b.perThread),
});
const isSame = (a: Flow, b: Flow): boolean => a.base === b.base && a.all === b.all && a.perThread === b.perThread;

/** By how much an instruction multiplies its first operand; 1 where that is no constant. */
function factorOf(opcode: string, by: Operand | undefined): number {
  if (by?.kind !== 'integer' || by.value <= 0n) return 1;
  const value = Number(by.value);
  if (opcode === 'mul' || opcode === 'mad') return value;
  if (opcode === 'div') return 1 / value;
  return opcode === 'shl' ? 2 ** Math.min(value, 31) : opcode === 'shr' ? 2 ** -Math.min(value, 31) : 1;
}

function reachable(entry: PtxFunction, byName: ReadonlyMap<string, PtxFunction>): PtxFunction[] {
  const found = new Set([entry]);
  for (const f of found) {
    for (const { opcode, operands } of f.instructions) {
      if (opcode !== 'call') continue;
      for (const operand of operands) {
        const callee = operand.kind === 'symbol' ? byName.get(operand.name) : undefined;
        if (callee) found.add(callee);
      }
    }
  }
  return [...found];
}
