/** Parts that all instructions at mbarriers share: the address, the state space, and what they order. */
import { MBARRIER_BYTES } from '../../../base/hardware.ts';
import { access } from '../../machine/access.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import type { Cta } from '../../machine/cta.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { MbarrierUse } from '../../machine/mbarriers.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { addressForm, takeSpace } from './address.ts';

export type MbarrierSpace = 'shared' | 'cluster';

/** Action of one lane at its object, which is in the shared memory of `owner`. */
export type Each = (use: MbarrierUse, owner: Cta) => void;

/** Address of an mbarrier. Only the checkers are told of the access, since it moves no data. */
export function mbarrierAddress(
  form: Form,
  operand: Operand,
  kind: 'store' | 'atomic',
  space: MbarrierSpace = 'shared',
): AccessForm {
  const shape = { kind, widthBytes: MBARRIER_BYTES, values: [], elementBytes: MBARRIER_BYTES } as const;
  return addressForm(form, operand, space, { ...shape, isTraced: false });
}

/** Runs `each` for every lane whose address is right. */
export function atMbarrier(
  form: Form,
  operand: Operand,
  kind: 'store' | 'atomic',
  each: Each,
  space: MbarrierSpace = 'shared',
): Run {
  const place = mbarrierAddress(form, operand, kind, space);
  const move: Move = (warp, operation, _memory, lanes, owner) => {
    for (let m = lanes; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      each({ warp, operation, lane, byteOffset: warp.at[lane] }, owner);
    }
  };
  return (warp, operation, mask) => {
    access(warp, operation, place, mask, move);
    return 0;
  };
}

/** A generic address must lie in the CTA's own shared memory. */
export const takeShared = (form: Form): void => {
  takeSpace(form, ['shared', 'shared::cta']);
};

/** Space of arrivals and transactions, which may be another CTA's. */
export const takeMbarrierSpace = (form: Form): MbarrierSpace =>
  takeSpace(form, ['shared', 'shared::cta', 'shared::cluster']) === 'cluster' ? 'cluster' : 'shared';

/** True where the instruction orders memory. */
export const takeSemantics = (form: Form, ordering: 'release' | 'acquire'): boolean =>
  form.oneOf([ordering, 'relaxed'], ordering) !== 'relaxed';
