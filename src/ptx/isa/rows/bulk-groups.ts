/** cp.async.bulk.commit_group and .wait_group: for the copies out of shared memory that the thread has issued. */
import { bulkCopiesOf } from '../../machine/bulk-copies.ts';
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { immediate } from './copy-issue.ts';

export function closeBulkGroup(form: Form): Run {
  form.finish();
  return (warp, _operation, mask) => {
    warp.cta.watch?.groupClosed?.(warp, 'stores');
    bulkCopiesOf(warp.cta).closeGroup(warp, mask);
    return 0;
  };
}

/** `wait_group{.read} n`: until at most n groups are under way or, with `.read`, have not been read from shared memory. */
export function waitForBulkGroups(form: Form): Run {
  const isForReads = form.take('read');
  form.finish();
  const most = Number(immediate(form, form.operand(0)));
  return (warp, _operation, mask) => {
    warp.cta.watch?.groupsAwaited?.(warp, 'stores', most, isForReads);
    warp.cta.bulkCopies?.waitForGroups(warp, mask, most, isForReads);
    return 0;
  };
}
