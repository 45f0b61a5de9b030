/** The records that each picture draws. Whoever makes them (model, emulator, GPU) is said by the view's `source`. */

import type { BankCost } from '../model/banks/wavefronts.ts';
import type { BitMatrix } from '../model/layout/bit-matrix.ts';
import type { TileLayout } from '../model/layout/tile-layout.ts';
import type { Fragment } from '../model/layout-steps/fragments.ts';
import type { PipelineState } from '../model/pipeline/pipeline-state.ts';
import type { RingPosition } from '../model/pipeline/ring-positions.ts';
import type { ClassCounts, LineCounts } from '../model/profile/execution-lines.ts';
import type { ValueHistogram, ValueRange } from '../model/values/value-histogram.ts';
import type { Access } from '../trace/access-trace.ts';
import type { ElementType } from '../trace/launch.ts';
import type { Scenario } from '../trace/scenario.ts';
import type { Source } from '../trace/span.ts';

/** A warp-wide shared access and its cost. */
export interface Request {
  readonly access: Access;
  readonly cost: BankCost;
}

/** The same request as the model has it, where `request` is emulated: lanes that differ are marked in both places. */
export type Predicted = Request | null;

export type ColourBy = 'bank' | 'offset' | 'lane' | 'chunk';

export interface TileGridRecords {
  readonly layout: TileLayout;
  /** The chosen request: its cells are outlined, the others dimmed. */
  readonly request: Request | null;
  readonly predicted?: Predicted;
  readonly colourBy: ColourBy;
  /** What served cells carry: the number of their wavefront, or of their bank. */
  readonly servedSay?: 'wavefront' | 'bank';
}

export interface BankMapRecords {
  /** Names the elements behind the words and tells padding from data; null where shared memory holds no tile. */
  readonly layout: TileLayout | null;
  readonly request: Request | null;
  readonly predicted?: Predicted;
  /** Lines of 128 bytes from address 0; null = as many as layout and request reach. */
  readonly lineCount: number | null;
}

export interface PunchCardRecords {
  readonly layout: TileLayout | null;
  readonly request: Request;
  readonly predicted?: Predicted;
  /** Rows of the card: one per lane, or one per wavefront with the lanes that it serves. */
  readonly rows: 'lanes' | 'wavefronts';
}

/** A kernel that works in steps, each a request of some of a CTA's warps. */
export interface WarpStepsRecords {
  /** Layout that the requests access. */
  readonly layout: TileLayout;
  /** Noun for the labels: 'stride'. */
  readonly labelled: string;
  readonly steps: readonly WarpStep[];
  /** Warps of the CTA. */
  readonly warps: number;
  /** Warp whose lanes are drawn, and the current step. */
  readonly chosen: { readonly warp: number; readonly step: number };
}

export interface WarpStep {
  /** '4', in the row. */
  readonly label: string;
  /** 'stride 4', in a sentence. */
  readonly name: string;
  /** Requests, at most one of each warp. */
  readonly requests: readonly Request[];
}

export interface CoalescingRecords {
  /** Access to global or local memory; every lane is aligned to its width. */
  readonly access: Access;
  /** Address from which offsets count, such as a buffer's start; null = the line of the lowest address. */
  readonly origin: { readonly name: string; readonly byteAddress: number } | null;
}

export interface DivergenceRecords {
  /** Lines in the order of the source. */
  readonly lines: readonly DivergenceLine[];
  readonly classes: readonly ClassCounts[];
  /** Whether a line is one of the source or one PTX instruction. */
  readonly by: 'source' | 'ptx';
}

export interface DivergenceLine extends LineCounts {
  /** 1-based. */
  readonly line: number;
  /** Text as written. */
  readonly text: string;
}

/** State of one element of a result. */
export const ELEMENT_RIGHT = 0;
export const ELEMENT_WRONG = 1;
/** Still holds the poison that the buffer was filled with. */
export const ELEMENT_UNWRITTEN = 2;

export interface OutputGridRecords {
  readonly rows: number;
  readonly columns: number;
  /** Row by row, one of the states above each; the last row may be cut short. */
  readonly states: Uint8Array;
  /** Text of the lens about an element: found and expected value, formatted. */
  readonly valuesAt: ((row: number, column: number) => { readonly found: string; readonly expected: string }) | null;
}

