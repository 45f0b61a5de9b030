/** A scenario's role, made from the events of the warps that it stands for. */
import type { Role } from '../../trace/scenario.ts';
import { writeAction } from './action-steps.ts';
import type { KernelRings } from './kernel-rings.ts';
import type { ReplayRole, RoleEvent } from './replay-role.ts';
import { StepWriter } from './step-writer.ts';

export interface WrittenRole {
  readonly role: Role;
  /** For each step: the pc of its instruction. */
  readonly pcs: readonly number[];
}

export function writeRole(role: ReplayRole, rings: KernelRings): WrittenRole {
  const writer = new StepWriter(role, rings);
  for (const event of role.events) writeEvent(writer, event);
  return { role: writer.written, pcs: writer.pcs };
}

/**
 * Instructions come before the action that they led to. `mma.sync` is split in two: the tensor cores work beside the
 * instructions.
 */
function writeEvent(writer: StepWriter, { action, instructions, reads, writes, pc, warps }: RoleEvent): void {
  writer.pc = pc;
  writer.eventWarps = warps;
  if (action.kind !== 'product' || action.isAsync) {
    writer.work(instructions, reads, writes);
    writeAction(writer, action);
    return;
  }
  writer.multiply(action.flop, reads);
  writer.work(instructions, [], writes);
  writer.add({ do: 'waitProducts', pending: 0 });
}
