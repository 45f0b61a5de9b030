/** Marks that the editor shows beside a line: the cost of its accesses, and how many lanes were active. */

export interface LineCost {
  /** Wavefronts or sectors, over all requests of the line, and what they would be at best. */
  readonly actual: number;
  readonly ideal: number;
}

export interface LineMark {
  /** 1-based. */
  readonly line: number;
  /** Shared memory; null where the line does not touch it. */
  readonly wavefronts: LineCost | null;
  /** Global and local memory, in 32-byte sectors. */
  readonly sectors: LineCost | null;
  /** Active lanes of a warp, on average over all executions; null where warps were full. */
  readonly lanes: number | null;
}

/** The part that a better layout would save. */
export const excessOf = (cost: LineCost): number => cost.actual - cost.ideal;
