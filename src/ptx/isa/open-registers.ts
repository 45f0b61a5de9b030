/**
 * Registers that may be read before anything has written them: where a path leads from the function's start to a read without a write,
 * the machine notes which lanes have written. What compilers leave open on purpose is read so, too: whether anything depends on
 * it, a second run says (`launch/repeated-runs.ts`). A `mov` reads nothing: it gives what is open a second name.
 */

import { toldOf } from '../machine/faults.ts';
import type { FunctionPlace } from '../machine/function-place.ts';
import { NO_SLOT, type Operation } from '../machine/operation.ts';
import { successorsOf } from '../machine/successors.ts';
import type { Warp } from '../machine/warp.ts';
import type { Instruction, PtxFunction } from '../parse/ast.ts';
import { copiedFrom, registersRead, registersWritten } from './register-uses.ts';

/** Registers that may be unwritten at the instructions of a function. */
interface OpenRegisters {
  /** For each instruction: those that it reads. */
  readonly reads: ReadonlyMap<number, readonly string[]>;
  /** The same, and those that lead to them through copies. */
  readonly names: readonly string[];
}

/** Wraps the operations that read or write such registers. Returns how many there are, each with a place in `warp.written`. */
export function watchOpenRegisters(operations: readonly Operation[], functions: readonly FunctionPlace[]): number {
  let count = 0;
  for (const { fn, firstPc } of functions) {
    const { reads, names } = openRegisters(fn);
    const places = new Map(names.map(name => [name, count++]));
    if (places.size === 0) continue;
    fn.instructions.forEach((instruction, i) => {
      const operation = operations[firstPc + i];
      const { guard } = instruction;
      if (guard !== null && reads.get(i)?.includes(guard.register)) guardItself(operation);
      const read = (reads.get(i) ?? []).map(name => ({ name, place: places.get(name)! }));
      const written = registersWritten(instruction).flatMap(name => places.get(name) ?? []);
      const source = places.get(copiedFrom(instruction) ?? '');
      if (written.length > 0 && source !== undefined) watchCopy(operation, written[0], source);
      else if (read.length + written.length > 0) watch(operation, read, written);
    });
  }
  return count;
}

/** An operation whose guard may be open sees all lanes, those that an open guard leaves out, too. */
function guardItself(operation: Operation): void {
  const { run, guard, negated } = operation;
  operation.guard = NO_SLOT;
  operation.run = (warp, self, mask) => {
    const left = mask & (negated ? ~warp.r[guard] : warp.r[guard]);
    return left === 0 ? 0 : run(warp, self, left);
  };
}

interface Read {
  readonly name: string;
  readonly place: number;
}

function watch(operation: Operation, read: readonly Read[], written: readonly number[]): void {
  const { run } = operation;
  operation.run = (warp, self, mask) => {
    for (const { name, place } of read) {
      const open = mask & ~warp.written[place];
      if (open !== 0) noteOpen(warp, self, open, name);
    }
    for (const place of written) warp.written[place] |= mask;
    return run(warp, self, mask);
  };
}

function watchCopy(operation: Operation, to: number, from: number): void {
  const { run } = operation;
  operation.run = (warp, self, mask) => {
    warp.written[to] = (warp.written[to] & ~mask) | (warp.written[from] & mask);
    return run(warp, self, mask);
  };
}

function noteOpen(warp: Warp, operation: Operation, open: number, name: string): void {
  warp.cta.grid.log.reportDoubtAt('uninitialisedRegister', operation.pc, operation.pc, () => ({
    kind: 'uninitialisedRegister',
    ...toldOf(warp, operation, 31 - Math.clz32(open & -open), `reads ${name}, which nothing has written`),
  }));
}

