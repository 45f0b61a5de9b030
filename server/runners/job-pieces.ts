/** The bytes that a job names: buffers' contents, expected outputs, machine code. Each has its sha256 as its name. */
import { createHash } from 'node:crypto';

/** Equal bytes, such as the inputs of two variants, are there once. */
export class JobPieces {
  /** By name. */
  readonly all = new Map<string, Uint8Array>();
  /** Pieces that were asked for before, which are neither made nor hashed again. */
  readonly #known = new Map<string | Uint8Array, string>();

  /** The piece's name. @param key a text that stands for the bytes, or the bytes themselves. */
  nameOf(key: string | Uint8Array, make: () => Uint8Array): string {
    const name = this.#known.get(key) ?? this.#add(make());
    this.#known.set(key, name);
    return name;
  }

  #add(bytes: Uint8Array): string {
    const name = createHash('sha256').update(bytes).digest('hex');
    this.all.set(name, bytes);
    return name;
  }
}

/** What a process keeps beyond the job at work: enough for the code and the inputs of several comparisons. */
const MOST_BYTES = 256 * 2 ** 20;

/** Which pieces a process has, so that none is sent twice, and which it should give up. */
export class SentPieces {
  readonly #mostBytes: number;
  /** Sizes by name; the one used last is at the end. */
  readonly #sizes = new Map<string, number>();

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** The names to send for a job, and those to give up before, since they are not used and there are too many. */
  plan(job: ReadonlyMap<string, Uint8Array>): { readonly send: readonly string[]; readonly drop: readonly string[] } {
    const send = [...job.keys()].filter(name => !this.#sizes.has(name));
    for (const [name, { length }] of job) {
      this.#sizes.delete(name);
      this.#sizes.set(name, length);
    }
    const drop: string[] = [];
    let bytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [name, size] of this.#sizes) {
      if (bytes <= this.#mostBytes || job.has(name)) break;
      this.#sizes.delete(name);
      drop.push(name);
      bytes -= size;
    }
    return { send, drop };
  }
}
