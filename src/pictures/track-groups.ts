/** Numbers of what is drawn by row, as they are found; then a track for each row. */
import { TimeTrack } from './time-track.ts';

export const NONE = new TimeTrack([], Number, Number);

export class Groups {
  readonly lists = new Map<string, number[]>();

  add(key: string, item: number): void {
    const list = this.lists.get(key);
    if (list === undefined) this.lists.set(key, [item]);
    else list.push(item);
  }

  tracks(fromOf: (item: number) => number, toOf: (item: number) => number): ReadonlyMap<string, TimeTrack> {
    return new Map([...this.lists].map(([key, items]) => [key, new TimeTrack(items, fromOf, toOf)]));
  }
}

/** Each stretch goes on until the next of its name. */
export function consecutive(
  { lists }: Groups,
  fromOf: (item: number) => number,
  end: number,
  isShown: (item: number) => boolean = () => true,
): ReadonlyMap<string, TimeTrack> {
  const trackOf = (items: readonly number[]): TimeTrack => {
    const ends = new Map(items.map((item, n) => [item, n + 1 < items.length ? fromOf(items[n + 1]) : end]));
    return new TimeTrack(items.filter(isShown), fromOf, item => ends.get(item)!);
  };
  return new Map([...lists].map(([name, items]) => [name, trackOf(items)]));
}
