/** What all instructions at mbarriers share: the address, the state space, what they order. */
import { access, type Move } from '../../machine/access.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import type { MbarrierUse } from '../../machine/mbarriers.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { addressForm, takeSpace } from './address.ts';

const MBARRIER_BYTES = 8;

/** What one lane does at its object. */
type Each = (use: MbarrierUse) => void;

/** Only the checkers hear of the access: it moves no data. */
export function mbarrierAddress(form: Form, operand: Operand, kind: 'store' | 'atomic'): AccessForm {
  const shape = { kind, widthBytes: MBARRIER_BYTES, values: [], elementBytes: MBARRIER_BYTES } as const;
  return addressForm(form, operand, 'shared', { ...shape, isTraced: false });
}

/** Runs `each` for every lane whose address is right. */
export function atMbarrier(form: Form, operand: Operand, kind: 'store' | 'atomic', each: Each): Run {
  const place = mbarrierAddress(form, operand, kind);
  const move: Move = (warp, operation, _memory, lanes) => {
    for (let m = lanes; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      each({ warp, operation, lane, byteOffset: warp.at[lane] });
    }
  };
  return (warp, operation, mask) => {
    access(warp, operation, place, mask, move);
    return 0;
  };
}

export const takeShared = (form: Form): void => {
  takeSpace(form, ['shared', 'shared::cta']);
};

/** True where the instruction orders memory. */
export function takeSemantics(form: Form, ordering: 'release' | 'acquire'): boolean {
  form.ignore(/^(cta|cluster)$/);
  return form.oneOf([ordering, 'relaxed'], ordering) !== 'relaxed';
}
