/** What steps do to slots and units. */
import type { Span } from '../../trace/span.ts';
import type { PipelineMachine } from './machine.ts';
import type { SlotChange, Unit } from './pipeline-run.ts';
import type { PendingGroup, RoleState, SlotPlace } from './role-state.ts';
import type { MemoryRequest } from './shared-memory.ts';
import type { CopyLanding, Misuse } from './stage-order.ts';

interface Work {
  readonly unit: Unit;
  readonly clk: number;
  /** The least time that the role itself needs, if the unit alone would be faster. */
  readonly leastClk?: number;
  readonly kind: Span['kind'];
  readonly slot?: SlotPlace;
}

export interface Done {
  readonly span: number;
  readonly from: number;
  readonly to: number;
}

/** Gives a unit work of a role. The role waits first if it must queue itself. */
export function work(machine: PipelineMachine, role: RoleState, { unit, clk, leastClk = 0, kind, slot }: Work): Done {
  const { recorder, now } = machine;
  const server = machine.units[unit];
  const standsInLine = unit === 'exp' || unit === 'issue';
  if (standsInLine && server.freeAt > now) recorder.wait(role.name, { from: now, to: server.freeAt }, -1);
  const span = recorder.nextSpan;
  const served = server.serve(now, clk, span);
  const to = Math.max(served.to, served.from + leastClk);
  const after = served.after < 0 ? role.cause : served.after;
  const link = { servedFrom: served.from, servedTo: to, limit: unit, after };
  recorder.span({ role: role.name, kind, from: served.from, to, ...placeOf(slot) }, link);
  return { span, from: served.from, to };
}

/** Starts a copy into a slot; calls `land` when it has landed. Its group tells the role of it. */
export function copyInto(
  machine: PipelineMachine,
  role: RoleState,
  slot: SlotPlace,
  bytes: number,
  land: (landing: CopyLanding, span: number) => void = () => {},
): PendingGroup {
  const { recorder, now, units, scenario } = machine;
  const { copyBytesPerClk, copyLatencyClk } = scenario.resources;
  const landing = beginWrite(machine, role, slot);
  const span = recorder.nextSpan;
  const retire = () => machine.order.landed(role.number, landing);
  const group: PendingGroup = { end: Number.POSITIVE_INFINITY, span, retire };
  const sent = (to: number) => {
    group.end = to + copyLatencyClk;
    recorder.flight(now, group.end, bytes);
    slotChanges(machine, role, slot, [now, 'fill'], [group.end, 'full']);
    machine.at(group.end, () => {
      recorder.landedBytes += bytes;
      land(landing, span);
      role.groupEnded?.();
    });
  };
  const clk = bytes / copyBytesPerClk;
  const link = { servedFrom: now, servedTo: now, limit: 'copy', after: role.cause } as const;
  const shown = { role: role.name, kind: 'copy', from: now, to: now, ...placeOf(slot) } as const;
  if (machine.shared !== null) {
    recorder.span(shown, link);
    feed(machine, 'copy', { span, left: clk, bytesPerClk: copyBytesPerClk }, (servedFrom, servedTo) => {
      sent(servedTo);
      recorder.served(span, { from: now, to: group.end, servedFrom, servedTo });
    });
    return group;
  }
  const { from, to, after } = units.copy.serve(now, clk, span);
  sent(to);
  const served = { servedFrom: from, servedTo: to, after: after < 0 ? role.cause : after };
  recorder.span({ ...shown, to: group.end }, { ...link, ...served });
  return group;
}

/** Asks the tensor cores or the copy engine, which share shared memory. @param done with the times of its service. */
function feed(
  machine: PipelineMachine,
  unit: 'tensor' | 'copy',
  request: Pick<MemoryRequest, 'span' | 'left' | 'bytesPerClk'>,
  done: (from: number, to: number) => void,
): void {
  const { memory } = machine.shared!;
  let from = machine.now;
  const asked = {
    ...request,
    begin: (at: number) => {
      from = at;
    },
    end: (at: number) => done(from, at),
  };
  const before = memory.request(memory[unit], machine.now, asked, (time, happen) => machine.at(time, happen));
  if (before >= 0) machine.recorder.follows(request.span, before);
}

/** Stores by the copy engine: from a slot, which it reads until then, or from registers. */
export function shareStore(
  machine: PipelineMachine,
  role: RoleState,
  slots: readonly SlotPlace[],
  bytes: number,
): PendingGroup {
  const { recorder, now, scenario } = machine;
  const { copyBytesPerClk } = scenario.resources;
  const span = recorder.nextSpan;
  const link = { servedFrom: now, servedTo: now, limit: 'copy', after: role.cause } as const;
  recorder.span({ role: role.name, kind: 'store', from: now, to: now, ...placeOf(slots[0]) }, link);
  const group = { end: Number.POSITIVE_INFINITY, span, retire: () => endReads(machine, role, slots) };
  beginReads(machine, role, slots);
  const request = { span, left: bytes / copyBytesPerClk, bytesPerClk: slots.length === 0 ? 0 : copyBytesPerClk };
  feed(machine, 'copy', request, (from, to) => {
    recorder.served(span, { from, to });
    for (const slot of slots) slotChanges(machine, role, slot, [from, 'read'], [to, 'done']);
    group.end = to;
    role.groupEnded?.();
  });
  return group;
}

interface SharedWork {
  readonly unit: 'exp' | 'issue';
  readonly clk: number;
  readonly leastClk?: number;
  readonly kind: Span['kind'];
  readonly slot: SlotPlace | undefined;
  readonly done?: (done: Done) => void;
}

