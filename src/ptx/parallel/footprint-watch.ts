/** Notes every access to device memory in a footprint. */
import type { AccessForm } from '../machine/access-form.ts';
import type { StateSpace } from '../machine/address-windows.ts';
import type { BulkEvent } from '../machine/bulk-copy.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { Listener } from '../machine/watch-both.ts';
import type { Footprint } from './footprint.ts';

export class FootprintWatch implements Listener {
  readonly #footprint: Footprint;

  constructor(footprint: Footprint) {
    this.#footprint = footprint;
  }

  accessed(warp: Warp, _operation: Operation, form: AccessForm, space: StateSpace | 'cluster', mask: number): void {
    if (space === 'global') this.#footprint.accessed(form.effect, warp.at, form.widthBytes, mask);
  }

  bulkCopied({ kind, copy }: BulkEvent): void {
    if (kind === 'arriving' && copy.source === null) this.#footprint.copied('read', copy.pieces);
    if (kind === 'leaving') this.#footprint.copied(copy.combine ? 'update' : 'write', copy.pieces);
  }
}
