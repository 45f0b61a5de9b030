/** griddepcontrol: launches of a stream that overlap. Here one ends before the next starts; that a thread would wait is heard of. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';

function orderOfLaunches(form: Form): Run {
  const isWait = form.oneOf(['launch_dependents', 'wait']) === 'wait';
  form.finish();
  return warp => {
    if (isWait) warp.cta.watch?.launchWaited(warp);
    return 0;
  };
}

export const GRIDDEPCONTROL_ROWS: readonly Row[] = [
  row('griddepcontrol', {
    class: 'barrier',
    section: 'Parallel Synchronization and Communication Instructions: griddepcontrol',
    decode: orderOfLaunches,
  }),
];