/** Finds unwritten registers by a forward flow over sets of bits. */
function openRegisters(fn: PtxFunction): OpenRegisters {
  const { instructions } = fn;
  const numbers = new Map(fn.registers.map(({ name }, i) => [name, i]));
  const blocks = blocksOf(fn);
  const open = openAtBlocks(fn, blocks, numbers);
  const reads = new Map<number, string[]>();
  blocks.forEach(({ first, end }, b) => {
    const set = open[b];
    for (let i = first; set !== null && i < end; i++) {
      const isCopy = copiedFrom(instructions[i]) !== null;
      const names = isCopy ? [] : registersRead(instructions[i]).filter(name => has(set, numbers.get(name)));
      if (names.length > 0) reads.set(i, names);
      step(set, instructions[i], numbers);
    }
  });
  return { reads, names: withSources(fn, [...reads.values()].flat()) };
}

type Numbers = ReadonlyMap<string, number>;

/** Unwritten registers at the start of each block; null if no path leads there. */
function openAtBlocks(fn: PtxFunction, blocks: readonly Block[], numbers: Numbers): (Int32Array | null)[] {
  const open: (Int32Array | null)[] = blocks.map(() => null);
  if (blocks.length === 0) return open;
  const atStart = new Int32Array((fn.registers.length + 31) >> 5).fill(-1);
  for (const name of fn.inRegisters) clear(atStart, numbers.get(name));
  open[0] = atStart;
  const due = [0];
  for (let b = due.pop(); b !== undefined; b = due.pop()) {
    const out = open[b]!.slice();
    for (let i = blocks[b].first; i < blocks[b].end; i++) step(out, fn.instructions[i], numbers);
    for (const next of blocks[b].successors) {
      const joined = open[next]?.map((word, w) => word | out[w]) ?? out;
      if (open[next]?.every((word, w) => word === joined[w])) continue;
      open[next] = joined.slice();
      due.push(next);
    }
  }
  return open;
}

/** A guarded write may not happen. */
function step(set: Int32Array, instruction: Instruction, numbers: Numbers): void {
  const source = copiedFrom(instruction);
  if (source !== null && has(set, numbers.get(source))) add(set, numbers.get(registersWritten(instruction)[0]));
  else if (instruction.guard === null) for (const name of registersWritten(instruction)) clear(set, numbers.get(name));
}

/** The names with those from which copies lead to them. */
function withSources({ instructions }: PtxFunction, names: readonly string[]): string[] {
  const sources = new Map<string, string[]>();
  for (const instruction of instructions) {
    const source = copiedFrom(instruction);
    if (source === null) continue;
    const [to] = registersWritten(instruction);
    sources.set(to, [...(sources.get(to) ?? []), source]);
  }
  const found = new Set(names);
  for (const name of found) for (const source of sources.get(name) ?? []) found.add(source);
  return [...found];
}

const has = (set: Int32Array, i: number | undefined): boolean =>
  i !== undefined && ((set[i >> 5] >>> (i & 31)) & 1) === 1;

function add(set: Int32Array, i: number | undefined): void {
  if (i !== undefined) set[i >> 5] |= 1 << (i & 31);
}

function clear(set: Int32Array, i: number | undefined): void {
  if (i !== undefined) set[i >> 5] &= ~(1 << (i & 31));
}

interface Block {
  readonly first: number;
  readonly end: number;
  readonly successors: readonly number[];
}

function blocksOf(fn: PtxFunction): Block[] {
  const { instructions } = fn;
  const count = instructions.length;
  const next = instructions.map((_, i) => successorsOf(instructions, fn, i));
  const isFirst = new Uint8Array(count + 1);
  isFirst[0] = 1;
  next.forEach((successors, i) => {
    if (successors.length === 1 && successors[0] === i + 1) return;
    isFirst[i + 1] = 1;
    for (const s of successors) isFirst[s] = 1;
  });
  const firsts = instructions.flatMap((_, i) => (isFirst[i] === 1 ? [i] : []));
  const blockAt = new Map(firsts.map((first, b) => [first, b]));
  return firsts.map((first, b) => {
    const end = firsts[b + 1] ?? count;
    return { first, end, successors: next[end - 1].flatMap(s => blockAt.get(s) ?? []) };
  });
}
