/**
 * The part of the server that works without a socket: what is stored, and the services for jobs, which open later since that
 * takes time.
 */
import { findCheckout } from './checkout.ts';
import { createExec } from './exec/exec.ts';
import { type JobServices, type JobServicesParts, openJobServices } from './job-services.ts';
import type { PlaceSpec } from './places/place-file.ts';
import type { DataFolder } from './runs/data-folder.ts';
import { diskWords } from './runs/disk-words.ts';
import { History } from './runs/history.ts';
import type { Patience } from './runs/history-calls.ts';

export interface ServerCoreParts extends JobServicesParts {
  /** Folder with `cuda/`, `dist/` and `public/`. */
  readonly checkout?: string;
  readonly historyPatience?: Patience;
}

export interface ServerCore {
  readonly history: History;
  /** Rejects with a sentence when the work folder cannot be used, or when the page's text cannot be compiled safely. */
  readonly jobServices: Promise<JobServices>;
  readonly checkout: string;
  close(): Promise<void>;
}

export interface CoreOptions {
  readonly allowSource: boolean;
  readonly places: readonly PlaceSpec[];
}

/** Rejects with a sentence when the history cannot be used. */
export async function openServerCore(
  data: DataFolder,
  { allowSource, places }: CoreOptions,
  parts: ServerCoreParts,
): Promise<ServerCore> {
  const history = await History.open(data.history, parts.historyPatience);
  const checkout = parts.checkout ?? findCheckout();
  const opening = createExec(data.work);
  const jobServices = opening
    .then(exec => openJobServices({ exec, history, data, checkout, allowSource, places }, parts))
    .catch(error => {
      throw new Error(diskWords(error, data.folder) ?? error.message, { cause: error });
    });
  // Callers that wait for it hear of its failure, but there may be none yet.
  jobServices.catch(() => {});
  let opened: JobServices | null = null;
  const open = jobServices.then(
    services => {
      opened = services;
    },
    () => {},
  );
  const close = async (): Promise<void> => {
    // What runs elsewhere is given back while commands can still be sent there.
    await opened?.places.close();
    await opening.then(
      exec => exec.close(),
      () => {},
    );
    // What was still being looked for a moment ago has ended with the commands that looked.
    await open;
    await opened?.places.close();
    await history.close();
  };
  return { history, jobServices, checkout, close };
}
