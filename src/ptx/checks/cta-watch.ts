/** Tells the observer of each access, and the checkers of those to shared and device memory. */
import type { AccessObserver } from '../emulation.ts';
import type { BeyondCore } from '../launch/beyond-core.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { StateSpace } from '../machine/address-windows.ts';
import type { BulkAccess, BulkEvent } from '../machine/bulk-copy.ts';
import type { Cta } from '../machine/cta.ts';
import type { IssuedCopy } from '../machine/issued-copy.ts';
import type { Operation } from '../machine/operation.ts';
import type { SyncScope } from '../machine/strength.ts';
import type { Warp } from '../machine/warp.ts';
import type { TensorEvent, Watch } from '../machine/watch.ts';
import { AccessRecords } from './access-records.ts';
import type { SharedChecker } from './shared-checker.ts';

export class CtaWatch implements Watch {
  readonly #cta: Cta;
  readonly #observe: AccessObserver | null;
  /** Records for the observer. */
  readonly #records: AccessRecords | null;
  readonly #checker: SharedChecker | null;
  readonly #beyondCore: BeyondCore | null;

  constructor(cta: Cta, observe: AccessObserver | null, checker: SharedChecker | null, beyondCore: BeyondCore | null) {
    this.#cta = cta;
    this.#observe = observe;
    this.#records = observe && new AccessRecords(cta);
    this.#checker = checker;
    this.#beyondCore = beyondCore;
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, space: StateSpace | 'cluster', mask: number): void {
    if (this.#observe && this.#records && form.isTraced)
      this.#observe(this.#records.filled(warp, operation, form, space, mask));
    if (space === 'shared') this.#checker?.accessed(warp, operation, form, mask);
    if (space === 'local') this.#checker?.stacks.accessed(warp, operation, form, mask);
    if (space === 'global') {
      this.#checker?.launches?.accessed(warp, operation, mask, form.effect !== 'read');
      this.#checker?.global.accessed(warp, operation, form, mask);
    }
  }

  accessedFromElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    this.#checker?.accessedFromElsewhere(warp, operation, form, mask);
  }

  copied(warp: Warp, copy: IssuedCopy, mask: number): void {
    this.#checker?.copied(warp, copy, mask);
  }

  bulkIssued(access: BulkAccess): void {
    if (this.#observe) for (const record of this.#beyondCore?.bulkRows(access) ?? []) this.#observe(record);
    if (access.other === null) this.#checker?.launches?.issued(access);
  }

  bulkCopied(event: BulkEvent): void {
    this.#checker?.engine?.bulkCopied(event);
    this.#checker?.global.bulkCopied(event);
  }

  proxyFenced(warp: Warp, mask: number): void {
    this.#checker?.clocks.proxyFenced(warp.numberInCluster, mask);
  }

  mbarriersFenced(warp: Warp, mask: number): void {
    this.#checker?.engine?.mbarriers.fenced(warp.numberInCluster, mask);
  }

  mbarrierPassed(warp: Warp, byteOffset: number, phase: number, operation: Operation): void {
    this.#checker?.waits?.passed(warp, byteOffset, phase, operation);
  }

  mbarrierHeld(warp: Warp, byteOffset: number): void {
    this.#checker?.waits?.held(warp, byteOffset);
  }

  fenced(warp: Warp, mask: number, scope: SyncScope): void {
    this.#checker?.clocks.flags?.fenced(warp.numberInCluster, mask, scope);
  }

  multiplied(warps: readonly Warp[], operation: Operation, number: number, at: Int32Array, count: number): void {
    this.#checker?.engine?.begin();
    this.#checker?.engine?.products.multiplied(warps, operation, number, at, count);
  }

  productsWaited(warp: Warp, products: number): void {
    this.#checker?.engine?.products.waited(warp, products);
  }

  tensorUsed(event: TensorEvent): void {
    this.#checker?.engine?.begin();
    this.#checker?.engine?.tensor.took(event);
  }

  arrived(warp: Warp, barrier: number): void {
    this.#checker?.clocks.meetings.arrived(warp.numberInCluster, barrier);
  }

  completed(barrier: number, waiting: readonly Warp[]): void {
    this.#checker?.clocks.meetings.completed(this.#cta.clusterRank, barrier, waiting);
  }

  warpSynchronised(warp: Warp, mask: number): void {
    this.#checker?.clocks.lanesMet(warp.numberInCluster, mask, mask === warp.lanes);
  }

  lanesExchanged(warp: Warp, mask: number): void {
    if (mask === warp.lanes) this.#checker?.exchanged(warp);
  }

  mbarrierArrived(warp: Warp, byteOffset: number): void {
    this.#checker?.clocks.meetings.mbarrierArrived(warp.numberInCluster, this.#cta.sharedBase + byteOffset);
  }

  mbarrierCompleted(byteOffset: number): void {
    this.#checker?.clocks.meetings.mbarrierCompleted(this.#cta.sharedBase + byteOffset);
  }

  mbarrierWaited(warp: Warp, byteOffset: number): void {
    this.#checker?.clocks.meetings.mbarrierWaited(warp.numberInCluster, this.#cta.sharedBase + byteOffset);
  }

  clusterArrived(warp: Warp, releases: boolean): void {
    this.#checker?.clocks.meetings.clusterArrived(warp.numberInCluster, releases);
  }

  clusterCompleted(): void {
    this.#checker?.clocks.meetings.clusterCompleted();
  }

  clusterWaited(warp: Warp): void {
    this.#checker?.clocks.meetings.clusterWaited(warp.numberInCluster);
  }

  launchWaited(warp: Warp): void {
    this.#checker?.launches?.waited(warp);
  }

  finished(): void {
    this.#checker?.finished();
  }
}
