/** All of the server that works without a socket: what is kept, and behind it the workshop, which takes its time to open. */
import { join } from 'node:path';
import { findCheckout } from './checkout.ts';
import { createExec } from './exec/exec.ts';
import { defaultDataFolder, makeDataFolder } from './runs/data-folder.ts';
import { diskWords } from './runs/disk-words.ts';
import { History } from './runs/history.ts';
import type { Patience } from './runs/history-calls.ts';
import { makePrivate } from './runs/private-files.ts';
import { openWorkshop, type Workshop, type WorkshopParts } from './workshop.ts';

export interface BackstageParts extends WorkshopParts {
  /** Folder with `cuda/`, `dist/` and `public/`. */
  readonly checkout?: string;
  readonly historyPatience?: Patience;
}

interface BackstageOptions {
  readonly dataDir?: string;
  readonly allowSource?: boolean;
}

export interface Backstage {
  readonly history: History;
  /** Rejects with a sentence when the work folder cannot be used, or text that is to be compiled cannot be compiled safely. */
  readonly workshop: Promise<Workshop>;
  readonly checkout: string;
  readonly dataFolder: string;
  /** A sentence for each file that others can reach. */
  readonly exposed: readonly string[];
  close(): Promise<void>;
}

/** Rejects with a sentence when the data folder cannot be used. */
export async function openBackstage(options: BackstageOptions, parts: BackstageParts): Promise<Backstage> {
  const { dataDir: dataFolder = defaultDataFolder(), allowSource = false } = options;
  const folders = makeDataFolder(dataFolder);
  const exposed = makePrivate(dataFolder);
  const history = await History.open(join(dataFolder, 'history.sqlite'), parts.historyPatience);
  const checkout = parts.checkout ?? findCheckout();
  const opening = createExec(folders.work);
  const workshop = opening
    .then(exec => openWorkshop({ exec, history, folders, checkout, allowSource }, parts))
    .catch(error => {
      throw new Error(diskWords(error, dataFolder) ?? error.message, { cause: error });
    });
  // Who waits for it hears of its failure; nobody may be waiting yet.
  workshop.catch(() => {});
  const close = async (): Promise<void> => {
    await opening.then(
      exec => exec.close(),
      () => {},
    );
    await history.close();
  };
  return { history, workshop, checkout, dataFolder, exposed, close };
}
