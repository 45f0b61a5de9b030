/**
 * Facts about shared memory from a run, beyond addresses: variables, and pieces that tensor maps, descriptors and
 * mbarriers name.
 */
import type { SwizzleMode } from './launch.ts';

export interface SharedVariable {
  /** Name in the module. */
  readonly name: string;
  /** Offset from the start of the CTA's shared memory. */
  readonly byteOffset: number;
  /** 0 for the launch's dynamic part. */
  readonly sizeBytes: number;
}

/** A piece of a CTA's shared memory that an instruction named as a whole. */
export interface SharedUse {
  readonly by: 'tensorMap' | 'descriptor' | 'mbarrier';
  readonly byteOffset: number;
  readonly sizeBytes: number;
  /** Device address of the tensor that a map describes; null of the others. */
  readonly tensorAddress: number | null;
  /** The buffer with the tensor; 'A' or 'B' of a product; '' of an mbarrier. */
  readonly of: string;
  /** Type of the elements ('bf16'); '' for an mbarrier. */
  readonly type: string;
  readonly swizzle: SwizzleMode;
  /** Bytes from one row to the next; 0 if the use does not say. */
  readonly rowBytes: number;
}

export interface SharedFacts {
  readonly variables: readonly SharedVariable[];
  /** Uses, each listed once, however often and in however many CTAs it was met. */
  readonly uses: readonly SharedUse[];
}

export const NO_SHARED_FACTS: SharedFacts = { variables: [], uses: [] };
