/** Pieces of shared memory that instructions of a run have named as a whole, each once. */
import type { SharedUse } from '../../trace/shared-use.ts';

/** Beyond it nothing new is kept: a kernel that names another place each time has no regions. */
const MOST_USES = 4096;

export class SharedUses {
  readonly #uses = new Map<string, SharedUse>();

  get list(): readonly SharedUse[] {
    return [...this.#uses.values()];
  }

  add(use: SharedUse): void {
    const key = `${use.by} ${use.byteOffset} ${use.sizeBytes} ${use.of} ${use.tensorAddress} ${use.type} ${use.swizzle}`;
    if (!this.#uses.has(key) && this.#uses.size < MOST_USES) this.#uses.set(key, use);
  }

  /** Takes in the uses of another run of the same program. */
  take(uses: readonly SharedUse[]): void {
    for (const use of uses) this.add(use);
  }
}
