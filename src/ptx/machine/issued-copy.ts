/** Asynchronous copies of a lane for which it has not waited, and the arrivals at mbarriers that follow them. */
import type { AccessForm } from './access-form.ts';
import type { Operation } from './operation.ts';

/** One instruction's copies. Offsets are from the start of the CTA's shared memory, and of global memory. */
export class IssuedCopy {
  readonly operation: Operation;
  /** Form of the destination: its width is the copy's. */
  readonly form: AccessForm;
  /** Lanes whose copy has not happened. */
  lanes = 0;
  readonly destination = new Int32Array(32);
  readonly source = new Int32Array(32);
  /** Number of bytes read for each lane; the others become zero. */
  readonly sourceBytes = new Uint8Array(32);
  /** The lane's groups that were closed before it was issued. */
  readonly group = new Int32Array(32);

  constructor(operation: Operation, form: AccessForm) {
    this.operation = operation;
    this.form = form;
  }
}

/** Arrivals at mbarriers that follow when the copies issued before have happened. */
export class IssuedArrival {
  readonly operation: Operation;
  /** Lanes whose arrival has not happened. */
  lanes: number;
  /** Places of the lanes' mbarriers in shared memory. */
  readonly at: Int32Array;

  constructor(operation: Operation, lanes: number, at: Int32Array) {
    this.operation = operation;
    this.lanes = lanes;
    this.at = at.slice();
  }
}
