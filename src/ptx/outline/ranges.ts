/** Arithmetic with ranges of integers. */
import type { SliceOperation } from './slice-node.ts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

export const at = (value: number): Range => ({ low: value, high: value });
export const joined = (a: Range, b: Range): Range => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });

const OPERATIONS: Readonly<Record<SliceOperation, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  high: (a, b) => Math.floor((a * b) / 2 ** 32),
  div: (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
  rem: (a, b) => (b === 0 ? a : a % b),
  and: (a, b) => Math.min(a, b),
  or: (a, b) => a + b,
  xor: (a, b) => a + b,
  shl: (a, b) => a * 2 ** Math.min(b, 63),
  shr: (a, b) => Math.floor(a / 2 ** Math.min(b, 63)),
  min: Math.min,
  max: Math.max,
};

const ANY: Range = { low: -Infinity, high: Infinity };

/** The range of a result; null where too little is known. Each operation is monotonic in each operand, but for remainders and masks. */
export function computed(op: SliceOperation, a: Range | null, b: Range | null): Range | null {
  // A clamped value has an end where it is clamped, whatever it is.
  if (op === 'min' || op === 'max') return a || b ? applied(op, a ?? ANY, b ?? ANY) : null;
  // So has a masked one, and a remainder.
  if (op === 'and' && (a === null || b === null)) return masked(a ?? b);
  if (op === 'rem' && a === null && b !== null && b.low > 0) return { low: 0, high: b.high - 1 };
  if (a === null || b === null) return null;
  if (op === 'rem' && b.low > 0) return { low: Math.min(0, a.low), high: Math.min(Math.max(0, a.high), b.high - 1) };
  if (op === 'and' && a.low === a.high && b.low === b.high) return at(Number(BigInt(a.low) & BigInt(b.low)));
  // A mask below 0 aligns.
  if ((op === 'or' || op === 'xor') && a.low >= 0 && b.low >= 0) return united(op, a, b);
  if (op === 'and')
    return b.low < 0 ? a : { low: 0, high: wraps(a, b) ? b.high : Math.max(0, Math.min(a.high, b.high)) };
  const range = applied(op, a, b);
  return Number.isSafeInteger(range.low) && Number.isSafeInteger(range.high) ? range : null;
}

/**
 * Whether numbers below 0 become large ones that count. Those of 32 bits do not, as indices: a thread that would have one is kept from
 * it by a branch, as in `i == 0 ? 0 : ends[i - 1]`.
 */
const wraps = (a: Range, mask: Range): boolean => a.low < 0 && mask.high < WORD_MASK;
const WORD_MASK = 2 ** 32 - 1;

const masked = (mask: Range | null): Range | null =>
  mask !== null && mask.low >= 0 ? { low: 0, high: mask.high } : null;

/** Of numbers from 0 on. No result of `or` and `xor` has more bits than its operands, nor exceeds their sum. */
function united(op: 'or' | 'xor', a: Range, b: Range): Range | null {
  const bits = Math.floor(Math.log2(Math.max(1, a.high, b.high))) + 1;
  const high = Math.min(2 ** bits - 1, a.high + b.high);
  return Number.isSafeInteger(high) ? { low: op === 'or' ? Math.max(a.low, b.low) : 0, high } : null;
}

function applied(op: SliceOperation, a: Range, b: Range): Range {
  const all = [a.low, a.high].flatMap(x => [b.low, b.high].map(y => OPERATIONS[op](x, y)));
  return { low: Math.min(...all), high: Math.max(...all) };
}