/** A buffer's elements against what they should be. */
export interface ElementCheck {
  /** State of each element, one of those above. */
  readonly states: Uint8Array;
  readonly expectedAt: (index: number) => string;
}

/** A buffer's elements as a matrix, row by row; the last row may be cut short. */
export interface ValueGridRecords {
  /** Name of the buffer. */
  readonly name: string;
  readonly type: ElementType;
  readonly bytes: Uint8Array;
  readonly columns: number;
  /** The values that the palest and the fullest shade stand for; null = no element is finite. */
  readonly range: ValueRange | null;
}

export interface HistogramRecords {
  /** Name of the buffer. */
  readonly name: string;
  readonly histogram: ValueHistogram;
  /** The greatest count of all histograms on one scale; null = this one's. */
  readonly greatestCount: number | null;
}

/** How often a quantity came out in each of some bins, a row for each of the things compared. */
export interface DistributionsRecords {
  readonly title: string;
  /** What the quantity is, in a few words. */
  readonly text: string;
  /** Noun for what is counted ('case'), and for what has a row ('strategy'). */
  readonly unit: string;
  readonly each: string;
  readonly bins: readonly DistributionBin[];
  readonly rows: readonly { readonly name: string; readonly counts: readonly number[] }[];
  /** Count of a bar of full height: all cases. */
  readonly total: number;
}

export interface DistributionBin {
  /** Short, for the axis: '≤4'. */
  readonly label: string;
  /** Range in words: 'above 2, up to 4'. */
  readonly text: string;
  /** The conflict degree that it stands for; null where its colour means none. */
  readonly degree: number | null;
}

export interface HexRecords {
  /** Name of the buffer. */
  readonly name: string;
  readonly type: ElementType;
  readonly bytes: Uint8Array;
  readonly check: ElementCheck | null;
  /** Rows of 16 bytes that are drawn. */
  readonly firstRow: number;
  readonly rowCount: number;
}

export interface PitchSweepRecords {
  /** Points sorted by pitch, rising. */
  readonly points: readonly { readonly pitch: number; readonly wavefronts: number; readonly ways: number }[];
  /** Current pitch of each variant. */
  readonly variants: readonly { readonly letter: VariantLetter; readonly pitch: number }[];
  /** Unit of the pitch: 'words', 'elements'. */
  readonly unit: string;
}

export type VariantLetter = 'A' | 'B' | 'C' | 'D';

export interface WavefrontTrackRecords {
  readonly tracks: readonly {
    readonly letter: VariantLetter;
    readonly wavefronts: number;
    /** For each wavefront the ways of its phase; colours follow them. */
    readonly ways: readonly number[];
  }[];
}

export const NAME_OF_SOURCE: Readonly<Record<Source, string>> = {
  predicted: 'Predicted',
  emulated: 'Emulated',
  measured: 'Measured',
};

/** Stands where a source would, over what others measured. */
export const PUBLISHED = 'Published';

/** A linear map of offset bits. */
export interface BitMatrixRecords {
  readonly matrix: BitMatrix;
  /** Name of the swizzle: 'Sw<3,4,3> o Sw<2,4,3>'. */
  readonly of: string;
}

/** A fragment, and where its matrix lies in shared memory. */
export interface ThreadValueRecords {
  /** Keep the same object while nothing changes: who holds what is kept by it. */
  readonly fragment: Fragment;
  /** Byte address of an element, counted row by row: cells are coloured by banks. null: by threads. */
  readonly addressOf: ((element: number) => number) | null;
  /** Instead of a title that names the operand. */
  readonly title?: string;
}

export interface SharedBudgetRecords {
  readonly buffers: Scenario['buffers'];
  /** Most shared memory of a CTA [bytes]. */
  readonly mostBytes: number;
}

/** A pipeline's rings of slots at one time. */
export interface RingRecords {
  readonly scenario: Scenario;
  readonly state: PipelineState;
  readonly positions: readonly RingPosition[];
}
