/** The records of a thread-value picture: a fragment, and where its matrix lies in shared memory. */
import type { Fragment } from '../../model/layout-steps/fragments.ts';

export interface ThreadValueRecords {
  /** Keep the same object while nothing changes: who holds what is kept by it. */
  readonly fragment: Fragment;
  /** Byte address of an element, counted row by row: cells are coloured by banks. null: by threads. */
  readonly addressOf: ((element: number) => number) | null;
}
