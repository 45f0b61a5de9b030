/** What a timeline says of marks that are no highlight: faults, another source, waits that are no span. */
import { count } from '../address-text.ts';
import type { PipelineRecords } from '../pipeline/records.ts';
import { spanTracks } from '../pipeline/tracks.ts';
import { otherSpanLens, waiterLens } from '../pipeline/words.ts';
import type { Lens, Mark } from '../view.ts';
import { boxOf, clkAt, type TimelineFrame } from './frame.ts';
import { itemAt, rowAt } from './hit.ts';
import { faultsAt, UNDER_KINDS } from './overlays.ts';

/** The first fault whose flag is there. */
export function faultMark(records: PipelineRecords, frame: TimelineFrame, x: number, y: number): Mark | null {
  const row = rowAt(frame, x, y);
  const faults = row === null ? [] : faultsAt(records, frame, row, x);
  if (row === null || faults.length === 0) return null;
  const [{ kind, message, count: times, at }] = faults;
  const lens: Lens = {
    title: `Fault: ${kind} at ${Math.round(at).toLocaleString('en-US')}`,
    lines: [...lines(message), count(times, 'time')],
  };
  return { highlight: null, box: { ...boxOf(frame, at, at, row), width: 8 }, lens, pickable: false };
}

/** A wait for ever that began when all stood still, and so is no span. */
export function waiterMark(records: PipelineRecords, frame: TimelineFrame, x: number, y: number): Mark | null {
  const row = rowAt(frame, x, y);
  const waiter = records.run.deadlock?.waiters.find(({ role }) => row?.kind === 'role' && row.name === role);
  if (row === null || waiter === undefined || clkAt(frame, x) < waiter.since) return null;
  const box = boxOf(frame, waiter.since, Number.POSITIVE_INFINITY, row);
  return { highlight: null, box, lens: waiterLens(waiter), pickable: false };
}

const LENS_CHARACTERS = 56;

/** At spaces, for the lens does not wrap. */
function lines(text: string): string[] {
  const all: string[] = [];
  for (const word of text.split(' ')) {
    const last = all.at(-1);
    if (last !== undefined && last.length + word.length < LENS_CHARACTERS) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}

/** A bar of the other source, at the foot of a role's row. */
export function underMark({ under }: PipelineRecords, frame: TimelineFrame, x: number, y: number): Mark | null {
  const row = rowAt(frame, x, y);
  if (under === null || row?.kind !== 'role' || y < row.y + row.height - frame.footPx) return null;
  const tracks = spanTracks(under.spans);
  const item = itemAt(
    UNDER_KINDS.map(kind => tracks.spans(row.name, kind)),
    clkAt(frame, x),
  );
  if (item < 0) return null;
  const span = under.spans.at(item)!;
  const foot = { y: row.y + row.height - frame.footPx, height: frame.footPx };
  const lens = otherSpanLens(under.source, span);
  return { highlight: null, box: boxOf(frame, span.from, span.to, foot), lens, pickable: false };
}
