/**
 * What a kernel computes its addresses from, as data: the slice of its code that leads to accesses of device and shared memory,
 * and the comparisons of what is in it. `address-reach.ts` puts numbers in.
 */
import type { Instruction, Operand, PtxFunction } from '../parse/ast.ts';
import { type BranchCondition, BranchConditions } from './branch-conditions.ts';
import { loopsOf } from './loops.ts';
import { accessForms, isOfDevice, isOfShared, isOwn } from './memory-access.ts';
import { NO_RESULT } from './operand-registers.ts';
import { remainder } from './remainder.ts';
import type { ScalarPlace } from './scalar-place.ts';
import { OPERATIONS, type SliceNode, type SliceOperation } from './slice-node.ts';

export interface SliceComparison {
  readonly a: number;
  readonly b: number;
  /** `below`: a < b or its contrary; `upTo`: a <= b or its contrary; `equal`: = or its contrary. */
  readonly kind: 'below' | 'upTo' | 'equal';
  /** Whether it asks for a < b or a <= b, not for the contrary. */
  readonly isLess: boolean;
  /** Whether a loop goes on or ends by it. */
  readonly isLoopEnd: boolean;
  /** Whether `a` is stepped behind it: the next round has the next value. */
  readonly isBeforeStep: boolean;
}

export interface SliceCondition extends SliceComparison {
  /** The side that is the smaller one in threads that get there; null where neither is, or it is not known. */
  readonly smaller: 'a' | 'b' | null;
}

export interface SliceAccess {
  readonly address: number;
  readonly byteOffset: number;
  readonly bytes: number;
  readonly isStore: boolean;
  /** Comparisons on which it depends whether a thread carries it out. */
  readonly conditions: readonly SliceCondition[];
}

export interface AddressSlice {
  readonly nodes: readonly SliceNode[];
  readonly comparisons: readonly SliceComparison[];
  /** Of device memory. */
  readonly accesses: readonly SliceAccess[];
  readonly sharedAccesses: readonly SliceAccess[];
  /** Loads of parameters and of a thread's own memory, by registers. */
  readonly ownAccesses: readonly OwnAccess[];
}

export interface OwnAccess {
  readonly instruction: Instruction;
  readonly address: number;
}

/** Larger kernels move tiles by tensor maps; their guess does without. */
const MOST_INSTRUCTIONS = 4000;
/** Of operations on operations: the stack is limited. */
const MOST_DEPTH = 1000;
const COMPARED: Readonly<Record<string, SliceComparison['kind']>> = {
  ...{ lt: 'below', ge: 'below', lo: 'below', hs: 'below', le: 'upTo', gt: 'upTo', ls: 'upTo', hi: 'upTo' },
  ...{ eq: 'equal', ne: 'equal' },
};

const LESS: ReadonlySet<string> = new Set(['lt', 'lo', 'le', 'ls']);

/**
 * `shared`: sizes of the shared variables in bytes. `cellsOf`: the parameter, or the field of a record, that each element of a load
 * comes from. Null for code that is too long.
 */
export function addressSlice(entry: PtxFunction, shared: SharedSizes, cellsOf: CellsOf): AddressSlice | null {
  return entry.instructions.length > MOST_INSTRUCTIONS ? null : new Slice(entry, shared, cellsOf).result();
}

export type SharedSizes = ReadonlyMap<string, number>;
type CellsOf = (load: Instruction) => readonly (ScalarPlace | null)[];

const operationOf = (opcode: string): SliceOperation | null => OPERATIONS.find(one => one === opcode) ?? null;

class Slice {
  readonly #entry: PtxFunction;
  readonly #nodes: SliceNode[] = [];
  #depth = 0;
  /** Places of the definitions of each register. */
  readonly #definitions = new Map<string, number[]>();
  readonly #byRegister = new Map<string, number>();
  /** What stands for nodes that were taken before it was known. */
  readonly #aliases = new Map<number, number>();
  readonly #shared: SharedSizes;
  readonly #cellsOf: CellsOf;
  /** By the instruction that compares. */
  readonly #comparisons = new Map<number, SliceComparison>();
  readonly #conditions: BranchConditions;
  readonly #loops: readonly (readonly [from: number, to: number])[];
  /** Predicates of the branches back. */
  readonly #closing: ReadonlySet<string>;

  constructor(entry: PtxFunction, shared: SharedSizes, cellsOf: CellsOf) {
    this.#entry = entry;
    this.#shared = shared;
    this.#cellsOf = cellsOf;
    this.#conditions = new BranchConditions(entry);
    this.#loops = loopsOf(entry);
    this.#closing = new Set(this.#loops.flatMap(([, to]) => entry.instructions[to].guard?.register ?? []));
    entry.instructions.forEach((instruction, at) => {
      for (const name of defined(instruction))
        this.#definitions.set(name, [...(this.#definitions.get(name) ?? []), at]);
    });
  }

