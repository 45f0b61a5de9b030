/** griddepcontrol: launches of a stream that overlap. Here one ends before the next starts, so there is nothing to wait for, and nobody to let start. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';

function orderOfLaunches(form: Form): Run {
  form.oneOf(['launch_dependents', 'wait']);
  form.finish();
  return () => 0;
}

export const GRIDDEPCONTROL_ROWS: readonly Row[] = [
  row('griddepcontrol', [], 'Parallel Synchronization and Communication Instructions: griddepcontrol', orderOfLaunches),
];
