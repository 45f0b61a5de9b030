/** What a span works on: the slot that it is known by, and the step in it. */
import type { RunRecords, SlotStretch, StuckWaiter } from '../../model/pipeline/pipeline-run.ts';
import type { Scenario } from '../../trace/scenario.ts';
import type { PipelineRecords } from './records.ts';
import { tracksOf } from './tracks.ts';

type Played = Pick<PipelineRecords, 'scenario' | 'run'>;

/** Of a step in a ring: 'k3' of the only ring or of one called k, '#3' where the buffer is named beside it. */
export function stepName({ buffers }: Scenario, buffer: string, index: number): string {
  if (buffers.length === 1 || buffer === 'ring') return `k${index}`;
  return buffer.length === 1 ? `${buffer}${index}` : `#${index}`;
}

/** What a slot holds at a time; null where there is no such slot. */
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

/** Who waits there for ever; null where the span ends. */
export function waiterOf({ deadlock, spans }: RunRecords, index: number): StuckWaiter | null {
  const { role, kind, from } = spans.at(index)!;
  if (kind !== 'wait' || deadlock === null) return null;
  return deadlock.waiters.find(waiter => waiter.role === role && waiter.since === from) ?? null;
}
