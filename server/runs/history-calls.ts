/** The calls of the server to the thread that holds the history, and the messages that carry them: one there, one back. */
import type { Result } from '../../src/base/result.ts';
import type { HistoryStore } from './history-store.ts';
import type { StoreFailure } from './store-failure.ts';

/** What the thread is started with. */
export interface ThreadOrder extends Patience {
  readonly file: string;
}

/** How long to wait for another program's lock. */
export interface Patience {
  readonly openingMs: number;
  readonly callMs: number;
}

/** Writes wait for each other, since two at once would only wait for each other's lock. */
export const WRITES = ['addBuild', 'addRuns', 'removeComparison', 'addCeilings'] as const;
export type WriteName = (typeof WRITES)[number];
export type CallName = WriteName | 'builds' | 'runs' | 'findCeilings';

type Call<N extends CallName> = HistoryStore[N];
export type ArgumentsOf<N extends CallName> = Parameters<Call<N>>;
export type AnswerOf<N extends CallName> = Result<ReturnType<Call<N>>, StoreFailure>;

export interface CallMessage<N extends CallName = CallName> {
  readonly number: number;
  readonly name: N;
  readonly values: ArgumentsOf<N>;
}

/** The first message says whether the file could be opened: null, or a sentence that names it. */
export type ThreadMessage =
  | { readonly kind: 'opened'; readonly failure: string | null }
  | { readonly kind: 'answered'; readonly number: number; readonly answer: AnswerOf<CallName> }
  /** A bug, for the terminal. */
  | { readonly kind: 'threw'; readonly number: number; readonly stack: string };

export type DoorMessage = CallMessage | 'close';
