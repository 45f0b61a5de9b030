/**
 * What a CTA knows of its tensor memory: the rest belongs to the instructions for it, which most kernels do not use.
 */
export interface TensorState {
  /** Resets to the state at the start of a CTA. */
  reset(): void;
  /** The CTA has ended. */
  finish(): void;
  /** "columns of tensor memory, of which 64 are free". */
  readonly free: string;
}

/** Lanes and columns side by side, all of which an instruction reads or writes. */
export interface TensorRectangle {
  readonly lane: number;
  readonly lanes: number;
  readonly column: number;
  readonly columns: number;
}
