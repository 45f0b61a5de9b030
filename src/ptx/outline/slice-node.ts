/** A number that a kernel computes on the way to its addresses, and what it is computed from. */
import type { ScalarPlace } from './scalar-place.ts';

/** Operands are indices of nodes. */
export type SliceNode =
  | { readonly op: 'number'; readonly value: number }
  | { readonly op: 'param'; readonly place: ScalarPlace }
  /** `%tid.x`. */
  | { readonly op: 'special'; readonly name: string }
  /** The address of a shared variable; 0 bytes where the launch says how many. */
  | { readonly op: 'shared'; readonly sizeBytes: number }
  /** An integer loaded from device memory. */
  | { readonly op: 'data'; readonly address: number }
  | { readonly op: SliceOperation; readonly a: number; readonly b: number }
  /** A register with several definitions; `loops` names the innermost loop of each, -1 for none. */
  | { readonly op: 'merge'; readonly of: readonly number[]; readonly loops: readonly number[] }
  | { readonly op: 'unknown' };

export const OPERATIONS = ['add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor', 'shl', 'shr', 'min', 'max'] as const;
/** `high`: the upper half of a product of 32 bits. */
export type SliceOperation = (typeof OPERATIONS)[number] | 'high';

export const isDynamicShared = (node: SliceNode): boolean => node.op === 'shared' && node.sizeBytes === 0;

/** Whether nothing but where a thread is in its CTA goes into it: a window around each thread reaches beyond the block. */
export const isOfThreads = (inputs: readonly SliceNode[]): boolean =>
  inputs.some(node => node.op === 'special') &&
  inputs.every(
    node =>
      !['param', 'merge', 'data', 'unknown'].includes(node.op) &&
      (node.op !== 'special' || node.name.startsWith('%tid')),
  );

/** Whether numbers that the host chooses go into it: an argument, or how many threads a row has. A loop over these halves them. */
export const isOfSizes = (inputs: readonly SliceNode[]): boolean =>
  inputs.some(({ op }) => op === 'param') ||
  (inputs.some(node => node.op === 'special' && node.name.startsWith('%ntid')) &&
    inputs.every(({ op }) => op !== 'merge'));
