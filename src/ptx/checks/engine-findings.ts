/** Findings about copy engines and tensor cores: a fence is missing, or a wait for what they read. */
import type { BulkCopy } from '../machine/bulk-copy.ts';
import type { Cta } from '../machine/cta.ts';
import type { Operation } from '../machine/operation.ts';
import type { Instruction } from '../parse/ast.ts';
import { isAwaited } from './awaited-loads.ts';
import type { CellRecords } from './cell-records.ts';
import {
  awaitedReadHazard,
  copiedForProductHazard,
  type Deed,
  missingFenceFault,
  missingProductWaitFault,
  overAllocatedHazard,
  unfencedMbarrierHazard,
} from './engine-faults.ts';
import { missingWaitFault } from './race-fault.ts';
import { type EarlierAccess, threadOf, threadOfIssuer } from './shared-findings.ts';

export class EngineFindings {
  readonly #cta: Cta;
  readonly #shift: number;
  /** Loads by their instructions: whether each is awaited. */
  readonly #awaited = new Map<number, boolean>();

  constructor({ cta, shift }: Pick<CellRecords, 'cta' | 'shift'>) {
    this.#cta = cta;
    this.#shift = shift;
  }

  /** A write of what a bulk copy may be reading. */
  missingReadWait(warp: number, { pc }: Operation, lane: number, cell: number, { issuer, ...rest }: BulkCopy): void {
    const waiting = 'mbarrier' in rest ? 'at its mbarrier' : 'by its thread (cp.async.bulk.wait_group.read)';
    const copy = threadOfIssuer(issuer);
    const make = () =>
      missingWaitFault(this.#cta, { warp, lane, pc }, copy, this.#addressOf(cell << this.#shift), 'reads', waiting);
    this.#cta.grid.log.reportAt('missingWait', pc, copy.pc, make);
  }

  /** A copy engine touches what a generic instruction wrote, or overwrites what it read. */
  missingFence(w: number, { pc }: Operation, lane: number, cell: number, by: EarlierAccess, did: Deed): void {
    const { log } = this.#cta.grid;
    const about = [this.#cta, { warp: w, lane, pc }, threadOf(by), this.#addressOf(cell << this.#shift)] as const;
    if (this.#isCopiedForProduct(pc, by.pc)) {
      log.reportHazardAt('missingFence', pc, by.pc, () => copiedForProductHazard(...about));
    } else if (this.#isOverAllocated(pc, by.pc)) {
      log.reportHazardAt('missingFence', pc, by.pc, () => overAllocatedHazard(...about));
    } else if (did === 'read' && this.#isAwaited(by.pc)) {
      log.reportHazardAt('missingFence', pc, by.pc, () => awaitedReadHazard(...about));
    } else log.reportAt('missingFence', pc, by.pc, () => missingFenceFault(...about, did));
  }

  /** A write of what a product, for which its warpgroup has not waited, may be reading. */
  missingProductWait(warp: number, { pc }: Operation, lane: number, byteOffset: number, product: EarlierAccess): void {
    const make = () =>
      missingProductWaitFault(this.#cta, { warp, lane, pc }, threadOf(product), this.#addressOf(byteOffset));
    this.#cta.grid.log.reportAt('missingWait', pc, product.pc, make);
  }

  /** A copy engine will tell an mbarrier of which it may not know. */
  unfencedMbarrier(warp: number, { pc }: Operation, lane: number, mbarrier: number, init: EarlierAccess): void {
    const name = this.#cta.mbarriers!.nameOf(mbarrier);
    const make = () => unfencedMbarrierHazard(this.#cta, { warp, lane, pc }, threadOf(init), name);
    this.#cta.grid.log.reportHazardAt('missingFence', pc, init.pc, make);
  }

  /** Whether the threads had what the load brought before they arrived. */
  #isAwaited(pc: number): boolean {
    const known = this.#awaited.get(pc) ?? isAwaited(this.#cta.grid.program, pc);
    this.#awaited.set(pc, known);
    return known;
  }

  #isCopiedForProduct(productPc: number, copyPc: number): boolean {
    return this.#sourceAt(productPc).opcode === 'wgmma' && this.#sourceAt(copyPc).opcode === 'cp';
  }

  /** A copy into the place where the address of tensor memory was. */
  #isOverAllocated(copyPc: number, allocPc: number): boolean {
    const [copy, alloc] = [this.#sourceAt(copyPc), this.#sourceAt(allocPc)];
    const target = copy.modifiers.find(modifier => /^(shared|global)/.test(modifier));
    const isLoad = copy.opcode === 'cp' && target?.startsWith('shared') === true;
    return isLoad && alloc.opcode === 'tcgen05' && alloc.modifiers[0] === 'alloc';
  }

  #sourceAt(pc: number): Instruction {
    return this.#cta.grid.program.operations[pc].source;
  }

  #addressOf(byteOffset: number): number {
    return this.#cta.grid.sharedBaseBytes + byteOffset;
  }
}
