/** Findings of the checker of device memory: who, at which lines, at which element of which buffer, and what would order them. */
import type { Fault, FaultPlace, Hazard, RaceRemedy, RacingThreads, Who } from '../../trace/fault.ts';
import { elementAt } from '../machine/element-names.ts';
import { briefly, partyWords, placeOf, whereWords } from '../machine/faults.ts';
import { deviceAddress } from '../machine/global-memory.ts';
import { RACE_OF } from '../machine/known-findings.ts';
import type { Instruction } from '../parse/ast.ts';
import type { GlobalRecord } from './global-record.ts';
import { LEFT_AS_IT_WAS } from './race-fault.ts';
import { laneOfPlace, pcOf, SEVERAL_LANES, strongOf } from './shadow.ts';
import { isPlainLoad } from './strong-words.ts';

/** An access of a cell. */
export interface GlobalThread {
  readonly segment: number;
  readonly place: number;
  readonly cell: number;
  /** Whether the store that it races with is the same one, of another lane. */
  readonly isSameStore?: true;
}

const NOT_ACQUIRED =
  "The flag or counter was read, but no fence follows its read. CUDA's own sample of a last-block reduction has none there and is right; a line that was in the L1 cache before may still be stale.";

const MISSING: Readonly<Record<RacingThreads, string>> = {
  lanes: 'with no __syncwarp between them',
  warps: 'with no barrier between them',
  ctas: 'and nothing orders the two CTAs',
};

const UNKNOWN = -1;

/** "%rd3+8": `out[i] += x` loads and stores at one; `out[i] = out[i - 1]` does not. */
function addressText({ operands }: Instruction): string {
  const address = operands.find(operand => operand.kind === 'address');
  return address === undefined ? '' : `${address.base?.name}+${address.byteOffset}`;
}

export class GlobalFindings {
  readonly #record: GlobalRecord;
  /** By pc: 1 for plain loads, 0 for others. */
  readonly #isLoad: Int8Array;

  constructor(record: GlobalRecord) {
    this.#record = record;
    this.#isLoad = new Int8Array(record.grid.program.operations.length).fill(UNKNOWN);
  }

  /** Reports a race. A race with a plain load is a fault only if something depends on the loaded value. */
  race(here: GlobalThread, other: GlobalThread, interval: number): void {
    const sort = this.#sortOf(here, other);
    const make = () => this.#fault(here, other, interval, this.#remedyOf(here, other));
    if (this.#isOfLoad(here, other)) this.#log.reportDoubtAt(sort, pcOf(here.place), pcOf(other.place), make);
    else this.#log.reportAt(sort, pcOf(here.place), pcOf(other.place), make);
  }

  /** Whether one of two instructions loads. */
  #isOfLoad({ place: a }: GlobalThread, { place: b }: GlobalThread): boolean {
    if (laneOfPlace(a) > SEVERAL_LANES || laneOfPlace(b) > SEVERAL_LANES) return false;
    return this.#loads(pcOf(a)) || this.#loads(pcOf(b));
  }

  #loads(pc: number): boolean {
    if (this.#isLoad[pc] === UNKNOWN)
      this.#isLoad[pc] = isPlainLoad(this.#record.grid.program.operations[pc].source) ? 1 : 0;
    return this.#isLoad[pc] === 1;
  }

  /** A store of what is there already. */
  sameValue(here: GlobalThread, other: GlobalThread, interval: number): void {
    this.#hazard(here, other, interval, this.#remedyOf(here, other), LEFT_AS_IT_WAS);
  }

  /** The other one has released, and its flag was read, but not acquired. */
  notAcquired(here: GlobalThread, other: GlobalThread, interval: number): void {
    this.#hazard(here, other, interval, 'acquire', NOT_ACQUIRED);
  }

