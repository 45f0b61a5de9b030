/** Notes every access to device memory in a footprint, and lets the CTA's own watch look on as before. */
import type { AccessForm } from '../machine/access-form.ts';
import type { StateSpace } from '../machine/address-windows.ts';
import type { BulkAccess, BulkEvent } from '../machine/bulk-copy.ts';
import type { IssuedCopy } from '../machine/issued-copy.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { Watch } from '../machine/watch.ts';
import type { Footprint } from './footprint.ts';

export class FootprintWatch implements Watch {
  readonly #footprint: Footprint;
  readonly #watch: Watch | null;

  constructor(footprint: Footprint, watch: Watch | null) {
    this.#footprint = footprint;
    this.#watch = watch;
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, space: StateSpace | 'cluster', mask: number): void {
    if (space === 'global') this.#footprint.accessed(form.effect, warp.at, form.widthBytes, mask);
    this.#watch?.accessed(warp, operation, form, space, mask);
  }

  accessedFromElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    this.#watch?.accessedFromElsewhere(warp, operation, form, mask);
  }

  copied(warp: Warp, copy: IssuedCopy, mask: number): void {
    this.#watch?.copied(warp, copy, mask);
  }

  bulkIssued(access: BulkAccess): void {
    this.#watch?.bulkIssued(access);
  }

  bulkCopied(event: BulkEvent): void {
    const { kind, copy } = event;
    if (kind === 'arriving' && copy.source === null) this.#footprint.copied('read', copy.pieces);
    if (kind === 'leaving') this.#footprint.copied(copy.combine ? 'update' : 'write', copy.pieces);
    this.#watch?.bulkCopied(event);
  }

  proxyFenced(warp: Warp, mask: number): void {
    this.#watch?.proxyFenced(warp, mask);
  }

  multiplied(warps: readonly Warp[], operation: Operation, number: number, at: Int32Array, count: number): void {
    this.#watch?.multiplied(warps, operation, number, at, count);
  }

  productsWaited(warp: Warp, products: number): void {
    this.#watch?.productsWaited(warp, products);
  }

  arrived(warp: Warp, barrier: number): void {
    this.#watch?.arrived(warp, barrier);
  }

  completed(barrier: number, waiting: readonly Warp[]): void {
    this.#watch?.completed(barrier, waiting);
  }

  warpSynchronised(warp: Warp): void {
    this.#watch?.warpSynchronised(warp);
  }

  mbarrierArrived(warp: Warp, byteOffset: number): void {
    this.#watch?.mbarrierArrived(warp, byteOffset);
  }

  mbarrierCompleted(byteOffset: number): void {
    this.#watch?.mbarrierCompleted(byteOffset);
  }

  mbarrierWaited(warp: Warp, byteOffset: number): void {
    this.#watch?.mbarrierWaited(warp, byteOffset);
  }

  clusterArrived(warp: Warp, releases: boolean): void {
    this.#watch?.clusterArrived(warp, releases);
  }

  clusterCompleted(): void {
    this.#watch?.clusterCompleted();
  }

  clusterWaited(warp: Warp): void {
    this.#watch?.clusterWaited(warp);
  }

  finished(): void {
    this.#watch?.finished();
  }
}
