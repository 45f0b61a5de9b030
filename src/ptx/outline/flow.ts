/** Sources that reach a register, and how instructions pass them on. */
import type { Operand } from '../parse/ast.ts';
import type { SourceSet } from './sources.ts';

export interface Flow {
  readonly base: SourceSet;
  readonly all: SourceSet;
  /** How much it grows from one thread to the next, by constants alone; 0 without a thread's index. */
  readonly perThread: number;
  /** The largest constant added on the way: bytes behind the start of a buffer, where the flow is a pointer's. */
  readonly ahead: number;
  /** The smallest one, of several ways. */
  readonly leastAhead: number;
  /** Whether it grows evenly from thread to thread: neither masks nor remainders, nor quotients by what is not known. */
  readonly isEven: boolean;
}

export const NOTHING: Flow = { base: 0n, all: 0n, perThread: 0, ahead: 0, leastAhead: 0, isEven: true };
/** Loops would multiply on and on. */
export const MOST_PER_THREAD = 2 ** 16;
export const unscaled = (bit: SourceSet): Flow => ({ ...NOTHING, base: bit, all: bit });
export const threadIndex = (bit: SourceSet): Flow => ({ ...unscaled(bit), perThread: 1 });
export const join = (a: Flow, b: Flow): Flow => ({
  base: a.base | b.base,
  all: a.all | b.all,
  perThread: Math.max(a.perThread, b.perThread),
  ahead: Math.max(a.ahead, b.ahead),
  leastAhead: isNothing(a) ? b.leastAhead : isNothing(b) ? a.leastAhead : Math.min(a.leastAhead, b.leastAhead),
  isEven: a.isEven && b.isEven,
});
const isNothing = ({ base, all }: Flow): boolean => base === 0n && all === 0n;
export const isSame = (a: Flow, b: Flow): boolean =>
  a.base === b.base &&
  a.all === b.all &&
  a.perThread === b.perThread &&
  a.ahead === b.ahead &&
  a.leastAhead === b.leastAhead &&
  a.isEven === b.isEven;

/** Factor by which an instruction multiplies its first operand; 1 if the other operand is no constant. */
export function factorOf(opcode: string, by: Operand | undefined): number {
  if (by?.kind !== 'integer' || by.value <= 0n) return 1;
  const value = Number(by.value);
  if (opcode === 'mul' || opcode === 'mad') return value;
  if (opcode === 'div') return 1 / value;
  return opcode === 'shl' ? 2 ** Math.min(value, 31) : opcode === 'shr' ? 2 ** -Math.min(value, 31) : 1;
}

/** Operands whose sources reach the result unscaled. */
export const BASES: Readonly<Record<string, readonly number[]>> = {
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

/**
 * Whether an address goes through the pointer: if there are several candidates, those that an address conversion names, which are
 * `converted`.
 */
export function goesThrough(converted: SourceSet, { base }: Flow, pointer: SourceSet): boolean {
  if ((base & pointer) === 0n) return false;
  const pointers = base & converted;
  return pointers === 0n || (pointers & pointer) !== 0n;
}
