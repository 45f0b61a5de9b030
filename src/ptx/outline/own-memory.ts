/** Contents of a thread's own memory, by variable and byte offset: unoptimised code copies its parameters there. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import { type Flow, isSame, join, NOTHING, unscaled } from './flow.ts';
import type { Sources } from './sources.ts';

interface Stored {
  readonly flow: Flow;
  readonly sizeBytes: number;
}

export interface ArrayShape {
  readonly elementBytes: number;
  /** From one element to the next. */
  readonly strideBytes: number;
}

export class OwnMemory {
  readonly #sources: Sources;
  readonly #stored = new Map<string, Stored>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Whether that is news. */
  store(variable: string, byteOffset: number, sizeBytes: number, flow: Flow): boolean {
    const key = `${variable}+${byteOffset}`;
    const old = this.#stored.get(key);
    const sum = join(old?.flow ?? NOTHING, flow);
    if (old && isSame(sum, old.flow) && sizeBytes <= old.sizeBytes) return false;
    this.#stored.set(key, { flow: sum, sizeBytes: Math.max(sizeBytes, old?.sizeBytes ?? 0) });
    return true;
  }

  /** How many elements of an array are stored one after the other. */
  elements(variable: string, byteOffset: number, { strideBytes, elementBytes }: ArrayShape): number {
    let count = 0;
    while (this.#stored.get(`${variable}+${byteOffset + count * strideBytes}`)?.sizeBytes === elementBytes) count++;
    return count;
  }

  /** Any of the elements of an array from there on. */
  loadAny(variable: string, byteOffset: number, sizeBytes: number): Flow {
    let sum = NOTHING;
    for (const [key, stored] of this.#stored) {
      const end = key.lastIndexOf('+');
      const ahead = Number(key.slice(end + 1)) - byteOffset;
      const isElement = ahead >= 0 && ahead % sizeBytes === 0 && stored.sizeBytes === sizeBytes;
      if (isElement && key.slice(0, end) === variable) sum = join(sum, stored.flow);
    }
    return sum;
  }

  load(variable: string, byteOffset: number, sizeBytes: number): Flow {
    for (let start = byteOffset; start > byteOffset - WIDEST_ACCESS_BYTES; start--) {
      const stored = this.#stored.get(`${variable}+${start}`);
      if (stored && start + stored.sizeBytes > byteOffset) return this.#part(stored, byteOffset - start, sizeBytes);
    }
    return NOTHING;
  }

  /** Flow of a part of a parameter that was copied in wider or narrower pieces than it is used. */
  #part({ flow, sizeBytes: whole }: Stored, skipBytes: number, sizeBytes: number): Flow {
    if (sizeBytes === whole) return flow;
    const values = this.#sources.ofKind(flow.base, 'value').filter(value => value.sizeBytes === whole);
    if (sizeBytes > whole && values.length === 0) return flow;
    return values.reduce<Flow>((sum, { param, byteOffset }) => {
      const part = { param, byteOffset: byteOffset + skipBytes, sizeBytes };
      return join(sum, unscaled(this.#sources.bit({ kind: 'value', ...part })));
    }, NOTHING);
  }
}
