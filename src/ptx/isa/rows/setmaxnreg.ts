/** setmaxnreg: a warpgroup gives registers back, or waits until it can have more. ptxas has the registers, so nothing happens here. */
import type { Run } from '../../machine/operation.ts';
import { meetWarpgroup } from '../../machine/warpgroup.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { immediate } from './copy-issue.ts';
import { wholeWarp } from './whole-warp.ts';

function setRegisters(form: Form): Run {
  form.oneOf(['inc', 'dec']);
  form.oneOf(['sync']);
  form.oneOf(['aligned']);
  form.type();
  form.finish();
  const count = Number(immediate(form, form.operand(0)));
  if (count < 24 || count > 256 || count % 8 !== 0) form.refuse(`sets a multiple of 8 from 24 to 256, not ${count}`);
  return wholeWarp(meetWarpgroup);
}

export const SETMAXNREG_ROWS: readonly Row[] = [
  row('setmaxnreg', {
    types: [['u32']],
    class: 'other',
    section: 'Miscellaneous Instructions: setmaxnreg',
    decode: setRegisters,
  }),
];
