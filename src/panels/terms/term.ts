/** What a word of the page means, as data: two lines, a small picture, and a place where it can be tried. */
import type { SharedInstruction } from '../../model/banks/bank-model.ts';
import type { PageLink } from '../../state/page-address.ts';

/** One request of a warp, drawn as its wavefronts over the banks. The model says how many it takes. */
export interface RequestSketch {
  readonly kind: 'request';
  readonly instruction: SharedInstruction;
  readonly widthBytes: number;
  /** Byte address of a lane; null for one that takes no part. */
  readonly addressOf: (lane: number) => number | null;
  /** 'every second word'. */
  readonly words: string;
}

/** A small tile of 8 × 8 words over 8 banks, as on the start page. */
export interface TileSketch {
  readonly kind: 'tile';
  /** Words that are never read at the end of each row. */
  readonly pad: number;
  /** The bank of a word. */
  readonly bankOf: (row: number, column: number) => number;
  readonly words: string;
}

/** Rows of a time line. A piece's `from` and `to` are shares of the width, 0 to 1. */
export interface TimeSketch {
  readonly kind: 'time';
  readonly rows: readonly {
    readonly name: string;
    readonly pieces: readonly {
      readonly from: number;
      readonly to: number;
      readonly fill: 'producer' | 'consumer1' | 'wait' | 'high';
      readonly text?: string;
    }[];
  }[];
  readonly words: string;
}

/** Numbers in a grid: lanes of a warp, or which lane holds which element. */
export interface GridSketch {
  readonly kind: 'grid';
  readonly rows: number;
  readonly columns: number;
  readonly textOf: (row: number, column: number) => string;
  /** Cells with one number have one shade. */
  readonly groupOf: (row: number, column: number) => number;
  readonly words: string;
}

/** Times of an example, with their quartiles, or a share of a limit. Nothing of it was measured. */
export interface ScaleSketch {
  readonly kind: 'scale';
  /** No two alike. */
  readonly samplesUs: readonly number[];
  /** The named limit, on the same axis; none if absent. */
  readonly limitUs?: number;
  readonly words: string;
}

export type Sketch = RequestSketch | TileSketch | TimeSketch | GridSketch | ScaleSketch;

export interface Term {
  /** As in GLOSSARY.md: 'wavefront'. */
  readonly name: string;
  /** Another word for it: 'pass'. */
  readonly also?: string;
  readonly lines: readonly [string, string];
  readonly sketch: Sketch;
  /** Where it can be seen or tried. */
  readonly place: PageLink & { readonly text: string };
}
