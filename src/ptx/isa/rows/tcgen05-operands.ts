/** Parts that instructions for tensor memory share: addresses, the number of CTAs, and their errors. */

import type { Cta } from '../../machine/cta.ts';
import { fail } from '../../machine/faults.ts';
import type { Operation } from '../../machine/operation.ts';
import { addressWords, reportTensorMemory, tensorMemoryOf } from '../../machine/tensor-memory.ts';
import type { TensorRectangle } from '../../machine/tensor-state.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import type { ScaleBlocks } from '../fragments/scale-factors.ts';
import type { TensorKind } from '../fragments/tensor-elements.ts';

/** An address of tensor memory in brackets: `[register + columns]`. */
export interface TensorAddress {
  readonly slot: number;
  readonly offset: number;
}

/** Operands and modifiers of a tcgen05.mma. */
export interface TensorMultiplication {
  readonly kind: TensorKind;
  readonly group: 1 | 2;
  /** `.ws`. */
  readonly isStationary: boolean;
  readonly d: TensorAddress;
  /** Address in tensor memory, or slot of a descriptor. */
  readonly a: TensorAddress | number;
  readonly b: number;
  readonly instruction: number;
  readonly scales: { readonly a: TensorAddress; readonly b: TensorAddress; readonly blocks: ScaleBlocks } | null;
  /** Slots of the words whose bits name lanes of D that stay; none for none. */
  readonly disabled: readonly number[];
  /** Slot of the descriptor of columns that are zero; null for none. */
  readonly zeros: number | null;
  /** Predicate: whether D is added. */
  readonly adds: number;
  /** Factor of D before the product is added. */
  readonly scale: number;
}

export function tensorAddress(form: Form, operand: Operand): TensorAddress {
  if (operand.kind !== 'address') return form.refuse('needs an address of tensor memory in brackets');
  const { base, byteOffset } = operand;
  if (base?.kind === 'symbol') return form.refuse(`'${base.name}' is not in tensor memory`);
  const source: Operand = base === null ? { kind: 'integer', value: 0n } : { kind: 'register', name: base.name };
  return { slot: form.source(source, 'u32'), offset: Number(BigInt.asIntN(32, byteOffset)) };
}

/** The same in all lanes, as the manual demands of what a warp does together. */
export function commonWord(warp: Warp, operation: Operation, slot: number, what: string): number {
  const { u } = warp;
  for (let lane = 1; lane < 32; lane++) {
    if (u[slot + lane] !== u[slot])
      fail(warp, operation, 1 << lane, { kind: 'badOperand' }, `${what} is not the same in all lanes of the warp`);
  }
  return u[slot];
}

export const takeGroup = (form: Form): 1 | 2 =>
  form.oneOf(['cta_group::1', 'cta_group::2']) === 'cta_group::1' ? 1 : 2;

/** Reports cells that are not allocated; returns false then. */
export function areAllocated(
  warp: Warp,
  operation: Operation,
  lane: number,
  cta: Cta,
  cells: readonly TensorRectangle[],
): boolean {
  for (const each of cells) {
    const column = tensorMemoryOf(cta).outside(each);
    const isBelow = each.lane + each.lanes <= 128;
    if (column === null && isBelow) continue;
    const where = isBelow
      ? `column ${column} of tensor memory${cta === warp.cta ? '' : ` of CTA ${cta.number}`}, which nobody has allocated`
      : `lanes beyond 127 from ${addressWords((each.lane << 16) | each.column)}`;
    reportTensorMemory(warp, operation, lane, `touches ${where}`);
    return false;
  }
  return true;
}
export const addressIn = ({ u }: Warp, { slot, offset }: TensorAddress, lane: number): number =>
  (u[slot + lane] + offset) >>> 0;

/** The CTAs that an instruction of the thread concerns, even rank first; ends the run where there is no pair. */
export function ctasOf(warp: Warp, operation: Operation, lane: number, group: 1 | 2): readonly Cta[] {
  const { cta } = warp;
  if (group === 1) return [cta];
  const peer = cta.cluster[cta.clusterRank ^ 1];
  if (!peer)
    fail(warp, operation, 1 << lane, { kind: 'badOperand' }, `.cta_group::2 needs a second CTA in the cluster`);
  return cta.clusterRank % 2 === 0 ? [cta, peer] : [peer, cta];
}