  /** Reports a load through the read-only cache of bytes that a thread writes during the launch. */
  readOnly(here: GlobalThread, other: GlobalThread): void {
    const [thread, writer] = [this.#threadOf(here), this.#threadOf(other)];
    const make = (): Fault => ({
      kind: 'readOnlyLoad',
      message: `${whereWords(thread.place, thread.who)}: '${briefly(thread.place.instruction)}' reads ${this.#nameOf(here)} through the read-only cache, and '${briefly(writer.place.instruction)}' (${partyWords(writer, thread.place)}) wrote it in the same launch.`,
      place: thread.place,
      who: thread.who,
    });
    this.#log.reportAt('readOnlyLoad', pcOf(here.place), pcOf(other.place), make);
  }

  get #log() {
    return this.#record.grid.log;
  }

  #hazard(here: GlobalThread, other: GlobalThread, interval: number, remedy: RaceRemedy | null, seen: string): void {
    const make = (): Hazard => ({ ...this.#fault(here, other, interval, remedy), seen });
    this.#log.reportHazardAt(this.#sortOf(here, other), pcOf(here.place), pcOf(other.place), make);
  }

  #sortOf = (here: GlobalThread, other: GlobalThread) => RACE_OF[this.#between(here, other)];

  #areOfOneCluster(here: GlobalThread, other: GlobalThread): boolean {
    const { cluster } = this.#record.segments;
    return cluster[here.segment] === cluster[other.segment];
  }

  #between(here: GlobalThread, other: GlobalThread): RacingThreads {
    if (!this.#areOfOneCluster(here, other)) return 'ctas';
    const { warp } = this.#record.segments;
    if (warp[here.segment] === warp[other.segment]) return 'lanes';
    return this.#ctaOf(here) === this.#ctaOf(other) ? 'warps' : 'ctas';
  }

  #fault(here: GlobalThread, other: GlobalThread, interval: number, remedy: RaceRemedy | null): Fault {
    const [thread, before] = [this.#threadOf(here), this.#threadOf(other)];
    const between = this.#between(here, other);
    const first = `${whereWords(thread.place, thread.who)}: '${briefly(thread.place.instruction)}'`;
    const message = other.isSameStore
      ? `${first} writes another value than lane ${before.who.lane} to ${this.#nameOf(here)}.`
      : `${first} and '${briefly(before.place.instruction)}' (${partyWords(before, thread.place)}) both touch ${this.#nameOf(here)}, ${MISSING[between]}.`;
    const address = deviceAddress(here.cell << this.#record.shift);
    return { kind: 'race', message, ...thread, address, interval, other: before, between, remedy };
  }

  /** The remedy that would most likely order two CTAs. */
  #remedyOf(here: GlobalThread, other: GlobalThread): RaceRemedy | null {
    if (this.#between(here, other) !== 'ctas') return null;
    if (strongOf(here.place) !== 0 && strongOf(other.place) !== 0) return 'scope';
    if (this.#areOfOneCluster(here, other)) return null;
    if (this.#record.hasFlags) return 'flag';
    const { operations } = this.#record.grid.program;
    const [a, b] = [operations[pcOf(here.place)], operations[pcOf(other.place)]];
    const isUpdate =
      a.line === b.line && a.source.opcode !== b.source.opcode && addressText(a.source) === addressText(b.source);
    return isUpdate ? 'atomic' : 'grid';
  }

  #threadOf({ segment, place }: GlobalThread): { readonly place: FaultPlace; readonly who: Who } {
    const { grid, segments } = this.#record;
    const lane = laneOfPlace(place);
    return {
      place: placeOf(grid.files, grid.program.operations[pcOf(place)]),
      who: {
        cta: this.#ctaOf({ segment }),
        warp: segments.warp[segment] % grid.warpsPerCta,
        lane: lane >= SEVERAL_LANES ? -1 : lane,
      },
    };
  }

  /** Its number in the grid. */
  #ctaOf({ segment }: Pick<GlobalThread, 'segment'>): number {
    const { grid, segments } = this.#record;
    const rank = Math.floor(segments.warp[segment] / grid.warpsPerCta);
    const [x, y] = grid.cluster;
    const [width, height] = grid.gridSize;
    const [rx, ry, rz] = [rank % x, Math.floor(rank / x) % y, Math.floor(rank / (x * y))];
    return segments.cluster[segment] + rx + width * (ry + height * rz);
  }

  #nameOf({ cell }: GlobalThread): string {
    return elementAt(this.#record.grid.global, cell << this.#record.shift);
  }
}