/** Work of a unit that serves roles side by side: the role goes on when it is done. */
export function shareUnit(machine: PipelineMachine, role: RoleState, work: SharedWork): null {
  const { recorder, now } = machine;
  const { unit, clk, leastClk = 0, kind, slot, done = () => {} } = work;
  const span = recorder.nextSpan;
  const link = { servedFrom: now, servedTo: now, limit: unit, after: role.cause };
  recorder.span({ role: role.name, kind, from: now, to: now, ...placeOf(slot) }, link);
  const end = (served: number) => {
    const to = Math.max(served, now + leastClk);
    recorder.served(span, { to });
    done({ span, from: now, to });
    role.cause = span;
    machine.goOn(role, to);
  };
  const request = { role: role.number, left: clk, begin: () => {}, end };
  machine.units[unit].busyClk += clk;
  machine.shared!.schedulers.request(now, request, (time, happen) => machine.at(time, happen));
  return null;
}

/** Starts products, which read operands of so many bytes. What they gave is seen a while after they have ended. */
export function shareTensor(
  machine: PipelineMachine,
  role: RoleState,
  slots: readonly SlotPlace[],
  { clk, bytes }: { readonly clk: number; readonly bytes: number },
): void {
  const { recorder, now, scenario } = machine;
  const { productLatencyClk = 0 } = scenario.resources;
  const span = recorder.nextSpan;
  const link = { servedFrom: now, servedTo: now, limit: 'tensor', after: role.cause } as const;
  recorder.span({ role: role.name, kind: 'mma', from: now, to: now, ...placeOf(slots[0]) }, link);
  const group: PendingGroup = {
    end: Number.POSITIVE_INFINITY,
    span,
    retire: () => endReads(machine, role, slots),
  };
  role.products.push(group);
  beginReads(machine, role, slots);
  feed(machine, 'tensor', { span, left: clk, bytesPerClk: bytes / clk }, (from, to) => {
    recorder.served(span, { from, to });
    for (const slot of slots) slotChanges(machine, role, slot, [from, 'read'], [to, 'done']);
    machine.at(to + productLatencyClk, () => {
      group.end = machine.now;
      role.groupEnded?.();
    });
  });
}

/** Goes on when groups whose end nobody knows yet have ended. */
function waitForEnds(machine: PipelineMachine, role: RoleState, finished: readonly PendingGroup[]): null {
  const since = machine.now;
  role.groupEnded = () => {
    if (finished.some(({ end }) => end === Number.POSITIVE_INFINITY)) return;
    role.groupEnded = null;
    for (const group of finished) group.retire();
    const { span } = finished[finished.length - 1];
    machine.recorder.wait(role.name, { from: since, to: machine.now }, span);
    role.cause = span;
    machine.goOn(role, machine.now);
  };
  return null;
}

/** Waits until at most `pending` of the latest groups are left. */
export function waitForGroups(
  machine: PipelineMachine,
  role: RoleState,
  groups: PendingGroup[],
  pending: number,
): number | null {
  const finished = groups.splice(0, Math.max(0, groups.length - pending));
  if (finished.some(({ end }) => end === Number.POSITIVE_INFINITY)) return waitForEnds(machine, role, finished);
  for (const group of finished) group.retire();
  const last = finished.at(-1);
  if (last === undefined || last.end <= machine.now) return machine.now;
  machine.recorder.wait(role.name, { from: machine.now, to: last.end }, last.span);
  role.cause = last.span;
  return last.end;
}

export function readSlots(
  machine: PipelineMachine,
  role: RoleState,
  slots: readonly SlotPlace[],
  { from, to }: Done,
): void {
  beginReads(machine, role, slots);
  for (const slot of slots) slotChanges(machine, role, slot, [from, 'read'], [to, 'done']);
}

function beginReads(machine: PipelineMachine, role: RoleState, slots: readonly SlotPlace[]): void {
  for (const slot of slots)
    report(machine, role, slot, machine.order.beginRead(role.number, slot.buffer, slot.stage, slot.index));
}

export function endReads(machine: PipelineMachine, role: RoleState, slots: readonly SlotPlace[]): void {
  for (const { buffer, stage } of slots) machine.order.endRead(role.number, buffer, stage);
}

/** The role's own threads write, so the role knows of it without a barrier. */
export function writeSlots(
  machine: PipelineMachine,
  role: RoleState,
  slots: readonly SlotPlace[],
  { from, to }: Done,
): void {
  for (const slot of slots) {
    machine.order.landed(role.number, beginWrite(machine, role, slot));
    slotChanges(machine, role, slot, [from, 'fill'], [to, 'full']);
  }
}

function beginWrite(machine: PipelineMachine, role: RoleState, slot: SlotPlace): CopyLanding {
  const { landing, misuse } = machine.order.beginWrite(role.number, slot.buffer, slot.stage, slot.index);
  report(machine, role, slot, misuse);
  return landing;
}

function report(machine: PipelineMachine, role: RoleState, { buffer, stage }: SlotPlace, misuse: Misuse | null): void {
  if (misuse !== null) machine.fault(misuse.kind, role, `${buffer}[${stage}]`, misuse.message);
}

function slotChanges(
  { recorder }: PipelineMachine,
  { name: role }: RoleState,
  { buffer, stage, index }: SlotPlace,
  ...changes: readonly (readonly [at: number, change: SlotChange['change']])[]
): void {
  for (const [at, change] of changes) recorder.slotChanges.push({ at, role, buffer, stage, index, change });
}

const placeOf = (slot: SlotPlace | undefined): Pick<Span, 'buffer' | 'stage'> =>
  slot === undefined ? {} : { buffer: slot.buffer, stage: slot.stage };