  result(): AddressSlice {
    this.#entry.instructions.forEach((instruction, at) => {
      const kind = instruction.opcode === 'setp' ? COMPARED[instruction.modifiers[0]] : undefined;
      const [result, a, b] = instruction.operands;
      if (!kind || isFloat(instruction)) return;
      const isLoopEnd = result?.kind === 'register' && this.#closing.has(result.name);
      const isBeforeStep = isLoopEnd && this.#isSteppedBehind(a, at);
      const isLess = LESS.has(instruction.modifiers[0]);
      const sides = { a: this.#operand(a, at), b: this.#operand(b, at) };
      this.#comparisons.set(at, { ...sides, kind, isLess, isLoopEnd, isBeforeStep });
    });
    const [accesses, sharedAccesses] = [this.#accesses(isOfDevice), this.#accesses(isOfShared)];
    const ownAccesses = this.#ownAccesses();
    const nodes = this.#nodes.map(node => withInputs(node, one => this.#aliases.get(one) ?? one));
    return { nodes, comparisons: [...this.#comparisons.values()], accesses, sharedAccesses, ownAccesses };
  }

  #accesses(isOfSpace: (instruction: Instruction) => boolean): SliceAccess[] {
    return this.#entry.instructions.flatMap((instruction, at) => {
      if (!isOfSpace(instruction)) return [];
      const conditions = this.#conditions.of(at).flatMap(condition => this.#comparisonsOf(condition));
      return accessForms(this.#entry, instruction).flatMap(({ address, bytes }) => {
        if (address.kind !== 'address' || address.base?.kind !== 'register') return [];
        const byteOffset = Number(address.byteOffset);
        const isStore = instruction.opcode === 'st';
        return [{ address: this.#register(address.base.name, at), byteOffset, bytes, isStore, conditions }];
      });
    });
  }

