/** cp.async: copies from global to shared memory that happen later, and waits for them. */
import { access } from '../../machine/access.ts';
import { copiesOf } from '../../machine/async-copies.ts';
import { IssuedArrival } from '../../machine/issued-copy.ts';
import { mbarriersOf } from '../../machine/mbarriers.ts';
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { takeSpace } from './address.ts';
import { copyBulk } from './bulk-copy.ts';
import { immediate, issueCopy } from './copy-issue.ts';
import { mbarrierAddress } from './mbarrier-address.ts';

const D = 'Data Movement and Conversion Instructions';

function closeGroup(form: Form): Run {
  form.finish();
  return (warp, _operation, mask) => {
    warp.cta.watch?.groupClosed?.(warp, 'copies');
    copiesOf(warp).closeGroup(mask);
    return 0;
  };
}

function waitForGroups(form: Form): Run {
  form.finish();
  const most = Number(immediate(form, form.operand(0)));
  return (warp, _operation, mask) => {
    warp.cta.watch?.groupsAwaited?.(warp, 'copies', most, false);
    copiesOf(warp).waitForGroups(mask, most);
    return 0;
  };
}

/** A group is closed first. */
function waitForAll(form: Form): Run {
  form.finish();
  return (warp, _operation, mask) => {
    warp.cta.watch?.groupClosed?.(warp, 'copies');
    warp.cta.watch?.groupsAwaited?.(warp, 'copies', 0, false);
    copiesOf(warp).closeGroup(mask);
    copiesOf(warp).waitForGroups(mask, 0);
    return 0;
  };
}

/** `cp.async.mbarrier.arrive{.noinc}.b64 [mbarrier]`: an arrival once the thread's copies have happened. */
function arriveAfterCopies(form: Form): Run {
  form.oneOf(['arrive']);
  takeSpace(form, ['shared', 'shared::cta']);
  const isExtra = !form.take('noinc');
  form.type();
  form.finish();
  const place = mbarrierAddress(form, form.operand(0), 'atomic');
  return (warp, operation, mask) => {
    access(warp, operation, place, mask, ({ at, cta }, _operation, _memory, lanes) => {
      for (let m = lanes; m !== 0; m &= m - 1) {
        const lane = 31 - Math.clz32(m & -m);
        cta.watch?.copiesWillArrive?.(warp, at[lane], !isExtra);
        if (isExtra) mbarriersOf(cta).expectCopies({ warp, operation, lane, byteOffset: at[lane] });
      }
      copiesOf(warp).issueArrival(new IssuedArrival(operation, lanes, at));
    });
    return 0;
  };
}

const OTHERS: Readonly<Record<string, (form: Form) => Run>> = {
  commit_group: closeGroup,
  wait_group: waitForGroups,
  wait_all: waitForAll,
  mbarrier: arriveAfterCopies,
};

function copyAsynchronously(form: Form): Run {
  form.oneOf(['async']);
  if (form.take('bulk')) return copyBulk(form);
  const other = Object.keys(OTHERS).find(name => form.take(name));
  return other ? OTHERS[other](form) : issueCopy(form);
}

/** Types of an mbarrier, and of reductions. */
const TYPES = ['b64', 'b32', 'u32', 's32', 'u64', 's64', 'f16', 'bf16', 'f32', 'f64'];

export const COPY_ROWS: readonly Row[] = [
  row('cp', {
    types: [TYPES],
    class: 'global',
    section: `${D}: cp.async`,
    hints: /^(L2::(64B|128B|256B))$/,
    decode: copyAsynchronously,
  }),
];
