/** The order of an attention scenario in words: what a role does in one tile, with the numbers of the blocks. */
import type { Role, Step } from '../../../trace/scenario.ts';
import { BAR } from './attention-shape.ts';

export interface OrderWord {
  readonly text: string;
  readonly kind: 'copy' | 'product' | 'softmax' | 'wait' | 'release' | 'turn';
}

/** Words of one part of the order: all repeated the same number of times. */
export interface OrderPart {
  /** 'n = N−2 … 0' for words that are repeated; null for words that happen once. */
  readonly times: string | null;
  readonly words: readonly OrderWord[];
}

/**
 * The order of a `role` in a scenario with one tile and at least two blocks. Blocks are counted as in FlashAttention-3: N
 * of them, the last one first.
 */
export function orderOf(role: Role): OrderPart[] {
  const counts = new Counts();
  const parts: OrderPart[] = [];
  for (const step of tileOf(role.steps)) {
    if (step.do === 'loop') {
      counts.enterLoop();
      parts.push({ times: 'n = N−2 … 0', words: step.steps.flatMap(inner => wordOf(inner, counts)) });
      counts.leaveLoop();
    } else addTo(parts, wordOf(step, counts));
  }
  return parts;
}

/** A loop of one round is the same as its steps. */
const tileOf = (steps: readonly Step[]): readonly Step[] =>
  steps.flatMap(step => (step.do === 'loop' && step.times === 1 ? tileOf(step.steps) : [step]));

function addTo(parts: OrderPart[], words: readonly OrderWord[]): void {
  const last = parts.at(-1);
  if (words.length === 0) return;
  if (last?.times === null) parts.splice(-1, 1, { times: null, words: [...last.words, ...words] });
  else parts.push({ times: null, words });
}

/** Counts the blocks of each buffer, so that each can be named. */
class Counts {
  readonly #done = new Map<string, number>();
  #where: 'before' | 'in' | 'after' = 'before';

  enterLoop(): void {
    this.#where = 'in';
  }

  leaveLoop(): void {
    this.#where = 'after';
  }

  next(place: string): void {
    this.#done.set(place, (this.#done.get(place) ?? 0) + 1);
  }

  /** 'N−1', 'n', 'n+1', '0'. */
  block(place: string): string {
    const done = this.#done.get(place) ?? 0;
    if (this.#where === 'before') return `N−${done + 1}`;
    if (this.#where === 'in') {
      // The loop counts down from N−2, so a block that was handled once before the loop is block n inside it.
      const ahead = 1 - done;
      return ahead === 0 ? 'n' : `n${ahead > 0 ? '+' : '−'}${Math.abs(ahead)}`;
    }
    // Only one of the loop's N−1 rounds was counted here.
    return `${1 - done}`;
  }
}

const NAMES: Readonly<Record<string, string>> = { q: 'Q', k: 'K', v: 'V', vt: 'V' };
const isBlock = (buffer: string): boolean => buffer !== 'q' && buffer !== 'o';
const named = (buffer: string, place: string, counts: Counts): string =>
  isBlock(buffer) ? `${NAMES[buffer] ?? buffer}[${counts.block(place)}]` : (NAMES[buffer] ?? buffer);

function wordOf(step: Step, counts: Counts): OrderWord[] {
  switch (step.do) {
    case 'next':
      counts.next(step.at);
      return [];
    case 'copy':
      return [{ text: `load ${named(step.buffer, step.at, counts)}`, kind: 'copy' }];
    case 'wait':
    case 'arrive':
      return mbarrierWord(step, counts);
    case 'mma':
      return [productOf(step.reads, counts)];
    case 'exp':
      return [{ text: 'softmax', kind: 'softmax' }];
    case 'waitProducts':
      return [{ text: step.pending === 0 ? 'wait for all products' : 'wait for S', kind: 'wait' }];
    case 'alu':
      return (step.reads ?? []).map(({ buffer, at }) => ({ text: `turn ${named(buffer, at, counts)}`, kind: 'copy' }));
    case 'barSync':
    case 'barArrive':
      return meetingOf(step);
    default:
      return [];
  }
}

/** Waits for a free slot are left out, except for the one on O, which shares its memory with V. */
function mbarrierWord(
  { do: does, barrier, at }: Extract<Step, { do: 'wait' | 'arrive' }>,
  counts: Counts,
): OrderWord[] {
  if (barrier === 'o stored') return does === 'wait' ? [{ text: 'wait until O has left', kind: 'wait' }] : [];
  const [guard, buffer] = barrier.split(' ');
  if (does === 'wait') return guard === 'full' ? [{ text: `wait for ${named(buffer, at, counts)}`, kind: 'wait' }] : [];
  return guard === 'empty' ? [{ text: `release ${named(buffer, at, counts)}`, kind: 'release' }] : [];
}

function productOf(reads: readonly { readonly buffer: string; readonly at: string }[], counts: Counts): OrderWord {
  const { buffer, at } = reads.at(-1)!;
  const block = named(buffer, at, counts);
  return { text: buffer === 'k' ? `S = Q·${block}` : `O += P·${block}`, kind: 'product' };
}

function meetingOf({ do: does, id }: Extract<Step, { do: 'barSync' | 'barArrive' }>): OrderWord[] {
  const isSync = does === 'barSync';
  if (id === BAR.queryEmpty)
    return [{ text: `${isSync ? 'sync' : 'arrive'} QueryEmpty`, kind: isSync ? 'wait' : 'turn' }];
  if (id > BAR.queryEmpty) return [{ text: isSync ? 'wait for its turn' : 'pass the turn', kind: 'turn' }];
  return id === BAR.epilogue && isSync ? [{ text: 'all meet', kind: 'turn' }] : [];
}
