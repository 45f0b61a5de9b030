/**
 * Writes memory accesses to a file as they happen, so that a trace may be larger than memory: JSON Lines or CSV. Writing
 * is synchronous, so the emulation waits for the disk.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { err, type Result } from '../src/base/result.ts';
import type { Access } from '../src/trace/access-trace.ts';
import { csv, jsonLines, type TraceFormat } from '../src/trace/trace-text.ts';
import { writing } from './files.ts';

const FLUSH_CHARACTERS = 2 ** 16;

const FORMATS: ReadonlyMap<string, TraceFormat> = new Map([
  ['.csv', csv],
  ['.jsonl', jsonLines],
  ['.json', jsonLines],
]);

/** If the disk is full or the file may not be written, methods throw the system's error. */
export class TraceFile {
  readonly #format: TraceFormat;
  readonly #file: number;
  #pending: string;

  private constructor(format: TraceFormat, file: number) {
    this.#format = format;
    this.#file = file;
    this.#pending = format.header;
  }

  /** The ending of the file's name decides the format. Empties the file. */
  static async open(path: string): Promise<Result<TraceFile, string>> {
    const format = FORMATS.get(extname(path));
    if (format !== undefined) return writing(path, async () => new TraceFile(format, openSync(path, 'w')));
    return err(`--trace ${path}: expected a name that ends in ${[...FORMATS.keys()].join(', ')}`);
  }

  add(access: Access): void {
    this.#pending += this.#format.row(access);
    if (this.#pending.length >= FLUSH_CHARACTERS) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeFileSync(this.#file, this.#pending);
    this.#pending = '';
  }
}
