/** Branches, calls, returns. */
import { FaultSignal, placeOf, whereWords } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Frame, Warp } from '../../machine/warp.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';

import { type Row, row } from '../row.ts';
import type { VariablePlace } from '../variable-places.ts';

const C = 'Control Flow Instructions';

function branch(form: Form): Run {
  form.take('uni');
  form.finish();
  const label = form.operand(0);
  const target = label.kind === 'label' ? form.link.target(label.name, form) : form.refuse('no label');
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
  const targets = (names ?? form.refuse('no branch targets')).map(name => form.link.target(name, form));
  const index = form.source(form.operand(0), 'u32');
  return (warp, operation, mask) => {
    const first = warp.u[index + 31 - Math.clz32(mask & -mask)];
    let same = 0;
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      if (warp.u[index + l] === first) same |= 1 << l;
    }
    if (first >= targets.length)
      fail(warp, operation, 'unsupported', `branch index ${first} is beyond the ${targets.length} targets`);
    // Lanes of other indices come back to this instruction.
    if (same !== warp.active) warp.cta.grid.reconvergence.diverge(warp, operation, warp.active & ~same, operation.pc);
    warp.jump(targets[first]);
    return 0;
  };
}

function fail(warp: Warp, operation: Operation, kind: 'trap' | 'unsupported', why: string): never {
  const place = placeOf(warp.cta.grid.files, operation);
  const who = { cta: warp.cta.number, warp: warp.index, lane: -1 };
  const message = `${whereWords(place, who)}: ${why}.`;
  const base = { message, place, who };
  throw new FaultSignal(kind === 'trap' ? { ...base, kind } : { ...base, kind, opcode: operation.source.opcode });
}

interface CopiedSlot {
  readonly from: VariablePlace;
  readonly to: VariablePlace;
}

function copySlots(warp: Warp, copies: readonly CopiedSlot[], mask: number): void {
  const { local, grid } = warp.cta;
  for (let m = mask; m !== 0; m &= m - 1) {
    const stack = (warp.index * 32 + 31 - Math.clz32(m & -m)) * grid.program.localBytes;
    for (const { from, to } of copies) {
      const start = stack + from.byteOffset;
      local.u8.copyWithin(
        stack + to.byteOffset,
        start,
        start + Math.min(from.variable.sizeBytes, to.variable.sizeBytes),
      );
    }
  }
}

interface CallFrame extends Frame {
  readonly returns: readonly CopiedSlot[];
}

const listOf = (operand: Operand | undefined): readonly Operand[] => (operand?.kind === 'list' ? operand.elements : []);

/** `call (results), name, (arguments)`; results and arguments are `.param` slots of the caller. */
function call(form: Form): Run {
  form.take('uni');
  form.finish();
  const { operands } = form.instruction;
  const at = operands.findIndex(o => o.kind === 'symbol');
  const callee = operands[at];
  if (callee?.kind !== 'symbol') return form.refuse('a call through a register is not implemented');
  if (callee.name === '__assertfail') return assertFails();
  const fn = form.link.callee(callee.name);
  if (typeof fn === 'string') return form.refuse(`call of '${callee.name}': ${fn}`);
  const place = (operand: Operand): VariablePlace =>
    (operand.kind === 'symbol' ? form.link.place(operand.name) : null) ?? form.refuse('an argument is no .param slot');
  const inside = (name: string): VariablePlace => form.link.placeIn(fn, name) ?? form.refuse(`no parameter '${name}'`);
  const args = listOf(operands[at + 1]).map((o, i) => ({ from: place(o), to: inside(fn.params[i]?.name ?? '') }));
  const results = at > 0 ? listOf(operands[0]) : [];
  const returns = results.map((o, i) => ({ from: inside(fn.returns[i]?.name ?? ''), to: place(o) }));
  const start = form.link.starts.get(fn.name)!;
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    copySlots(warp, args, mask);
    const caller = warp.current!.frame;
    const frame: CallFrame = {
      depth: (caller?.depth ?? 0) + 1,
      returnPc: operation.pc + 1,
      caller,
      call: operation,
      returns,
    };
    warp.current!.frame = frame;
    warp.pc = start;
    warp.limit = -1;
    return 0;
  };
}

function assertFails(): Run {
  return (warp, operation) => fail(warp, operation, 'trap', 'a device-side assert failed');
}

function leave(form: Form): Run {
  form.take('uni');
  form.finish();
  return returnFrom;
}

/** Ends the thread in the entry function, the activation in a called one. */
export function returnFrom(warp: Warp, operation: Operation, mask: number): number {
  const frame = warp.current!.frame as CallFrame | null;
  if (frame === null) warp.exit(mask);
  else if (!warp.separated(operation, mask)) {
    copySlots(warp, frame.returns, mask);
    warp.current!.frame = frame.caller;
    warp.pc = frame.returnPc;
    warp.limit = -1;
  }
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
  return (warp, operation) => fail(warp, operation, 'trap', 'the kernel executed trap');
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
  row('bra', [], `${C}: bra`, branch),
  row('brx', [], `${C}: brx.idx`, branchIndexed),
  row('call', [], `${C}: call`, call),
  row('ret', [], `${C}: ret`, leave),
  row('exit', [], `${C}: exit`, exit),
  row('trap', [], 'Miscellaneous Instructions: trap', trap),
  row('brkpt', [], 'Miscellaneous Instructions: brkpt', breakpoint),
  row('nanosleep', [['u32']], 'Miscellaneous Instructions: nanosleep', sleep),
  row('pmevent', [], 'Miscellaneous Instructions: pmevent', form => {
    form.ignore(/^mask$/);
    return breakpoint(form);
  }),
];
