/**
 * Tracks of many records, by up to two names. They are made when the first of them is asked for, or come from another
 * thread.
 */
import type { Rows } from '../../trace/rows.ts';
import { type TimeOf, TimeTrack, type TrackColumns } from './time-track.ts';

type Part = string | number;
type Parts<T> = Map<string, Map<Part, T>>;

/** The name of the only part, if a name has no parts. */
export const ALL = 'all';

export const NO_TRACK = TimeTrack.of([], Number, Number);

/** Every track of a group with its names. */
export type GroupColumns = readonly (readonly [name: string, part: Part, TrackColumns])[];

export class TrackGroup {
  readonly #make: () => Parts<TimeTrack>;
  #tracks: Parts<TimeTrack> | null = null;

  constructor(make: () => Parts<TimeTrack>) {
    this.#make = make;
  }

  static of(columns: GroupColumns): TrackGroup {
    return new TrackGroup(() => {
      const tracks: Parts<TimeTrack> = new Map();
      for (const [name, part, track] of columns) partsOf(tracks, name).set(part, new TimeTrack(track));
      return tracks;
    });
  }

  /** The track of these names; an empty one if no record has them. */
  track(name: string, part: Part = ALL): TimeTrack {
    return this.#all.get(name)?.get(part) ?? NO_TRACK;
  }

  /** Latest end of all tracks; 0 if there are none. */
  get end(): number {
    const all = [...this.#all.values()].flatMap(parts => [...parts.values()]);
    return Math.max(0, ...all.map(({ columns }) => columns.reach.at(-1) ?? 0));
  }

  get columns(): GroupColumns {
    return [...this.#all].flatMap(([name, parts]) =>
      [...parts].map(([part, { columns }]) => [name, part, columns] as const),
    );
  }

  get #all(): Parts<TimeTrack> {
    this.#tracks ??= this.#make();
    return this.#tracks;
  }
}

/**
 * Kept in maps under two names, since joining a million pairs of names into one text each would cost more than
 * everything else.
 */
function partsOf<T>(all: Parts<T>, name: string): Map<Part, T> {
  let parts = all.get(name);
  if (parts === undefined) {
    parts = new Map();
    all.set(name, parts);
  }
  return parts;
}

function addTo(lists: Parts<number[]>, name: string, part: Part, item: number): void {
  const parts = partsOf(lists, name);
  const list = parts.get(part);
  if (list === undefined) parts.set(part, [item]);
  else list.push(item);
}

const tracksOf = (lists: Parts<number[]>, fromOf: TimeOf, toOf: TimeOf): Parts<TimeTrack> =>
  new Map(
    [...lists].map(([name, parts]) => [
      name,
      new Map([...parts].map(([part, items]) => [part, TimeTrack.of(items, fromOf, toOf)])),
    ]),
  );

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Puts a record on the track of these names. */
type Put = (name: string, part?: Part) => void;

/** An item is the number of a record. `place` puts a record on its tracks; it may have none. */
export const groupOf = <R extends Stretch>(rows: Rows<R>, place: (record: R, put: Put) => unknown): TrackGroup =>
  new TrackGroup(() => stretchTracks(rows, place));

/** The same as `groupOf` makes; the records need not exist before they are asked for. */
export function stretchTracks<R extends Stretch>(
  rows: Rows<R>,
  place: (record: R, put: Put) => unknown,
): Parts<TimeTrack> {
  const lists: Parts<number[]> = new Map();
  let item = 0;
  const put: Put = (name, part = ALL) => addTo(lists, name, part, item);
  for (; item < rows.length; item++) place(rows.at(item)!, put);
  return tracksOf(
    lists,
    i => rows.at(i)!.from,
    i => rows.at(i)!.to,
  );
}

interface Event {
  readonly at: number;
}

interface EventsLook<R> {
  readonly nameOf: (record: R) => string;
  /** Time at which the last event of each name ends [clk]. */
  readonly endClk: number;
  /** Whether the event changes the state of its name. */
  readonly isNew?: (record: R, before: R) => boolean;
  /** Whether the tracks show this event. */
  readonly isShown?: (record: R) => boolean;
}

/** Tracks of events, which come in order of time. Each event lasts until the next one of its name. */
export const groupOfEvents = <R extends Event>(
  rows: Rows<R>,
  { nameOf, endClk, isNew = () => true, isShown = () => true }: EventsLook<R>,
): TrackGroup =>
  new TrackGroup(() => {
    const lists: Parts<number[]> = new Map();
    const to = new Float64Array(rows.length).fill(endClk);
    const last = new Map<string, { readonly item: number; readonly record: R }>();
    for (let item = 0; item < rows.length; item++) {
      const record = rows.at(item)!;
      const name = nameOf(record);
      const before = last.get(name);
      if (before !== undefined && !isNew(record, before.record)) continue;
      if (before !== undefined) to[before.item] = record.at;
      if (isShown(record)) addTo(lists, name, ALL, item);
      last.set(name, { item, record });
    }
    return tracksOf(
      lists,
      i => rows.at(i)!.at,
      i => to[i],
    );
  });
