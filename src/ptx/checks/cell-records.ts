/** Records of a CTA's shared memory, cell by cell, and the object to which faults are reported. */
import type { Cta } from '../machine/cta.ts';
import type { CellReads } from './cell-reads.ts';
import type { CellWrites } from './cell-writes.ts';
import type { ReadLog } from './read-log.ts';
import type { SharedFindings } from './shared-findings.ts';
import type { SharedGroups } from './shared-groups.ts';
import type { WarpClocks } from './warp-clocks.ts';

export interface CellRecords {
  readonly cta: Cta;
  readonly clocks: WarpClocks;
  readonly writes: CellWrites;
  readonly reads: CellReads;
  /** Marks of many cells at once. */
  readonly groups: SharedGroups;
  /** Loads that no cell has as its readers yet; null in a kernel of the core. */
  readonly log: ReadLog | null;
  readonly findings: SharedFindings;
  /** Cell of a byte: its offset, shifted. */
  readonly shift: number;
}
