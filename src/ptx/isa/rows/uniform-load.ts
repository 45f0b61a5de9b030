/**
 * Loads of whole words from a named parameter or constant: every lane reads the same words, which never change, from a
 * place that is known and checked when the instruction is decoded.
 */
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';

/** Null where the load is of another kind, and must look at each lane. */
export function uniformLoad(
  form: Form,
  space: 'param' | 'const',
  targets: readonly Operand[],
  bytes: number,
  address: Operand,
): Run | null {
  if (address.kind !== 'address' || address.base?.kind !== 'symbol' || bytes % 4 !== 0) return null;
  const place = form.link.place(address.base.name);
  if (place?.space !== space) return null;
  const inside = Number(address.byteOffset);
  const start = place.byteOffset + inside;
  const width = bytes * targets.length;
  const isValid = inside >= 0 && inside + width <= place.variable.sizeBytes && start % width === 0;
  if (!isValid || targets.some(t => form.registerBits(t) !== bytes * 8)) return null;
  const slots = targets.flatMap(target => planesOf(form, target, bytes / 4));
  const memory = space === 'param' ? 'params' : 'constants';
  return ({ r, cta }, _operation, mask) => {
    const { i32 } = cta.grid[memory];
    for (let i = 0; i < slots.length; i++) fill(r, slots[i], i32[start / 4 + i], mask);
    return 0;
  };
}

function planesOf(form: Form, target: Operand, count: number): number[] {
  const first = form.destination(target, count === 1 ? 's32' : count === 2 ? 'b64' : 'b128');
  return Array.from({ length: count }, (_, i) => first + 32 * i);
}

function fill(r: Int32Array, slot: number, word: number, mask: number): void {
  if (mask === -1) for (let l = 0; l < 32; l++) r[slot + l] = word;
  else for (let m = mask; m !== 0; m &= m - 1) r[slot + 31 - Math.clz32(m & -m)] = word;
}
