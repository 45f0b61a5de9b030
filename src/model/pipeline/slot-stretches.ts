/** What each slot of a ring holds, and which roles use it, as stretches of time. */
import type { BufferRing } from '../../trace/scenario.ts';
import type { SlotChange, SlotState, SlotStretch } from './pipeline-run.ts';

/** Stretches of each slot, sorted by buffer and stage, from 0 to `totalClk` without a gap. */
export function slotStretches(
  buffers: readonly BufferRing[],
  changes: readonly SlotChange[],
  totalClk: number,
): SlotStretch[] {
  const slots = new Map<string, Slot>();
  for (const { name, stages } of buffers)
    for (let stage = 0; stage < stages; stage++) slots.set(`${name} ${stage}`, new Slot(name, stage));
  // Changes at one time keep the order in which they were found: what ends comes before what begins.
  for (const change of changes.toSorted((a, b) => a.at - b.at))
    slots.get(`${change.buffer} ${change.stage}`)!.take(change);
  return [...slots.values()].flatMap(slot => slot.until(totalClk));
}

type SlotHolds = Pick<SlotStretch, 'state' | 'readers' | 'index'>;

class Slot {
  readonly #buffer: string;
  readonly #stage: number;
  readonly #stretches: SlotStretch[] = [];
  #from = 0;
  #index = -1;
  #fills = 0;
  #readers: readonly string[] = [];
  #wasRead = false;

  constructor(buffer: string, stage: number) {
    this.#buffer = buffer;
    this.#stage = stage;
  }

  take({ at, role, change, index }: SlotChange): void {
    const before = this.#now;
    if (change === 'fill') {
      this.#fills++;
      this.#index = index;
      this.#wasRead = false;
    } else if (change === 'full') this.#fills--;
    else if (change === 'read') this.#readers = [...this.#readers, role];
    else {
      this.#readers = this.#readers.toSpliced(this.#readers.indexOf(role), 1);
      this.#wasRead = true;
    }
    if (!isAlike(before, this.#now)) this.#close(at, before);
  }

  until(totalClk: number): readonly SlotStretch[] {
    this.#close(totalClk, this.#now);
    return this.#stretches;
  }

  get #now(): SlotHolds {
    return { state: this.#state, readers: this.#readers, index: this.#index };
  }

  get #state(): SlotState {
    if (this.#readers.length > 0) return 'read';
    if (this.#fills > 0) return 'filling';
    if (this.#index < 0) return 'empty';
    return this.#wasRead ? 'used' : 'full';
  }

  /** Joins two stretches that touch and are equal, for example where a reader begins its next read as it ends one. */
  #close(at: number, holds: SlotHolds): void {
    const last = this.#stretches.at(-1);
    const before = last !== undefined && isAlike(last, holds) ? last : null;
    const from = before?.from ?? this.#from;
    if (before !== null) this.#stretches.pop();
    if (at > from) this.#stretches.push({ buffer: this.#buffer, stage: this.#stage, from, to: at, ...holds });
    this.#from = at;
  }
}

const isAlike = (a: SlotHolds, b: SlotHolds): boolean =>
  a.state === b.state && a.index === b.index && a.readers.join() === b.readers.join();
