/**
 * The thread that holds the history's database, so that the server can answer while a slow disk or another program's lock
 * delays the history. A call that meets a lock is tried again until its time is up; other calls go on meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { err, ok } from '../../src/base/result.ts';
import {
  type AnswerOf,
  type CallMessage,
  type CallName,
  type DoorMessage,
  type ThreadMessage,
  type ThreadOrder,
  WRITES,
} from './history-calls.ts';
import { HistoryStore } from './history-store.ts';
import { kindOf, storeFailure } from './store-failure.ts';

const RETRY_MS = 50;

const port = parentPort!;
const { file, openingMs, callMs }: ThreadOrder = workerData;
const say = (message: ThreadMessage): void => port.postMessage(message);

let store: HistoryStore | null = null;
try {
  store = new HistoryStore(file, openingMs);
  say({ kind: 'opened', failure: null });
} catch (error) {
  say({ kind: 'opened', failure: (error as Error).message });
}

const isWrite = (name: CallName): boolean => (WRITES as readonly CallName[]).includes(name);

let lastWrite: Promise<void> = Promise.resolve();

port.on('message', (message: DoorMessage) => {
  if (message === 'close') return void lastWrite.then(close);
  if (isWrite(message.name)) lastWrite = lastWrite.then(() => follow(message));
  else void follow(message);
});

function close(): void {
  store?.close();
  port.close();
}

async function follow({ number, name, values }: CallMessage): Promise<void> {
  try {
    say({ kind: 'answered', number, answer: await answerTo(name, values) });
  } catch (bug) {
    say({ kind: 'threw', number, stack: (bug as Error).stack ?? String(bug) });
  }
}

/** After a wait for a lock has failed, later calls do not wait for it until some write succeeds. */
let waitMs = callMs;

async function answerTo(name: CallName, values: CallMessage['values']): Promise<AnswerOf<CallName>> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      const call = store![name] as (...given: readonly unknown[]) => unknown;
      const value = call.apply(store, values);
      if (isWrite(name)) waitMs = callMs;
      return ok(value) as AnswerOf<CallName>;
    } catch (error) {
      const kind = kindOf(error);
      if (kind === null) throw error;
      const isLast = performance.now() > deadline;
      if (kind === 'locked' && isLast) waitMs = 0;
      if (kind !== 'locked' || isLast) return err(storeFailure(kind));
    }
    await delay(RETRY_MS);
  }
}
