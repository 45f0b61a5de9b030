/** Spans, slots and barriers of a pipeline in words. */
import type { StuckWaiter } from '../../model/pipeline/pipeline-run.ts';
import type { Source, Span } from '../../trace/span.ts';
import { count } from '../address-text.ts';
import { sentenceCase, slotName } from '../pipeline-timeline/names.ts';
import { NAME_OF_SOURCE } from '../records.ts';
import type { Lens } from '../view.ts';
import { guardsOf } from './links.ts';
import type { PipelineRecords } from './records.ts';
import { spanStep, stepName, stretchOf, waiterOf } from './steps.ts';
import { tracksOf } from './tracks.ts';

const clk = (at: number): string => Math.round(at).toLocaleString('en-US');

/** '4,957 – 5,469, 512 cycles'. */
export const spanTime = (from: number, to: number): string =>
  `${clk(from)} – ${clk(to)}, ${count(Math.round(to - from), 'cycle')}`;

const DOES: Readonly<Record<Span['kind'], string>> = {
  issue: 'issues',
  copy: 'copies',
  mma: 'multiplies',
  softmax: 'takes exponentials',
  alu: 'computes',
  wait: 'waits',
  store: 'stores',
};

/** 'multiplies k3', 'waits at empty[2] for parity 0'. */
export function spanWords(records: PipelineRecords, index: number): string {
  const { kind, barrier } = records.run.spans.at(index)!;
  if (kind === 'wait')
    return barrier ? `waits at ${barrier.name} for parity ${barrier.parity}` : 'waits for a unit or its own work';
  return [DOES[kind], spanStep(records, index)].join(' ').trim();
}

export function spanLens(records: PipelineRecords, index: number): Lens {
  const { run } = records;
  const { role, from, to, line } = run.spans.at(index)!;
  const stuck = waiterOf(run, index);
  const slot = stretchOf(records, index);
  return {
    title: `${sentenceCase(role)} ${spanWords(records, index)}`,
    lines: [
      stuck !== null ? foreverWords(stuck) : spanTime(from, to),
      ...(slot === null ? [] : [placeWords(records, slot.buffer, slot.stage)]),
      ...waitedFor(records, index),
      ...(line === undefined ? [] : [`line ${line}`]),
    ],
  };
}

/** 'since 5,255, for ever: 1 arrival missing'. */
const foreverWords = ({ since, missing }: StuckWaiter): string => `since ${clk(since)}, for ever: ${missing} missing`;

export const waiterLens = (waiter: StuckWaiter): Lens => ({
  title: `${sentenceCase(waiter.role)} waits at ${waiter.barrier}`,
  lines: [foreverWords(waiter)],
});

/** 'Emulated: consumer 1 multiplies, ring[2]'. */
export function otherSpanLens(source: Source, { role, kind, from, to, buffer, stage, line }: Span): Lens {
  const slot = buffer === undefined ? '' : `, ${buffer}[${stage}]`;
  return {
    title: `${NAME_OF_SOURCE[source]}: ${role} ${DOES[kind]}${slot}`,
    lines: [spanTime(from, to), ...(line === undefined ? [] : [`line ${line}`])],
  };
}

/** 'Stage 2, guarded by full[2] and empty[2]'. */
function placeWords(records: PipelineRecords, buffer: string, stage: number): string {
  const guards = guardsOf(records.scenario, buffer, stage);
  return [
    slotName(records, buffer, stage),
    ...(guards.length === 0 ? [] : [`guarded by ${guards.join(' and ')}`]),
  ].join(', ');
}

/** The wait that let the role do this, where it is the last one before. */
function waitedFor(records: PipelineRecords, index: number): string[] {
  const { run } = records;
  const { role, kind, from } = run.spans.at(index)!;
  if (kind === 'wait') return [];
  const waits = tracksOf(records).spans(role, 'wait');
  const place = waits.lastBegun(from);
  if (place < 0 || waits.to[place] > from) return [];
  const wait = run.spans.at(waits.item[place])!;
  const own = stretchOf(records, index);
  const guards = own === null ? [] : guardsOf(records.scenario, own.buffer, own.stage);
  if (!guards.includes(wait.barrier!.name) && wait.to < from) return [];
  return [`waited ${count(Math.round(wait.to - wait.from), 'cycle')} for ${wait.barrier!.name} before`];
}

const STATES = {
  empty: 'empty',
  filling: 'filling',
  full: 'full, waiting',
  read: 'being read',
  used: 'read, not yet released',
};

/** 'k4, being read by consumer 1'. */
export function slotWords({ scenario, run }: PipelineRecords, index: number): string {
  const { state, readers, buffer, index: step } = run.slots.at(index)!;
  const what = state === 'read' ? `being read by ${readers.join(' and ')}` : STATES[state];
  return step < 0 ? what : `${stepName(scenario, buffer, step)}, ${what}`;
}

export function slotLens(records: PipelineRecords, index: number): Lens {
  const { buffer, stage, from, to } = records.run.slots.at(index)!;
  const guards = guardsOf(records.scenario, buffer, stage).map(name => barrierLine(records, name, from));
  return {
    title: `${slotName(records, buffer, stage)}: ${slotWords(records, index)}`,
    lines: [spanTime(from, to), ...guards],
  };
}

/** 'full[2] parity 1, 1 arrival due, 32,768 B due'. */
function barrierLine(records: PipelineRecords, name: string, at: number): string {
  const track = tracksOf(records).barrier(name);
  const place = track.lastBegun(at);
  return place < 0
    ? name
    : `${name} parity ${records.run.barrierEvents.at(track.item[place])!.phase & 1}, ${dueWords(records, track.item[place])}`;
}

export function dueWords({ run }: PipelineRecords, event: number): string {
  const { pendingArrivals, pendingBytes } = run.barrierEvents.at(event)!;
  return `${count(pendingArrivals, 'arrival')} and ${pendingBytes.toLocaleString('en-US')} B due`;
}

export function barrierLens(records: PipelineRecords, event: number, until: number): Lens {
  const { barrier, phase, at } = records.run.barrierEvents.at(event)!;
  return {
    title: `${barrier}: phase ${phase}, parity ${phase & 1}`,
    lines: [spanTime(at, until), dueWords(records, event), `a wait for parity ${1 - (phase & 1)} passes`],
  };
}
