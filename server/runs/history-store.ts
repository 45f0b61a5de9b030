/**
 * What this server did, in one SQLite file in the user's data folder. When a call returns, what it wrote is on the disk;
 * a server that is killed during a write loses at most what it had not acknowledged. Calls block, so they belong into
 * `history-thread.ts`.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { HistoryEntry } from '../../src/contract/api.ts';
import type { StoredRun } from '../../src/contract/run.ts';
import type { CeilingsRecord } from '../../src/trace/ceilings.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { BuildStore, type BuildsQuery, type NewEntry } from './build-store.ts';
import { CeilingsStore } from './ceilings-store.ts';
import { openHistoryFile } from './history-file.ts';
import { RunStore, type RunsQuery, type RunsText } from './run-store.ts';

interface Opened {
  readonly database: DatabaseSync;
  /** The file's inode. */
  readonly inode: bigint;
  readonly builds: BuildStore;
  readonly runs: RunStore;
  readonly ceilings: CeilingsStore;
}

export class HistoryStore {
  readonly #file: string;
  #opened: Opened;

  /** Throws a sentence if the file is not ours, has a newer version, or cannot be used. */
  constructor(file: string, openingMs?: number) {
    this.#file = file;
    this.#opened = open(file, openingMs);
  }

  addBuild(entry: NewEntry): HistoryEntry {
    return this.#current().builds.add(entry);
  }

  builds(query: BuildsQuery): string {
    return this.#current().builds.page(query);
  }

  addRuns(records: readonly RunRecord[]): StoredRun[] {
    return this.#current().runs.add(records);
  }

  runs(query: RunsQuery): RunsText {
    return this.#current().runs.page(query);
  }

  removeComparison(id: number): boolean {
    return this.#current().runs.removeComparison(id);
  }

  addCeilings(record: CeilingsRecord): void {
    this.#current().ceilings.add(record);
  }

  findCeilings(gpu: string, driver: string, uuidHash: string | null = null): CeilingsRecord | null {
    return this.#current().ceilings.find(gpu, driver, uuidHash);
  }

  close(): void {
    this.#opened.database.close();
  }

  /**
   * SQLite goes on writing into a file that was deleted or moved, where the rows would be lost. So a new file is begun.
   */
  #current(): Opened {
    if (inodeOf(this.#file) === this.#opened.inode) return this.#opened;
    const fresh = open(this.#file);
    this.#opened.database.close();
    this.#opened = fresh;
    return fresh;
  }
}

function open(file: string, openingMs?: number): Opened {
  const database = openHistoryFile(file, openingMs);
  return {
    database,
    inode: inodeOf(file) ?? 0n,
    builds: new BuildStore(database),
    runs: new RunStore(database),
    ceilings: new CeilingsStore(database),
  };
}

const inodeOf = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
