/** The records of the picture of a box in its tensor. */
import type { BoxBytes } from '../../model/tma/box-bytes.ts';
import type { BoxCopy } from '../../model/tma/box-copy.ts';
import type { OtherChunks } from '../swizzle/records.ts';

export interface TensorBoxRecords {
  /** Breaks no rule. */
  readonly copy: BoxCopy;
  readonly bytes: BoxBytes;
  /** The dimension that runs down the picture; 0 for a tensor of one dimension. Dimension 0 runs across. */
  readonly down: number;
  /** Coordinate of the plane in each dimension. The entries of dimension 0 and of `down` are not used. */
  readonly plane: readonly number[];
  /** The other source of what the tensor holds after a store. Chunks are numbered from the tensor's start in memory. */
  readonly other?: OtherChunks | null;
}
