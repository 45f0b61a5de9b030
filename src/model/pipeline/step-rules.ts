/**
 * What each step does: one rule for each kind of step. A rule gives the time at which the role goes on, or null if
 * another role will wake it.
 */

import { nameOfBarrier } from '../../trace/scenario.ts';
import { counted } from '../findings/finding-words.ts';
import { arrive, land, meet } from './barrier-effects.ts';
import type { PipelineMachine } from './machine.ts';
import type { RoleState } from './role-state.ts';
import {
  copyInto,
  type Done,
  endReads,
  readSlots,
  shareStore,
  shareTensor,
  shareUnit,
  waitForGroups,
  work,
  writeSlots,
} from './step-effects.ts';
import { type PlainStep, type StepOf, threadsOf } from './steps.ts';

type Name = PlainStep['do'];
type Rule<N extends Name> = (machine: PipelineMachine, role: RoleState, step: StepOf<N>) => number | null;

const RULES: { readonly [N in Name]: Rule<N> } = {
  wait(machine, role, { barrier, at }) {
    const { stage, parity } = role.place(at);
    const cell = machine.mbarrier(barrier, stage);
    if (!cell.state.hasPassed(parity)) {
      const missing = () => cell.state.missing;
      // A role that announces bytes starts their copy at once: bytes that are not in flight by then will never come.
      const canCome = () => !cell.state.lacksOnlyBytes;
      return machine.block(role, { barrier: cell.name, stage, parity, missing, canCome });
    }
    machine.order.acquire(role.number, cell.passed);
    return machine.now;
  },
  arrive(machine, role, { barrier, at, count = 1 }) {
    return arrive(machine, role, machine.mbarrier(barrier, role.place(at).stage), { count, bytes: 0 });
  },
  expect(machine, role, { barrier, at, bytes }) {
    return arrive(machine, role, machine.mbarrier(barrier, role.place(at).stage), { count: 1, bytes });
  },
  copy(machine, role, { buffer, barrier, at, bytes }) {
    const slot = role.slot({ buffer, at });
    const cell = machine.mbarrier(barrier, slot.stage);
    copyInto(machine, role, slot, bytes, (landing, span) => land(machine, cell, bytes, landing, span));
    return machine.now;
  },
  copyAsync(machine, role, { buffer, at, bytes }) {
    role.uncommitted.push(copyInto(machine, role, role.slot({ buffer, at }), bytes));
    return machine.now;
  },
  commit(machine, role) {
    const copies = role.uncommitted.splice(0);
    // Copies land in the order in which they were asked for.
    const last = copies.at(-1) ?? { end: machine.now, span: role.cause };
    const retire = () => {
      for (const copy of copies) copy.retire();
    };
    const { span } = last;
    role.copies.push({
      span,
      retire,
      get end() {
        return last.end;
      },
    });
    return machine.now;
  },
  waitCopies: (machine, role, { pending }) => waitForGroups(machine, role, role.copies, pending),
  mma(machine, role, { flop, reads, operandBytes = 0 }) {
    const slots = reads.map(ref => role.slot(ref));
    const clk = flop / machine.scenario.resources.tensorFlopPerClk;
    machine.recorder.flop += flop;
    if (machine.shared !== null) {
      shareTensor(machine, role, slots, { clk, bytes: operandBytes });
      return machine.now;
    }
    const done = work(machine, role, { unit: 'tensor', clk, kind: 'mma', slot: slots[0] });
    readSlots(machine, role, slots, done);
    role.products.push({ end: done.to, span: done.span, retire: () => endReads(machine, role, slots) });
    return machine.now;
  },
  waitProducts: (machine, role, { pending }) => waitForGroups(machine, role, role.products, pending),
  exp(machine, role, { count }) {
    const clk = count / machine.scenario.resources.expPerClk;
    if (machine.shared !== null)
      return shareUnit(machine, role, { unit: 'exp', clk, kind: 'softmax', slot: undefined });
    const done = work(machine, role, { unit: 'exp', clk, kind: 'softmax' });
    role.cause = done.span;
    return done.to;
  },
  alu(machine, role, { instructions, reads = [], writes = [] }) {
    const [read, written] = [reads, writes].map(refs => refs.map(ref => role.slot(ref)));
    const { issuePerClk } = machine.scenario.resources;
    // A warp issues at most one instruction a clk, so few warps leave issue slots to others.
    const leastClk = instructions / Math.min(role.spec.warps, issuePerClk);
    const clk = instructions / issuePerClk;
    const asked = { unit: 'issue', clk, leastClk, kind: 'alu', slot: read[0] ?? written[0] } as const;
    const touch = (done: Done) => {
      readSlots(machine, role, read, done);
      endReads(machine, role, read);
      writeSlots(machine, role, written, done);
    };
    if (machine.shared !== null) return shareUnit(machine, role, { ...asked, done: touch });
    const done = work(machine, role, asked);
    touch(done);
    role.cause = done.span;
    return done.to;
  },
  store(machine, role, { bytes, from }) {
    const slots = from === undefined ? [] : [role.slot(from)];
    machine.recorder.storedBytes += bytes;
    if (machine.shared !== null) {
      const group = shareStore(machine, role, slots, bytes);
      if (from !== undefined) role.stores.push(group);
      return machine.now;
    }
    const clk = bytes / machine.scenario.resources.copyBytesPerClk;
    const done = work(machine, role, { unit: 'copy', clk, kind: 'store', slot: slots[0] });
    readSlots(machine, role, slots, done);
    if (from !== undefined)
      role.stores.push({ end: done.to, span: done.span, retire: () => endReads(machine, role, slots) });
    return machine.now;
  },
  waitStores: (machine, role, { pending }) => waitForGroups(machine, role, role.stores, pending),
  barSync(machine, role, step) {
    const { id, threads } = step;
    const barrier = machine.named(id);
    meet(machine, role, step);
    const missing = () => counted(threads - barrier.arrived, 'thread');
    return machine.block(role, {
      barrier: nameOfBarrier(machine.scenario, id),
      parity: barrier.parity,
      missing,
      canCome: () => true,
    });
  },
  barArrive(machine, role, step) {
    meet(machine, role, step);
    return machine.now;
  },
  setRegisters(machine, role, { count }) {
    const registers = threadsOf(role.spec) * (count - role.registers);
    role.registers = count;
    if (machine.takeRegisters(registers, role.cause)) return machine.now;
    const missing = () => `${counted(registers, 'register')} of which ${machine.freeRegisters} are free`;
    return machine.block(role, { barrier: 'registers', parity: null, registers, missing, canCome: () => true });
  },
  next(machine, role, { at, by = 1 }) {
    role.place(at).index += by;
    return machine.now;
  },
};

export function perform(machine: PipelineMachine, role: RoleState, step: PlainStep): number | null {
  const rule = RULES[step.do] as (machine: PipelineMachine, role: RoleState, step: PlainStep) => number | null;
  return rule(machine, role, step);
}
