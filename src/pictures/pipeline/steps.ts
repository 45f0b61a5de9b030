/** Finds the slot on which a span works, and the step in it. */
import type { RunRecords, SlotStretch, StuckWaiter } from '../../model/pipeline/pipeline-run.ts';
import type { Scenario } from '../../trace/scenario.ts';
import type { PipelineRecords } from './records.ts';
import { tracksOf } from './tracks.ts';

type Played = Pick<PipelineRecords, 'scenario' | 'run'>;

/** Name of a step in a ring: 'k3' for the only ring or one called k, '#3' if the buffer is named beside it. */
export function stepName({ buffers }: Scenario, buffer: string, index: number): string {
  if (buffers.length === 1 || buffer === 'ring') return `k${index}`;
  return buffer.length === 1 ? `${buffer}${index}` : `#${index}`;
}

/** Content of a slot at a time; null if there is no such slot. */
export function stretchAt({ run }: Played, buffer: string, stage: number, clk: number): SlotStretch | null {
  const track = tracksOf({ run }).slot(buffer, stage);
  const place = track.lastBegun(clk);
  return place < 0 ? null : run.slots.at(track.item[place])!;
}

/** The slot that a span works on, in the longest ring if there are several; null if there is none. */
export function stretchOf(played: Played, index: number): SlotStretch | null {
  const { scenario, run } = played;
  const { role, kind, from, buffer, stage = 0 } = run.spans.at(index)!;
  if (buffer === undefined) return null;
  const own = stretchAt(played, buffer, stage, from);
  if (kind !== 'mma') return own;
  const read = scenario.buffers.flatMap(({ name, stages }) =>
    Array.from({ length: stages }, (_, s) => stretchAt(played, name, s, from)),
  );
  const stagesOf = (stretch: SlotStretch | null): number =>
    scenario.buffers.find(({ name }) => name === stretch?.buffer)?.stages ?? 0;
  return read
    .filter(stretch => stretch?.readers.includes(role))
    .reduce((most, stretch) => (stagesOf(stretch) > stagesOf(most) ? stretch : most), own);
}

/** 'k3'; '' where the span works on no slot. */
export function spanStep(played: Played, index: number): string {
  const stretch = stretchOf(played, index);
  return stretch === null || stretch.index < 0 ? '' : stepName(played.scenario, stretch.buffer, stretch.index);
}

/** The role that waits there for ever; null if the span ends. */
export function waiterOf({ deadlock, spans }: RunRecords, index: number): StuckWaiter | null {
  const { role, kind, from } = spans.at(index)!;
  if (kind !== 'wait' || deadlock === null) return null;
  return deadlock.waiters.find(waiter => waiter.role === role && waiter.since === from) ?? null;
}
