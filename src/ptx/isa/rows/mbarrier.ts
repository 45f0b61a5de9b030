/** mbarrier: barriers in shared memory that threads and asynchronous copies arrive at. Lanes of a warp go one by one. */
import { access, type Move } from '../../machine/access.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import { parityOfState, pendingOfState } from '../../machine/mbarrier.ts';
import type { MbarrierUse } from '../../machine/mbarriers.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { SINK_SLOT } from '../slots.ts';
import { addressForm, takeSpace } from './address.ts';
import { setPredicate } from './predicates.ts';

const P = 'Parallel Synchronization and Communication Instructions';
const MBARRIER_BYTES = 8;

/** What one lane does at its object. */
type Each = (use: MbarrierUse) => void;

/** Only the checkers hear of the access: it moves no data. */
export function mbarrierAddress(form: Form, operand: Operand, kind: 'store' | 'atomic'): AccessForm {
  const shape = { kind, widthBytes: MBARRIER_BYTES, values: [], elementBytes: MBARRIER_BYTES } as const;
  return addressForm(form, operand, 'shared', { ...shape, isTraced: false });
}

/** Runs `each` for every lane whose address is right. */
function atMbarrier(form: Form, operand: Operand, kind: 'store' | 'atomic', each: Each): Run {
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

const takeShared = (form: Form): void => {
  takeSpace(form, ['shared', 'shared::cta']);
};

/** True where the instruction orders memory. */
function takeSemantics(form: Form, ordering: 'release' | 'acquire'): boolean {
  form.ignore(/^(cta|cluster)$/);
  return form.oneOf([ordering, 'relaxed'], ordering) !== 'relaxed';
}

function init(form: Form): Run {
  takeShared(form);
  form.finish();
  const count = form.source(form.operand(1), 'u32');
  return atMbarrier(form, form.operand(0), 'store', use =>
    use.warp.cta.mbarriers.init(use, use.warp.u[count + use.lane]),
  );
}

function invalidate(form: Form): Run {
  takeShared(form);
  form.finish();
  return atMbarrier(form, form.operand(0), 'store', use => use.warp.cta.mbarriers.invalidate(use));
}

/** `arrive{.expect_tx} state, [address]{, count or bytes}`; `arrive_drop` takes part in this phase and in no later one. */
const arrive =
  (drops: boolean) =>
  (form: Form): Run => {
    takeShared(form);
    const releases = takeSemantics(form, 'release');
    const mayComplete = !form.take('noComplete');
    const expects = form.take('expect_tx');
    form.finish();
    const state = form.operand(0).kind === 'sink' ? SINK_SLOT : form.destination(form.operand(0), 'b64');
    const amount = form.operandCount > 2 ? form.source(form.operand(2), 'u32') : null;
    if (amount === null && (expects || !mayComplete)) form.refuse('needs a count');
    return atMbarrier(form, form.operand(1), 'atomic', use => {
      const { warp, lane, byteOffset } = use;
      const { mbarriers, watch } = warp.cta;
      const given = amount === null ? 1 : warp.u[amount + lane];
      noteState(use, state);
      if (releases) watch?.mbarrierArrived(warp, byteOffset);
      if (expects) mbarriers.addTransactions(use, given);
      if (drops) mbarriers.drop(use, expects ? 1 : given);
      mbarriers.arrive(use, expects ? 1 : given, mayComplete);
    });
  };

/** The state before the arrival: phase and pending arrivals. */
function noteState(use: MbarrierUse, slot: number): void {
  const { r } = use.warp;
  const { i32 } = use.warp.cta.shared;
  r[slot + use.lane] = i32[use.byteOffset >> 2];
  r[slot + 32 + use.lane] = i32[(use.byteOffset >> 2) + 1];
}

/** `expect_tx [address], bytes` and, for copies that software simulates, `complete_tx`. */
const countTransactions =
  (sign: 1 | -1) =>
  (form: Form): Run => {
    takeShared(form);
    takeSemantics(form, 'release');
    form.finish();
    const bytes = form.source(form.operand(1), 'u32');
    return atMbarrier(form, form.operand(0), 'atomic', use =>
      use.warp.cta.mbarriers.addTransactions(use, sign * use.warp.u[bytes + use.lane]),
    );
  };

/**
 * `wait complete, [address], state or parity`. A wait that fails gives way to the other warps, and what it waits for may
 * then be asynchronous copies.
 */
function wait(form: Form): Run {
  takeShared(form);
  const acquires = takeSemantics(form, 'acquire');
  const isParity = form.take('parity');
  form.finish();
  const complete = form.destination(form.operand(0), 'pred');
  const phase = form.source(form.operand(2), isParity ? 's32' : 'b64');
  let done = 0;
  let failedAt: number | null = null;
  const look = atMbarrier(form, form.operand(1), 'atomic', use => {
    const { warp, lane, byteOffset } = use;
    const word = warp.r[phase + lane];
    const barrier = warp.cta.mbarriers.find(use);
    if (barrier === null || barrier.hasCompleted(isParity ? word : parityOfState(word))) {
      done |= 1 << lane;
      if (acquires) warp.cta.watch?.mbarrierWaited(warp, byteOffset);
      return;
    }
    failedAt = byteOffset;
    for (const { copies } of warp.cta.warps) copies.deliverTo(byteOffset);
  });
  return (warp, operation, mask) => {
    done = 0;
    failedAt = null;
    look(warp, operation, mask);
    setPredicate(warp.r, complete, done, mask);
    warp.pollMbarrier(failedAt);
    return 0;
  };
}

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
  test_wait: wait,
  try_wait: wait,
  pending_count: pendingCount,
} as const;

function mbarrier(form: Form): Run {
  // Arrivals may have .expect_tx too.
  const names = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
  const action = names.find(name => form.take(name)) ?? form.refuse(`needs one of .${names.join(', .')}`);
  return ACTIONS[action](form);
}

export const MBARRIER_ROWS: readonly Row[] = [row('mbarrier', [['b64']], `${P}: mbarrier`, mbarrier)];
