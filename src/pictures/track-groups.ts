/** Numbers of what is drawn by row, as they are found; then a track for each row. */
import type { TimeWindow } from './pipeline-records.ts';
import { TimeTrack } from './time-track.ts';

export const NONE = new TimeTrack([], Number, Number);

type TimeOf = (item: number) => number;

/** By two names: a million joined ones would cost more than all else. */
export class Groups {
  readonly lists = new Map<string, Map<string | number, number[]>>();

  add(name: string, part: string | number, item: number): void {
    let parts = this.lists.get(name);
    if (parts === undefined) {
      parts = new Map();
      this.lists.set(name, parts);
    }
    const list = parts.get(part);
    if (list === undefined) parts.set(part, [item]);
    else list.push(item);
  }

  tracks(fromOf: TimeOf, toOf: TimeOf, isShown: (item: number) => boolean = () => true): TrackOf {
    const tracks = new Map(
      [...this.lists].map(([name, parts]) => {
        const ofParts = [...parts].map(
          ([part, items]) => [part, new TimeTrack(items.filter(isShown), fromOf, toOf)] as const,
        );
        return [name, new Map(ofParts)] as const;
      }),
    );
    return (name, part) => tracks.get(name)?.get(part) ?? NONE;
  }

  /** For each of `count` numbers when the next of its names begins: numbers rise with time. */
  nextBegins(count: number, fromOf: TimeOf, endClk: number): Float64Array {
    const ends = new Float64Array(count).fill(endClk);
    for (const parts of this.lists.values())
      for (const items of parts.values()) for (let n = 1; n < items.length; n++) ends[items[n - 1]] = fromOf(items[n]);
    return ends;
  }
}

/** An empty track where nothing has these names. */
export type TrackOf = (name: string, part: string | number) => TimeTrack;

type Names = readonly [name: string, part: string | number];

/** Made when it is first asked for: a page that shows no critical path, and points at nothing, needs half of them. */
export function tracksBy<T extends TimeWindow>(records: readonly T[], namesOf: (record: T) => Names | null): TrackOf {
  const tracks = once(() => {
    const groups = new Groups();
    for (const [i, record] of records.entries()) {
      const names = namesOf(record);
      if (names !== null) groups.add(...names, i);
    }
    return groups.tracks(
      i => records[i].from,
      i => records[i].to,
    );
  });
  return (name, part) => tracks()(name, part);
}

/** At most once, and not before it is needed. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