  #ownAccesses(): OwnAccess[] {
    return this.#entry.instructions.flatMap((instruction, at) => {
      const [, address] = instruction.operands;
      if (instruction.opcode !== 'ld' || !isOwn(instruction) || address?.kind !== 'address') return [];
      if (address.base?.kind !== 'register') return [];
      return [{ instruction, address: this.#register(address.base.name, at) }];
    });
  }

  /** The comparisons that a predicate comes of. */
  #comparisonsOf({ predicate, holds }: BranchCondition): SliceCondition[] {
    const own = this.#definitions.get(predicate) ?? [];
    const found = new Set(own);
    for (const at of found) {
      for (const operand of this.#comparisons.has(at) ? [] : this.#entry.instructions[at].operands.slice(1)) {
        if (operand.kind !== 'register' && operand.kind !== 'negated') continue;
        for (const place of this.#definitions.get(operand.name) ?? []) found.add(place);
      }
    }
    return [...found].flatMap(at => {
      const comparison = this.#comparisons.get(at);
      if (comparison === undefined) return [];
      const isKnown = own.length === 1 && at === own[0] && comparison.kind !== 'equal';
      return [{ ...comparison, smaller: isKnown ? (comparison.isLess === holds ? 'a' : 'b') : null }];
    });
  }

  /** Whether a register, or what it is a copy of, gets its next value in the loop only behind that place. */
  #isSteppedBehind(operand: Operand | undefined, at: number): boolean {
    if (operand?.kind !== 'register') return false;
    const loop = this.#loopAt(at);
    const steps = (this.#definitions.get(operand.name) ?? []).filter(one => loop >= 0 && this.#loopAt(one) === loop);
    const last = steps.findLast(one => one < at);
    if (last === undefined) return steps.length > 0;
    const { opcode, operands } = this.#entry.instructions[last];
    return opcode === 'mov' && this.#isSteppedBehind(operands[1], last);
  }

  #add(node: SliceNode): number {
    return this.#nodes.push(node) - 1;
  }

  #operand(operand: Operand | undefined, at: number): number {
    if (operand?.kind === 'register') return this.#register(operand.name, at);
    if (operand?.kind === 'integer')
      return this.#add({ op: 'number', value: Number(BigInt.asIntN(64, operand.value)) });
    if (operand?.kind === 'special') return this.#add({ op: 'special', name: operand.name });
    const sizeBytes = operand?.kind === 'symbol' ? this.#shared.get(operand.name) : undefined;
    if (operand?.kind === 'symbol' && sizeBytes !== undefined) return this.#sharedPlace(sizeBytes, operand.addend);
    return this.#add({ op: 'unknown' });
  }

  #sharedPlace(sizeBytes: number, byteOffset: number): number {
    const variable = this.#add({ op: 'shared', sizeBytes });
    return byteOffset === 0 ? variable : this.#binary('add', variable, this.#add({ op: 'number', value: byteOffset }));
  }

  /** The node of a register where instruction number `at` reads it. */
  #register(name: string, at: number): number {
    const places = (this.#definitions.get(name) ?? []).filter(place => this.#reaches(place, at));
    const key = `${name} ${places.join(' ')}`;
    const known = this.#byRegister.get(key);
    if (known !== undefined) return known;
    if (this.#depth >= MOST_DEPTH) return this.#add({ op: 'unknown' });
    this.#depth++;
    const node = this.#found(name, key, places);
    this.#depth--;
    return node;
  }

  #found(name: string, key: string, places: readonly number[]): number {
    // Set before its definitions are looked at: some of them come from itself.
    const node = this.#add({ op: 'unknown' });
    this.#byRegister.set(key, node);
    const of = places.map(place => this.#result(name, place));
    if (of.length === 1) {
      this.#byRegister.set(key, of[0]);
      this.#aliases.set(node, of[0]);
      return of[0];
    }
    this.#nodes[node] = { op: 'merge', of, loops: places.map(place => this.#loopAt(place)) };
    return node;
  }

  /** A definition further down in the text comes only by way of a loop around both. */
  #reaches(place: number, at: number): boolean {
    const isIn = ([from, to]: readonly [number, number], one: number): boolean => from <= one && one <= to;
    return place < at || this.#loops.some(loop => isIn(loop, place) && isIn(loop, at));
  }

  /** The node of what an instruction leaves in a register. */
  #result(name: string, at: number): number {
    const instruction = this.#entry.instructions[at];
    const { opcode, operands } = instruction;
    if (isFloat(instruction)) return this.#add({ op: 'unknown' });
    if (opcode === 'mov' || opcode === 'cvta' || opcode === 'cvt') return this.#operand(operands[1], at);
    if (opcode === 'ld') return this.#load(name, instruction, at);
    if (opcode === 'selp') {
      const of = [this.#operand(operands[1], at), this.#operand(operands[2], at)];
      return this.#add({ op: 'merge', of, loops: [-1, -1] });
    }
    return this.#computed(instruction, at);
  }

  #computed({ opcode, modifiers, operands: [, first, second, third] }: Instruction, at: number): number {
    const isHigh = modifiers.includes('hi');
    // With a constant it stands for a quotient, of which little is known.
    if (isHigh && (opcode !== 'mul' || !modifiers.includes('u32') || second?.kind === 'integer'))
      return this.#add({ op: 'unknown' });
    const a = this.#operand(first, at);
    if (opcode === 'neg') return this.#binary('sub', this.#add({ op: 'number', value: 0 }), a);
    const b = this.#operand(second, at);
    if (isHigh) return this.#binary('high', a, b);
    if (opcode === 'mad') return this.#binary('add', this.#binary('mul', a, b), this.#operand(third, at));
    const operation = operationOf(opcode);
    return operation === null ? this.#add({ op: 'unknown' }) : this.#binary(operation, a, b);
  }

  #binary(op: SliceOperation, a: number, b: number): number {
    const by = op === 'sub' ? remainder(this.#nodes, a, b) : null;
    if (by === null) return this.#add({ op, a, b });
    return this.#add({ op: 'rem', a, b: 'node' in by ? by.node : this.#add({ op: 'number', value: by.constant }) });
  }

  #load(name: string, instruction: Instruction, at: number): number {
    const {
      modifiers,
      operands: [target, address],
    } = instruction;
    if (address?.kind !== 'address' || address.base === null) return this.#add({ op: 'unknown' });
    const elements = target?.kind === 'vector' ? target.elements : [target];
    const place = this.#cellsOf(instruction)[elements.findIndex(one => one?.kind === 'register' && one.name === name)];
    if (place) return this.#add({ op: 'param', place });
    const isData = address.base.kind === 'register' && modifiers.includes('global');
    return this.#add(isData ? { op: 'data', address: this.#register(address.base.name, at) } : { op: 'unknown' });
  }

  #loopAt(at: number): number {
    return this.#loops.findIndex(([from, to]) => from <= at && at <= to);
  }
}

function withInputs(node: SliceNode, of: (index: number) => number): SliceNode {
  if ('a' in node) return { ...node, a: of(node.a), b: of(node.b) };
  if (node.op === 'merge') return { ...node, of: node.of.map(of) };
  return node.op === 'data' ? { ...node, address: of(node.address) } : node;
}

const isFloat = ({ modifiers }: Instruction): boolean => modifiers.some(one => /^b?f\d+(x2)?$/.test(one));

/** Registers that an instruction writes. */
function defined({ opcode, operands: [target] }: Instruction): string[] {
  if (NO_RESULT.has(opcode)) return [];
  const parts = target?.kind === 'vector' ? target.elements : target?.kind === 'pair' ? [target.first] : [target];
  return parts.flatMap(part => (part?.kind === 'register' ? [part.name] : []));
}
