/** Branches, returns, the end of threads, and waits that only pass time. */
import { lowestBit32 } from '../../../base/bits.ts';
import { fail } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { lanesAlike } from './lanes-alike.ts';

const C = 'Control Flow Instructions';

function branch(form: Form): Run {
  form.take('uni');
  form.finish();
  const label = form.operand(0);
  const target = label.kind === 'label' ? form.link.target(label.name) : form.refuse('no label');
  return (warp, operation, mask) => {
    if (mask === warp.active) warp.jump(target);
    else warp.cta.grid.reconvergence.diverge(warp, operation, mask, target);
    return 0;
  };
}

/** `brx.idx index, list`: each lane to the list's label of its index. */
function branchIndexed(form: Form): Run {
  form.oneOf(['idx']);
  form.take('uni');
  form.finish();
  const list = form.operand(1);
  const names = list.kind === 'label' ? form.link.branchTargets(list.name) : null;
  const targets = (names ?? form.refuse('no branch targets')).map(name => form.link.target(name));
  const index = form.source(form.operand(0), 'u32');
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    const first = warp.u[index + lowestBit32(mask)];
    if (first >= targets.length) {
      const why = `branch index ${first} is beyond the ${targets.length} targets`;
      fail(warp, operation, mask, { kind: 'badOperand' }, why);
    }
    const same = lanesAlike(warp.r, index, mask);
    if (same === warp.active) warp.jump(targets[first]);
    else {
      // Lanes of other indices come back to this instruction.
      warp.pc = operation.pc;
      warp.cta.grid.reconvergence.diverge(warp, operation, same, targets[first]);
    }
    return 0;
  };
}

function leave(form: Form): Run {
  form.take('uni');
  form.finish();
  return returnFrom;
}

/** Ends the thread in the entry function, the activation in a called one. */
export function returnFrom(warp: Warp, operation: Operation, mask: number): number {
  const { frame } = warp.current!;
  if (frame === null) warp.exit(mask);
  else if (!warp.separated(operation, mask)) frame.leave(warp, mask);
  return 0;
}

function exit(form: Form): Run {
  form.finish();
  return (warp, _operation, mask) => {
    warp.exit(mask);
    return 0;
  };
}

function trap(form: Form): Run {
  form.finish();
  return (warp, operation, mask) => fail(warp, operation, mask, { kind: 'trap' }, 'the kernel executed trap');
}

/** Lets the other splits and warps go first, which is all that time means here. */
function sleep(form: Form): Run {
  form.finish();
  return warp => {
    warp.poll();
    return 0;
  };
}

const breakpoint = (form: Form): Run => {
  form.finish();
  return () => 0;
};

export const CONTROL_ROWS: readonly Row[] = [
  row('bra', { class: 'control', section: `${C}: bra`, decode: branch }),
  row('brx', { class: 'control', section: `${C}: brx.idx`, decode: branchIndexed }),
  row('ret', { class: 'control', section: `${C}: ret`, decode: leave }),
  row('exit', { class: 'control', section: `${C}: exit`, decode: exit }),
  row('trap', { class: 'control', section: 'Miscellaneous Instructions: trap', decode: trap }),
  row('brkpt', { class: 'control', section: 'Miscellaneous Instructions: brkpt', decode: breakpoint }),
  row('nanosleep', {
    types: [['u32']],
    class: 'control',
    section: 'Miscellaneous Instructions: nanosleep',
    decode: sleep,
  }),
  row('pmevent', {
    class: 'other',
    section: 'Miscellaneous Instructions: pmevent',
    hints: /^mask$/,
    decode: breakpoint,
  }),
];
