/** Sources of numbers, as bits of a set: threads, CTAs, parameters, memory. */
import type { Dependence, GridAxis } from './module-outline.ts';
import { AXES } from './module-outline.ts';

type Source =
  | { readonly kind: 'thread' | 'cta'; readonly axis: GridAxis }
  /** How many threads a CTA has along that axis, or CTAs the grid. */
  | { readonly kind: 'size'; readonly of: 'thread' | 'cta'; readonly axis: GridAxis }
  /** Content of a parameter at that place. */
  | { readonly kind: 'value'; readonly param: number; readonly byteOffset: number; readonly sizeBytes: number }
  /** A place in a parameter or in a thread's own memory, by the variable's name: for code that computes where to look. */
  | { readonly kind: 'place'; readonly variable: string; readonly byteOffset: number }
  | { readonly kind: 'shared'; readonly name: string }
  /** Goes into what a division by a parameter leaves: an index along one of several axes that the threads are laid out over. */
  | { readonly kind: 'part' }
  /** Loaded from memory that no parameter points to, as far as one sees. */
  | { readonly kind: 'memory' }
  /** Loaded through that pointer. */
  | { readonly kind: 'data'; readonly param: number; readonly byteOffset: number }
  /** Loaded through that pointer, and as wide as a pointer. */
  | { readonly kind: 'cell'; readonly param: number; readonly byteOffset: number };

export type PlaceSource = Extract<Source, { readonly kind: 'place' }>;

/** A set of sources: bit i stands for source i. */
export type SourceSet = bigint;

/** What says where a thread is. */
const PLACES = ['thread', 'cta', 'size', 'part'] as const;

/** Beyond this many, new ones are left out: sets stay short whatever the module. */
const MOST_SOURCES = 1024;

export class Sources {
  readonly list: Source[] = [];
  readonly #bits = new Map<string, SourceSet>();
  readonly #ofKinds = new Map<Source['kind'], SourceSet>();

  bit(source: Source): SourceSet {
    const key = Object.values(source).join(' ');
    const known = this.#bits.get(key);
    if (known !== undefined) return known;
    const bit = this.list.length < MOST_SOURCES ? 1n << BigInt(this.list.length) : 0n;
    if (bit !== 0n) this.list.push(source);
    this.#ofKinds.set(source.kind, (this.#ofKinds.get(source.kind) ?? 0n) | bit);
    this.#bits.set(key, bit);
    return bit;
  }

  of(set: SourceSet): Source[] {
    const found: Source[] = [];
    for (let rest = set, i = 0; rest !== 0n; rest >>= 1n, i++) if ((rest & 1n) !== 0n) found.push(this.list[i]);
    return found;
  }

  ofKind<K extends Source['kind']>(set: SourceSet, kind: K): Extract<Source, { readonly kind: K }>[] {
    const own = set & (this.#ofKinds.get(kind) ?? 0n);
    if (own === 0n) return [];
    return this.of(own).filter((s): s is Extract<Source, { readonly kind: K }> => s.kind === kind);
  }

  /**
   * Sources along which `index * size` counts, for a thread or a CTA that is numbered over several axes: the number of
   * its row times the length of a row is a number in the row. Null for other products.
   */
  countedAlong(index: SourceSet, size: SourceSet): SourceSet | null {
    for (const kind of ['thread', 'cta'] as const) {
      for (const [i, axis] of AXES.entries()) {
        if (i === 0 || index !== this.bit({ kind, axis })) continue;
        const row = this.bit({ kind: 'size', of: kind, axis: AXES[i - 1] });
        if (size === row) return this.bit({ kind, axis: AXES[i - 1] });
      }
    }
    return null;
  }

  /** Whether it holds nothing but where a thread is, of how many. */
  isPlace(set: SourceSet): boolean {
    return PLACES.reduce((rest, kind) => rest & ~(this.#ofKinds.get(kind) ?? 0n), set) === 0n;
  }

  /** Threads and CTAs on which a set depends. */
  dependence(set: SourceSet): Dependence {
    const axes = (kind: 'thread' | 'cta'): GridAxis[] => {
      const found = this.ofKind(set, kind);
      return AXES.filter(axis => found.some(source => source.axis === axis));
    };
    return { thread: axes('thread'), cta: axes('cta') };
  }
}
