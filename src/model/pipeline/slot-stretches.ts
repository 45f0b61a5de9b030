/** What each slot of a ring holds, and who is at it, as stretches of time. */
import type { BufferRing } from '../../trace/scenario.ts';
import type { SlotChange, SlotState, SlotStretch } from './pipeline-run.ts';

/** By buffer and stage, each slot from 0 to `totalClk` without a gap. */
export function slotStretches(
  buffers: readonly BufferRing[],
  changes: readonly SlotChange[],
  totalClk: number,
): SlotStretch[] {
  const slots = new Map<string, Slot>();
  for (const { name, stages } of buffers)
    for (let stage = 0; stage < stages; stage++) slots.set(`${name} ${stage}`, new Slot(name, stage));
  // At one time in the order in which they were found out: what ends comes before what begins.
  for (const change of changes.toSorted((a, b) => a.at - b.at))
    slots.get(`${change.buffer} ${change.stage}`)!.take(change);
  return [...slots.values()].flatMap(slot => slot.until(totalClk));
}

class Slot {
  readonly #buffer: string;
  readonly #stage: number;
  readonly #stretches: SlotStretch[] = [];
  #from = 0;
  #index = -1;
  #fills = 0;
  #reads = 0;
  #wasRead = false;

  constructor(buffer: string, stage: number) {
    this.#buffer = buffer;
    this.#stage = stage;
  }

  take({ at, change, index }: SlotChange): void {
    const [state, before] = [this.#state, this.#index];
    if (change === 'fill') {
      this.#fills++;
      this.#index = index;
      this.#wasRead = false;
    } else if (change === 'full') this.#fills--;
    else if (change === 'read') this.#reads++;
    else {
      this.#reads--;
      this.#wasRead = true;
    }
    if (state !== this.#state || before !== this.#index) this.#close(at, state, before);
  }

  until(totalClk: number): readonly SlotStretch[] {
    this.#close(totalClk, this.#state, this.#index);
    return this.#stretches;
  }

  get #state(): SlotState {
    if (this.#reads > 0) return 'read';
    if (this.#fills > 0) return 'filling';
    if (this.#index < 0) return 'empty';
    return this.#wasRead ? 'used' : 'full';
  }

  /** Of two that meet and are alike, as when one reader comes when another goes, there is one. */
  #close(at: number, state: SlotState, index: number): void {
    const before = this.#stretches.at(-1);
    const isLike = before?.state === state && before.index === index;
    const from = isLike ? before.from : this.#from;
    if (isLike) this.#stretches.pop();
    if (at > from) this.#stretches.push({ buffer: this.#buffer, stage: this.#stage, from, to: at, state, index });
    this.#from = at;
  }
}
