/** Rings at one time as rows of words: for the picture's table and the one beside it. */
import type { BarrierNow, PipelineState, SlotNow } from '../../model/pipeline/pipeline-state.ts';
import type { Guard } from '../../model/pipeline/ring-barriers.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { stepName } from '../pipeline/steps.ts';
import type { Table } from '../view.ts';

export interface SlotRow {
  readonly slot: SlotNow;
  /** 'k3'; '—' while it is empty. */
  readonly holds: string;
  /** 'read by consumer 1'. */
  readonly state: string;
  /** null where no mbarrier tells it. */
  readonly full: BarrierNow | null;
  readonly empty: BarrierNow | null;
}

/** Rows sorted by buffer and stage. */
export const slotRows = (scenario: Scenario, state: PipelineState): SlotRow[] =>
  state.slots.map(slot => ({
    slot,
    holds: slot.holds === null ? '—' : stepName(scenario, slot.buffer, slot.holds),
    state: stateText(slot),
    full: guardOf(state, slot, 'full'),
    empty: guardOf(state, slot, 'empty'),
  }));

/** 'read by consumer 1 and consumer 2', 'full, waiting'. */
export const stateText = ({ state, readers }: SlotNow): string =>
  state === 'read' ? `read by ${readers.join(' and ')}` : state === 'full' ? 'full, waiting' : state;

const guardOf = ({ barriers }: PipelineState, { buffer, stage }: SlotNow, guard: Guard): BarrierNow | null =>
  barriers.find(b => b.stage === stage && b.guards.some(g => g.buffer === buffer && g.guard === guard)) ?? null;

/** '42,112 B'; '—' without a barrier. */
export const bytesDue = (barrier: BarrierNow | null): string =>
  barrier === null ? '—' : `${barrier.pendingBytes.toLocaleString('en-US')} B`;

/** '2 of 2'. */
export const arrivalsDue = (barrier: BarrierNow | null): string =>
  barrier === null ? '—' : `${barrier.pendingArrivals} of ${barrier.count}`;

export const parityText = (barrier: BarrierNow | null): string => (barrier === null ? '—' : `${barrier.parity}`);

export const ringTable = (scenario: Scenario, state: PipelineState): Table => ({
  columns: ['ring', 'stage', 'holds', 'state', 'full: parity', 'bytes due', 'empty: parity', 'arrivals due'],
  rows: slotRows(scenario, state).map(({ slot, holds, state: words, full, empty }) => [
    ...[slot.buffer, `${slot.stage}`, holds, words],
    ...[parityText(full), bytesDue(full), parityText(empty), arrivalsDue(empty)],
  ]),
});
