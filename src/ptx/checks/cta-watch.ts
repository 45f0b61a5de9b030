/** Tells the observer of each access, and the checker of those to shared memory. */
import type { Access, AccessKind, Space } from '../../trace/access-trace.ts';
import type { AccessObserver } from '../emulation.ts';
import type { BeyondCore } from '../launch/beyond-core.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { StateSpace } from '../machine/address-windows.ts';
import type { BulkAccess, BulkEvent } from '../machine/bulk-copy.ts';
import type { Cta } from '../machine/cta.ts';
import { deviceAddress } from '../machine/global-memory.ts';
import type { IssuedCopy } from '../machine/issued-copy.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { Watch } from '../machine/watch.ts';
import type { SharedChecker } from './shared-checker.ts';

/** The one object that is filled anew for each access. */
interface AccessRecord extends Access {
  cta: number;
  warp: number;
  pc: number;
  space: Space;
  kind: AccessKind;
  widthBytes: number;
  activeMask: number;
  interval: number;
  line: number;
  file: string;
}

export class CtaWatch implements Watch {
  readonly #cta: Cta;
  readonly #observe: AccessObserver | null;
  readonly #checker: SharedChecker | null;
  readonly #beyondCore: BeyondCore | null;
  readonly #record: AccessRecord = {
    cta: 0,
    warp: 0,
    pc: 0,
    space: 'shared',
    kind: 'load',
    widthBytes: 0,
    activeMask: 0,
    interval: 0,
    line: 0,
    file: '',
    address: new Float64Array(32),
  };

  constructor(cta: Cta, observe: AccessObserver | null, checker: SharedChecker | null, beyondCore: BeyondCore | null) {
    this.#cta = cta;
    this.#observe = observe;
    this.#checker = checker;
    this.#beyondCore = beyondCore;
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, space: StateSpace | 'cluster', mask: number): void {
    if (this.#observe && form.isTraced) this.#observe(this.#filled(warp, operation, form, space, mask));
    if (space === 'shared') this.#checker?.accessed(warp, operation, form, mask);
  }

  accessedFromElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    this.#checker?.accessedFromElsewhere(warp, operation, form, mask);
  }

  copied(warp: Warp, copy: IssuedCopy, mask: number): void {
    this.#checker?.copied(warp, copy, mask);
  }

  bulkIssued(access: BulkAccess): void {
    if (this.#observe) for (const record of this.#beyondCore?.bulkRows(access) ?? []) this.#observe(record);
  }

  bulkCopied(event: BulkEvent): void {
    this.#checker?.engine?.bulkCopied(event);
  }

  proxyFenced(warp: Warp, mask: number): void {
    this.#checker?.clocks.proxyFenced(warp.numberInCluster, mask);
  }

  multiplied(warps: readonly Warp[], operation: Operation, number: number, at: Int32Array, count: number): void {
    this.#checker?.engine?.products.multiplied(warps, operation, number, at, count);
  }

  productsWaited(warp: Warp, products: number): void {
    this.#checker?.engine?.products.waited(warp, products);
  }

  arrived(warp: Warp, barrier: number): void {
    this.#checker?.clocks.meetings.arrived(warp.numberInCluster, barrier);
  }

  completed(barrier: number, waiting: readonly Warp[]): void {
    this.#checker?.clocks.meetings.completed(this.#cta.clusterRank, barrier, waiting);
  }

  warpSynchronised(warp: Warp): void {
    this.#checker?.clocks.tick(warp.numberInCluster);
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

  finished(): void {
    this.#checker?.finished();
  }

  #filled(warp: Warp, operation: Operation, form: AccessForm, space: Space, mask: number): Access {
    const record = this.#record;
    record.cta = this.#cta.number;
    record.warp = warp.index;
    record.pc = operation.pc;
    record.space = space;
    record.kind = form.kind;
    record.widthBytes = form.widthBytes;
    record.activeMask = mask >>> 0;
    record.interval = warp.interval;
    record.line = operation.line;
    record.file = this.#cta.grid.files.get(operation.file) ?? '';
    if (space === 'cluster') this.#fillClusterAddresses(warp, form);
    else this.#fillAddresses(warp, space);
    for (let m = ~mask; m !== 0; m &= m - 1) record.address[31 - Math.clz32(m & -m)] = -1;
    return record;
  }

  #fillAddresses({ at, index }: Warp, space: StateSpace): void {
    const { address } = this.#record;
    const { sharedBaseBytes, program } = this.#cta.grid;
    const stack = space === 'local' ? program.localBytes : 0;
    const base = space === 'global' ? deviceAddress(0) : space === 'shared' ? sharedBaseBytes : -stack * index * 32;
    for (let l = 0; l < 32; l++) address[l] = at[l] + base - stack * l;
  }

  /** As the kernel has them, with the rank. */
  #fillClusterAddresses({ r }: Warp, form: AccessForm): void {
    const { address } = this.#record;
    for (let l = 0; l < 32; l++) address[l] = (r[form.address + l] + form.byteOffset) >>> 0;
  }
}
