/** Finds by binary search what holds at one time of a run, since a playhead asks for many times of one run. */
import type { BarrierEvent, Span } from '../../trace/span.ts';
import type { RunRecords, SlotStretch } from './pipeline-run.ts';
import { runGroups } from './run-groups.ts';

/** Undefined if the run ends at time 0. */
export function slotAt(run: RunRecords, buffer: string, stage: number, clk: number): SlotStretch | undefined {
  const track = runGroups.of(run).slots.track(buffer, stage);
  return run.slots.at(track.item[track.lastBegun(clk)] ?? run.slots.length);
}

/** The last event up to that time; each mbarrier has one at 0. */
export function barrierAt(run: RunRecords, name: string, clk: number): BarrierEvent {
  const track = runGroups.of(run).barriers.track(name);
  return run.barrierEvents.at(track.item[track.lastBegun(clk)])!;
}

/** Spans that have begun and have not ended, by their start. */
export function spansAt(run: RunRecords, role: string, clk: number): readonly Span[] {
  const track = runGroups.of(run).roles.track(role);
  const { first } = track.within(clk, clk);
  const found: Span[] = [];
  for (let i = first; i <= track.lastBegun(clk); i++) if (track.to[i] > clk) found.push(run.spans.at(track.item[i])!);
  return found;
}

/** When the role's last span ends; 0 if it has none. */
export const endOf = (run: RunRecords, role: string): number =>
  runGroups.of(run).roles.track(role).columns.reach.at(-1) ?? 0;

/** The stretch that the role reads at a time, or else the first that it reads later; null if there is none. */
export const readFrom = (run: RunRecords, role: string, buffer: string, clk: number): SlotStretch | null =>
  readAt(run, role, buffer, clk, 0);

/** The last stretch whose read was over by then. */
export const readBefore = (run: RunRecords, role: string, buffer: string, clk: number): SlotStretch | null =>
  readAt(run, role, buffer, clk, -1);

/** @param by counted from the first stretch whose read is not over. */
function readAt(run: RunRecords, role: string, buffer: string, clk: number, by: 0 | -1): SlotStretch | null {
  const track = runGroups.of(run).reads.track(role, buffer);
  const item = track.item[track.within(clk, clk).first + by];
  return item === undefined ? null : run.slots.at(item)!;
}

export function bytesInFlightAt({ bytesInFlight }: RunRecords, clk: number): number {
  let [low, high] = [0, bytesInFlight.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bytesInFlight.at(middle)!.at <= clk) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : bytesInFlight.at(low - 1)!.bytes;
}
