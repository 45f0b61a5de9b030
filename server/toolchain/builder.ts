/**
 * From an order to the last event of its compilation: looks into the cache, waits for its turn, compiles, stores, and
 * records.
 */

import type { FieldError } from '../../src/base/field-error.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileEvent, CompileFailure } from '../../src/contract/api.ts';
import { type Dropped, JobQueue } from '../exec/queue.ts';
import { diskWords, WORK_FOLDER } from '../runs/disk-words.ts';
import type { BuildCache } from './build-cache.ts';

export type BuildRefusal =
  | ({ readonly kind: 'badInput' } & FieldError)
  | { readonly kind: 'noCompiler' }
  | { readonly kind: 'noGpu' }
  | { readonly kind: 'queueFull' };

/** `B` is the type of the result. */
export interface BuildOrder<B> {
  /** Hash of everything that decides the result. */
  readonly key: string;
  readonly cache: BuildCache<B>;
  compile(signal: AbortSignal): Promise<Result<B, CompileFailure>>;
  /** Called when the compiler has finished; a compilation that a client gave up is not recorded. */
  record(result: Result<B, CompileFailure>, durationMs: number): Promise<NotKept>;
}

/** A sentence that says why something could not be stored; null if it was. */
export type NotKept = string | null;

export type BuildEvent<B> =
  | Exclude<CompileEvent, { stage: 'done' }>
  | ({ stage: 'done'; cached: boolean; durationMs: number; notKept?: string } & B);

export interface Follower<B> {
  readonly onEvent: (event: BuildEvent<B>) => void;
  readonly signal: AbortSignal;
}

/** An admitted request ends with `done` or `failed`; then the promise resolves. */
export interface Admitted {
  readonly end: Promise<void>;
}

const MAX_WAITING = 16;
const STALE_MS = 60_000;

/** One for the whole server, so that only one compilation runs at a time. */
export class Builder {
  readonly #queue = new JobQueue({ maxWaiting: MAX_WAITING, staleMs: STALE_MS });

  /** A refusal comes before the first event. */
  async submit<B>(order: BuildOrder<B>, follower: Follower<B>): Promise<Result<Admitted, BuildRefusal>> {
    const started = performance.now();
    const known = await order.cache.find(order.key);
    if (known !== null) {
      follower.onEvent(doneEvent(known, true, started));
      return ok({ end: Promise.resolve() });
    }
    const turn = this.#queue.enter(() => build(order, follower), {
      signal: follower.signal,
      onPosition: position => follower.onEvent({ stage: 'queued', position }),
    });
    if (!turn.ok) return err({ kind: 'queueFull' });
    const end = turn.value.then(result => {
      if (!result.ok) follower.onEvent({ stage: 'failed', ...droppedFailure(result.error) });
    });
    return ok({ end });
  }
}

async function build<B>(order: BuildOrder<B>, { onEvent, signal }: Follower<B>): Promise<void> {
  const started = performance.now();
  // An equal order may have been built while this one waited.
  const known = await order.cache.find(order.key);
  if (known !== null) return onEvent(doneEvent(known, true, started));
  onEvent({ stage: 'compiling' });
  const result = await compiled(order, signal);
  const durationMs = performance.now() - started;
  const notCached = result.ok ? await keep(order, result.value) : null;
  const isHistory = result.ok || result.error.at !== 'cancelled';
  const notRecorded = isHistory ? await order.record(result, durationMs) : null;
  if (!result.ok) return onEvent({ stage: 'failed', ...result.error });
  onEvent(doneEvent(result.value, false, started, notCached ?? notRecorded));
}

/** A full disk gives an answer, not a bug. */
async function compiled<B>(order: BuildOrder<B>, signal: AbortSignal): Promise<Result<B, CompileFailure>> {
  try {
    return await order.compile(signal);
  } catch (error) {
    const message = diskWords(error, WORK_FOLDER);
    if (message === null) throw error;
    return err({ at: 'server', message, diagnostics: '' });
  }
}

async function keep<B>({ cache, key }: BuildOrder<B>, build: B): Promise<NotKept> {
  try {
    await cache.keep(key, build);
    return null;
  } catch (error) {
    const words = diskWords(error, 'the cache of builds');
    if (words === null) throw error;
    return words;
  }
}

const doneEvent = <B>(build: B, cached: boolean, started: number, notKept: NotKept = null): BuildEvent<B> => ({
  stage: 'done',
  ...build,
  cached,
  durationMs: performance.now() - started,
  ...(notKept === null ? {} : { notKept: `not kept: ${notKept}` }),
});

const droppedFailure = (why: Dropped): CompileFailure =>
  why === 'cancelled'
    ? { at: 'cancelled', message: 'cancelled while waiting', diagnostics: '' }
    : { at: 'queue', message: `dropped after ${STALE_MS / 1000} s in the queue`, diagnostics: '' };
