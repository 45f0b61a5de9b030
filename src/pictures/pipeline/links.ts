/** Finds what belongs together: a span, the slot that it works on, and the barriers that guard the slot. */
import { type GuardedRing, guardedRings } from '../../model/pipeline/ring-barriers.ts';
import type { Scenario } from '../../trace/scenario.ts';
import type { PipelineHighlight, PipelineRecords } from './records.ts';
import { stretchOf } from './steps.ts';
import { tracksOf } from './tracks.ts';

type Played = Pick<PipelineRecords, 'scenario' | 'run'>;

/** Indices into the run's spans and slots; names of barriers. */
export interface Linked {
  readonly spans: readonly number[];
  readonly slots: readonly number[];
  readonly barriers: readonly string[];
}

export const NOTHING: Linked = { spans: [], slots: [], barriers: [] };

const known = new WeakMap<Scenario, readonly GuardedRing[]>();

/** Read off the steps once for a scenario: a replayed one has many. */
export function ringsOf(scenario: Scenario): readonly GuardedRing[] {
  const rings = known.get(scenario) ?? guardedRings(scenario);
  known.set(scenario, rings);
  return rings;
}

/** 'full[2]' and 'empty[2]': the barriers of a slot, if it has any. */
export function guardsOf(scenario: Scenario, buffer: string, stage: number): string[] {
  const ring = ringsOf(scenario).find(guarded => guarded.buffer.name === buffer);
  return [ring?.full, ring?.empty].flatMap(name => (name ? [`${name}[${stage}]`] : []));
}

/** Linked parts, with the highlighted one itself. */
export function linkedTo(played: Played, highlight: PipelineHighlight): Linked {
  if (highlight === null) return NOTHING;
  if (highlight.kind === 'span') return linkedToSpan(played, highlight.index);
  if (highlight.kind === 'slot')
    return linkedToSlot(played, slotIndex(played, highlight.buffer, highlight.stage, highlight.at));
  return linkedToBarrier(played, highlight.name, highlight.at);
}

/** Index of the stretch, -1 where there is no such slot. */
export function slotIndex(played: Played, buffer: string, stage: number, clk: number): number {
  const track = tracksOf(played).slot(buffer, stage);
  return track.length === 0 ? -1 : track.item[Math.max(0, track.lastBegun(clk))];
}

function linkedToSpan(played: Played, index: number): Linked {
  const { barrier, to } = played.run.spans.at(index)!;
  if (barrier !== undefined) return { ...linkedToBarrier(played, barrier.name, to), spans: [index] };
  const stretch = stretchOf(played, index);
  if (stretch === null) return { ...NOTHING, spans: [index] };
  const { buffer, stage, from } = stretch;
  return {
    spans: [index],
    slots: [slotIndex(played, buffer, stage, from)],
    barriers: guardsOf(played.scenario, buffer, stage),
  };
}

function linkedToSlot(played: Played, slot: number): Linked {
  if (slot < 0) return NOTHING;
  const { buffer, stage, from, to, state } = played.run.slots.at(slot)!;
  const users = tracksOf(played).users(buffer, stage);
  const { first, end } = users.within(from, to);
  const isAtIt = (index: number): boolean => (state === 'filling') === (played.run.spans.at(index)!.kind === 'copy');
  const spans = state === 'filling' || state === 'read' ? [...users.item.subarray(first, end)].filter(isAtIt) : [];
  return { spans, slots: [slot], barriers: guardsOf(played.scenario, buffer, stage) };
}

function linkedToBarrier(played: Played, name: string, clk: number): Linked {
  const [, ring, stage] = /^(.*)\[(\d+)\]$/.exec(name) ?? [];
  const guarded = ringsOf(played.scenario).filter(
    ({ full, empty }) => ring !== undefined && (full === ring || empty === ring),
  );
  const slots = guarded.map(({ buffer }) => slotIndex(played, buffer.name, Number(stage), clk));
  return { spans: [], slots: slots.filter(slot => slot >= 0), barriers: [name] };
}
