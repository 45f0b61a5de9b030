/** mbarrier: barriers in shared memory that threads and asynchronous copies arrive at. Lanes of a warp go one by one. */
import { pendingOfState } from '../../machine/mbarrier.ts';
import { type Mbarriers, type MbarrierUse, mbarriersOf } from '../../machine/mbarriers.ts';
import type { Memory } from '../../machine/memory.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { SINK_SLOT } from '../slots.ts';
import { atMbarrier, type Each, takeMbarrierSpace, takeSemantics, takeShared } from './mbarrier-address.ts';
import { waitAtMbarrier } from './mbarrier-wait.ts';

const P = 'Parallel Synchronization and Communication Instructions';
function init(form: Form): Run {
  takeShared(form);
  form.finish();
  const count = form.source(form.operand(1), 'u32');
  return atMbarrier(form, form.operand(0), 'store', use =>
    mbarriersOf(use.warp.cta).init(use, use.warp.u[count + use.lane]),
  );
}

/** No plain write: the last of several threads that leave may have learnt from an atomic that it is the last. */
function invalidate(form: Form): Run {
  takeShared(form);
  form.finish();
  return atMbarrier(form, form.operand(0), 'atomic', use => mbarriersOf(use.warp.cta).invalidate(use));
}

/** `arrive{.expect_tx} state, [address]{, count or bytes}`; `arrive_drop` takes part in this phase and in no later one. */
const arrive =
  (drops: boolean) =>
  (form: Form): Run => {
    const space = takeMbarrierSpace(form);
    const releases = takeSemantics(form, 'release');
    const mayComplete = !form.take('noComplete');
    const expects = form.take('expect_tx');
    form.finish();
    const state = form.operand(0).kind === 'sink' ? SINK_SLOT : form.destination(form.operand(0), 'b64');
    const amount = form.operandCount > 2 ? form.source(form.operand(2), 'u32') : null;
    if (amount === null && (expects || !mayComplete)) form.refuse('needs a count');
    if (space === 'cluster' && (state !== SINK_SLOT || !mayComplete))
      form.refuse('returns no state of .shared::cluster');
    const each: Each = (use, cta) => {
      const { watch, shared } = cta;
      const mbarriers = mbarriersOf(cta);
      const given = amount === null ? 1 : use.warp.u[amount + use.lane];
      noteState(use, shared, state);
      if (releases) watch?.mbarrierArrived(use.warp, use.byteOffset);
      watch?.mbarrierCounted?.(use.warp, use.byteOffset, expects ? 1 : given, expects ? given : 0);
      if (expects) mbarriers.addTransactions(use, given);
      count(use, mbarriers, expects ? 1 : given, drops, mayComplete);
    };
    return atMbarrier(form, form.operand(1), 'atomic', each, space);
  };

function count(use: MbarrierUse, mbarriers: Mbarriers, arrivals: number, drops: boolean, mayComplete: boolean): void {
  if (drops) mbarriers.drop(use, arrivals);
  mbarriers.arrive(use, arrivals, mayComplete);
}

/** The state before the arrival: phase and pending arrivals. */
function noteState(use: MbarrierUse, { i32 }: Memory, slot: number): void {
  const { r } = use.warp;
  r[slot + use.lane] = i32[use.byteOffset >> 2];
  r[slot + 32 + use.lane] = i32[(use.byteOffset >> 2) + 1];
}

/** `expect_tx [address], bytes` and, for copies that software simulates, `complete_tx`. */
const countTransactions =
  (sign: 1 | -1) =>
  (form: Form): Run => {
    const space = takeMbarrierSpace(form);
    takeSemantics(form, 'release');
    form.finish();
    const bytes = form.source(form.operand(1), 'u32');
    const each: Each = (use, cta) => {
      const given = sign * use.warp.u[bytes + use.lane];
      cta.watch?.mbarrierCounted?.(use.warp, use.byteOffset, 0, given);
      mbarriersOf(cta).addTransactions(use, given);
    };
    return atMbarrier(form, form.operand(0), 'atomic', each, space);
  };

/** The pending arrivals in a state that an arrival returned. */
function pendingCount(form: Form): Run {
  form.finish();
  const o = form.operation;
  o.d = form.destination(form.operand(0), 's32');
  o.a = form.source(form.operand(1), 'b64');
  return ({ r }: Warp, { d, a }: Operation, mask: number) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      r[d + lane] = pendingOfState(r[a + lane]);
    }
    return 0;
  };
}

const ACTIONS = {
  init,
  inval: invalidate,
  arrive: arrive(false),
  arrive_drop: arrive(true),
  expect_tx: countTransactions(1),
  complete_tx: countTransactions(-1),
  test_wait: waitAtMbarrier,
  try_wait: waitAtMbarrier,
  pending_count: pendingCount,
} as const;

function mbarrier(form: Form): Run {
  // Arrivals may have .expect_tx too.
  const names = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
  const action = names.find(name => form.take(name)) ?? form.refuse(`needs one of .${names.join(', .')}`);
  return ACTIONS[action](form);
}

export const MBARRIER_ROWS: readonly Row[] = [
  row('mbarrier', {
    types: [['b64']],
    class: 'barrier',
    section: `${P}: mbarrier`,
    hints: /^(cta|cluster)$/,
    decode: mbarrier,
  }),
];
