/** Records in a fixed order: an array, or columns that make each one when it is asked for (`row-columns.ts`). */
export interface Rows<T> extends Iterable<T> {
  readonly length: number;
  /** Undefined where there is none. */
  at(index: number): T | undefined;
}
