/** The records of the pictures of a permutation. Elements are known by their number: how far the block's input counts to reach them. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import type { Axes } from '../../model/permute/axis-language.ts';
import type { BlockMove } from '../../model/permute/block.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import type { ModeSweep } from '../../model/permute/pad-sweep.ts';
import type { Plan } from '../../model/permute/plan.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import type { ColourBy, Predicted, Request, VariantLetter } from '../records.ts';

/** One variant: a block on its way, and how it lies in shared memory meanwhile. */
export interface PermutedBlock {
  readonly letter: VariantLetter;
  /** Name of the layout. */
  readonly title: string;
  readonly move: BlockMove;
  /** Name of each mode: 'A', or 'A₁' and 'A₀' for the two parts of a dimension. */
  readonly names: readonly string[];
  readonly layout: BlockLayout;
  /** Offset of the block in shared memory. */
  readonly baseBytes: number;
}

/** The request of a warp that loads or stores the k-th element of every lane. */
export interface ChosenRequest {
  readonly side: AccessSide;
  readonly warp: number;
  readonly k: number;
}

export interface AxisRibbonRecords {
  /** Shape as it was given, with sizes of 1 and fused dimensions. */
  readonly shape: readonly number[];
  readonly plan: Pick<Plan, 'canonical' | 'fused' | 'block' | 'move'>;
}

export interface PaddingScheduleRecords {
  /** One to four, of one block: they share the rows. */
  readonly variants: readonly PermutedBlock[];
  readonly chosen: ChosenRequest;
}

export interface MemoryImageRecords {
  readonly block: PermutedBlock;
  readonly side: AccessSide;
  readonly request: Request | null;
  readonly predicted?: Predicted;
  /** Lines of 128 bytes from address 0; null = as many as the block reaches. With it variants share one scale. */
  readonly lineCount: number | null;
}

export interface TensorViewRecords {
  readonly block: PermutedBlock;
  /** Side whose elements are counted: the piece that is read, or the piece that is written. */
  readonly shown: 'input' | 'output';
  readonly axes: Axes;
  /** The chosen request: its elements are outlined, the others dimmed. */
  readonly request: Request | null;
  readonly predicted?: Predicted;
  readonly colourBy: ColourBy;
}

export interface CountingLoopRecords {
  readonly block: PermutedBlock;
  readonly side: AccessSide;
  /** A request of this side, whose row is marked and in sight; null = none. */
  readonly chosen: ChosenRequest | null;
}

export interface PadStripRecords {
  /** Name of each mode of the block. */
  readonly names: readonly string[];
  readonly sweep: readonly ModeSweep[];
  /** Shared memory of a CTA: layouts that need more are hatched. */
  readonly limitBytes: number;
}

/** How a highlight or a selection names an element of a block. */
export const cellOfElement = (element: number): Cell => ({ row: 0, column: element });
