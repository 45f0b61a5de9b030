/**
 * Registers that a warp loads from tensor memory and has not waited for (PTX ISA, "tcgen05.wait"). Here they are there at once.
 */
import type { Hazard } from '../../trace/fault.ts';
import { placeOf, toldOf } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

const SEEN =
  "The manual's section on register dependencies lets a thread compute with what it has loaded, and a tutorial of CUTLASS does so; a compiler may still move the computation before the load's end is known.";

export class TensorLoads {
  readonly #warp: Warp;
  /** For each plane of the warp's register file: the operation that loads it. */
  readonly #loading = new Map<number, Operation>();

  constructor(warp: Warp) {
    this.#warp = warp;
  }

  issue(operation: Operation, planes: readonly number[]): void {
    for (const plane of planes) this.#loading.set(plane, operation);
  }

  wait(): void {
    this.#loading.clear();
  }

  /** The threads compute with a register. */
  looked(operation: Operation, plane: number): void {
    const load = this.#loading.get(plane);
    if (load === undefined) return;
    const { log, files } = this.#warp.cta.grid;
    const make = (): Hazard => {
      const { line, ptxLine } = placeOf(files, load);
      const where = line > 0 ? `line ${line}` : `PTX line ${ptxLine}`;
      const says = `reads a register of the tcgen05.ld of ${where} before tcgen05.wait::ld`;
      return { kind: 'missingWait', ...toldOf(this.#warp, operation, -1, says), seen: SEEN };
    };
    log.reportHazardAt('missingWait', operation.pc, load.pc, make);
  }

  /** The threads put something new into a register. */
  changed(_operation: Operation, plane: number): void {
    this.#loading.delete(plane);
  }

  /** `plane` is another name of `source` from now on; null: of a constant. */
  copied(plane: number, source: number | null): void {
    const load = source === null ? undefined : this.#loading.get(source);
    if (load) this.#loading.set(plane, load);
    else this.#loading.delete(plane);
  }
}
