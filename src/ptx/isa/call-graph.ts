/**
 * Finds the functions that a kernel may reach, those of them that may call themselves, and the length of the longest
 * chain of calls.
 */
import { assert } from '../../base/assert.ts';
import type { Instruction, Module, Operand, PtxFunction } from '../parse/ast.ts';

export class CallGraph {
  /** The entry, then every function that it may call, in the order in which they are found. */
  readonly functions: readonly PtxFunction[];
  /** Functions that may call themselves, directly or not; perhaps some that only lie between two such. */
  readonly recursive: ReadonlySet<PtxFunction>;
  /** Nodes: the functions by index, then one that stands for every call through a register. */
  readonly #callees: readonly (readonly number[])[];
  /** Functions from which no recursion can be reached, callees before callers. */
  readonly #leavesFirst: readonly number[];

  constructor(module: Module, entry: PtxFunction) {
    const found = new Reachable(module, entry);
    this.functions = found.functions;
    this.#callees = found.callees();
    this.#leavesFirst = peeled(this.#callees, []);
    const inner = peeled(reversed(this.#callees), this.#leavesFirst);
    const outside = new Set([...this.#leavesFirst, ...inner]);
    this.recursive = new Set(this.functions.filter((_, i) => !outside.has(i)));
  }

  /** Most bytes that the frames of one chain of calls take, the entry's included; null where recursion sets no bound. */
  longestChain(frameBytes: (fn: PtxFunction) => number): number | null {
    const longest: number[] = [];
    for (const node of this.#leavesFirst) {
      const fn = this.functions[node];
      const below = this.#callees[node].reduce((most, callee) => Math.max(most, longest[callee]), 0);
      longest[node] = below + (fn ? frameBytes(fn) : 0);
    }
    return longest[0] ?? null;
  }
}

/** Nodes that are taken away, and those whose `next` are all taken away, again and again: these, in that order. */
function peeled(next: readonly (readonly number[])[], gone: readonly number[]): number[] {
  const away = new Set(gone);
  const before = reversed(next);
  const left = next.map(list => list.filter(node => !away.has(node)).length);
  const order = left.flatMap((count, node) => (count === 0 && !away.has(node) ? [node] : []));
  for (let i = 0; i < order.length; i++) {
    for (const node of before[order[i]]) if (!away.has(node) && --left[node] === 0) order.push(node);
  }
  return order;
}

function reversed(next: readonly (readonly number[])[]): number[][] {
  const before: number[][] = next.map(() => []);
  next.forEach((list, node) => {
    for (const other of list) before[other].push(node);
  });
  return before;
}

/** Follows calls, and addresses of functions that instructions or variables hold. */
class Reachable {
  readonly functions: PtxFunction[] = [];
  readonly #byName: ReadonlyMap<string, PtxFunction>;
  readonly #index = new Map<PtxFunction, number>();
  readonly #direct: Set<number>[] = [];
  /** Functions whose address something holds. */
  readonly #taken = new Set<number>();
  readonly #indirect = new Set<number>();

  constructor(module: Module, entry: PtxFunction) {
    this.#byName = new Map(module.functions.filter(f => f.kind === 'func' && !f.external).map(f => [f.name, f]));
    this.#add(entry);
    for (let i = 0; i < this.functions.length; i++) {
      for (const instruction of this.functions[i].instructions) this.#follow(instruction, i);
      if (this.#indirect.size > 0) {
        for (const { relocations } of module.variables) for (const { symbol } of relocations) this.#take(symbol);
      }
    }
  }

  callees(): number[][] {
    const through = this.functions.length;
    const lists = this.#direct.map((set, i) => (this.#indirect.has(i) ? [...set, through] : [...set]));
    return [...lists, [...this.#taken]];
  }

  #add(fn: PtxFunction): number {
    const known = this.#index.get(fn);
    if (known !== undefined) return known;
    assert(!fn.unread, `'${fn.name}' is read with the kernel that reaches it`);
    this.#index.set(fn, this.functions.length);
    this.#direct.push(new Set());
    return this.functions.push(fn) - 1;
  }

  #follow({ opcode, operands }: Instruction, caller: number): void {
    const callee = opcode === 'call' ? calleeOf(operands) : null;
    if (callee?.kind === 'register') this.#indirect.add(caller);
    const fn = callee?.kind === 'symbol' ? this.#byName.get(callee.name) : undefined;
    if (fn) this.#direct[caller].add(this.#add(fn));
    for (const operand of operands) if (operand !== callee) this.#visit(operand);
  }

  #visit(operand: Operand): void {
    if (operand.kind === 'symbol') this.#take(operand.name);
    else if (operand.kind === 'vector' || operand.kind === 'list') for (const e of operand.elements) this.#visit(e);
  }

  #take(name: string): void {
    const fn = this.#byName.get(name);
    if (fn) this.#taken.add(this.#add(fn));
  }
}

/** `call (results), callee, (arguments), prototype`: the first operand that is no list. */
export const calleeOf = (operands: readonly Operand[]): Operand | null => operands.find(o => o.kind !== 'list') ?? null;
