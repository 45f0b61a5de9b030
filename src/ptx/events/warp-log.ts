/** Writes down the events of one warp. */
import type { Warp } from '../machine/warp.ts';
import { TouchedChunks } from './touched-chunks.ts';
import type { Stretch, WarpAction, WarpEvent } from './warp-event.ts';

/** Work of which several instructions in a row are one event; `amount` in bytes, of products in FLOP. */
interface Work {
  readonly kind: 'copy' | 'store' | 'product';
  /** Something else than the warp's lanes does it. */
  readonly isAsync: boolean;
  readonly amount: number;
}

/** Most events of all warps of a CTA. Each takes some hundred bytes. */
export const MOST_EVENTS = 500_000;

/** How many there were; those beyond the most are not kept. */
export interface EventCount {
  events: number;
}

interface OpenEvent extends Work {
  amount: number;
  instructions: number;
  readonly pc: number;
}

export class WarpLog {
  readonly reads: TouchedChunks;
  readonly writes: TouchedChunks;
  /** Shared memory that the work of the open event itself reads or writes. */
  readonly worked: TouchedChunks;
  readonly #warp: Warp;
  readonly #count: EventCount;
  readonly #events: WarpEvent[] = [];
  #open: OpenEvent | null = null;
  /** Instructions that are in events, or were turns of a spin. */
  #counted = 0;
  /** The last look at an mbarrier in vain: instructions before it, and where it was. */
  #heldAt = 0;
  #heldPc = -1;
  /** Action for which it has looked in vain, without doing anything since. */
  #pending: WarpAction | null = null;

  constructor(warp: Warp, sharedBytes: number, count: EventCount) {
    this.#warp = warp;
    this.#count = count;
    this.reads = new TouchedChunks(sharedBytes);
    this.writes = new TouchedChunks(sharedBytes);
    this.worked = new TouchedChunks(sharedBytes);
  }

  /** Pc of the current instruction. */
  get #pc(): number {
    return this.#warp.pc - 1;
  }

  add(action: WarpAction): void {
    this.#close();
    this.#push(action, this.#take(), this.#pc);
  }

  /** From here on, `worked` belongs to work of that kind. */
  open(kind: Work['kind'], isAsync: boolean): void {
    if (this.#open?.kind === kind && this.#open.isAsync === isAsync) return;
    this.#close();
    this.#open = { kind, isAsync, amount: 0, instructions: 0, pc: this.#pc };
  }

  work({ kind, isAsync, amount }: Work): void {
    this.open(kind, isAsync);
    const open = this.#open!;
    open.amount += amount;
    open.instructions += this.#take();
  }

  /** Lanes of one instruction that arrive at one mbarrier are one event. */
  arrive(arrival: Extract<WarpAction, { kind: 'arrive' | 'copiesArrive' }>): void {
    const last = this.#sameInstruction();
    const { action } = last ?? {};
    if (action?.kind !== arrival.kind || action.barrier !== arrival.barrier || action.rank !== arrival.rank) {
      this.add(arrival);
      return;
    }
    const [count, bytes] = [action.count + arrival.count, action.bytes + arrival.bytes];
    this.#events[this.#events.length - 1] = { ...last!, action: { ...action, count, bytes } };
  }

  /** Lanes may find it one after the other. */
  wait(barrier: number, phase: number): void {
    const action = this.#open === null ? this.#events.at(-1)?.action : undefined;
    if (action?.kind === 'wait' && action.barrier === barrier && action.phase === phase) {
      this.#counted = this.#warp.issued;
      return;
    }
    this.#leaveOutTurn();
    this.add({ kind: 'wait', barrier, phase });
  }

  held(barrier: number, phase: number): void {
    this.#leaveOutTurn();
    this.#pending = { kind: 'wait', barrier, phase };
    this.#heldAt = this.#warp.issued;
    this.#heldPc = this.#pc;
  }

  /** A warp that was still waiting has that wait for its last. */
  finish(): readonly WarpEvent[] {
    if (this.#pending !== null && this.#warp.live !== 0) this.add(this.#pending);
    this.add({ kind: 'end' });
    return this.#events;
  }

  #sameInstruction(): WarpEvent | null {
    const last = this.#events.at(-1);
    return last?.pc === this.#pc && this.#warp.issued === this.#counted && this.#open === null ? last : null;
  }

  /** Leaves out the instructions since the last vain look, if it was here and nothing has happened since. */
  #leaveOutTurn(): void {
    if (this.#heldPc === this.#pc && this.#heldAt > this.#counted) this.#counted += this.#warp.issued - this.#heldAt;
  }

  #take(): number {
    const instructions = this.#warp.issued - this.#counted;
    this.#counted = this.#warp.issued;
    return instructions;
  }

  #close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    this.#push(actionOf(open, this.worked.take()), open.instructions, open.pc);
  }

  #push(action: WarpAction, instructions: number, pc: number): void {
    this.#pending = null;
    const event = { action, instructions, reads: this.reads.take(), writes: this.writes.take(), pc };
    if (++this.#count.events <= MOST_EVENTS) this.#events.push(event);
  }
}

function actionOf({ kind, isAsync, amount }: Work, worked: readonly Stretch[]): WarpAction {
  if (kind === 'copy') return { kind, bytes: amount, to: worked };
  if (kind === 'store') return { kind, bytes: amount, from: worked, isAsync };
  return { kind, flop: amount, reads: worked, isAsync };
}
