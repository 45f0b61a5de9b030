/**
 * Bytes that the page sent ahead of a launch, and what launches left, by their sha256: files of the server's own folder, which goes with
 * it. Bounded: what was used longest ago goes first.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PIECE_BYTES } from '../../src/contract/launch-run.ts';

/** Memory of two of the largest launches, before and after. */
const MOST_BYTES = 2 ** 30;

export class PieceStore {
  readonly #folder: string;
  readonly #mostBytes: number;
  /** Sizes in bytes, the one used last at the end. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  /** @param folder is made when the first piece comes. */
  constructor(folder: string, mostBytes = MOST_BYTES) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** Also notes that it is in use. */
  has(hash: string): boolean {
    const size = this.#sizes.get(hash);
    if (size === undefined) return false;
    this.#sizes.delete(hash);
    this.#sizes.set(hash, size);
    return true;
  }

  /** The piece's sha256. */
  async put(bytes: Uint8Array): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (this.has(hash)) return hash;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = join(this.#folder, `${randomUUID()}.part`);
    await writeFile(part, bytes, { flag: 'wx', mode: 0o600 });
    await rename(part, this.#pathOf(hash));
    if (!this.#sizes.has(hash)) this.#bytes += bytes.length;
    this.#sizes.set(hash, bytes.length);
    await this.#makeRoom();
    return hash;
  }

  /** Null if it is not here, or no longer. */
  async read(hash: string): Promise<Buffer | null> {
    return this.has(hash) ? readFile(this.#pathOf(hash)).catch(() => null) : null;
  }

  /** The pieces of `bytes`, in order. */
  async cut(bytes: Uint8Array): Promise<string[]> {
    const hashes: string[] = [];
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      hashes.push(await this.put(bytes.subarray(at, at + PIECE_BYTES)));
    return hashes;
  }

  /** The bytes that were cut into these pieces; null if one is not here, or if they are of another length. */
  async join(hashes: readonly string[], bytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const whole = new Uint8Array(bytes);
    let at = 0;
    for (const hash of hashes) {
      const piece = await this.read(hash);
      if (piece === null || at + piece.length > bytes) return null;
      whole.set(piece, at);
      at += piece.length;
    }
    return at === bytes ? whole : null;
  }

  async #makeRoom(): Promise<void> {
    for (const [hash, size] of this.#sizes) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#sizes.delete(hash);
      this.#bytes -= size;
      await rm(this.#pathOf(hash), { force: true });
    }
  }

  /** Only for hashes that this store made. */
  #pathOf(hash: string): string {
    return join(this.#folder, hash);
  }
}
