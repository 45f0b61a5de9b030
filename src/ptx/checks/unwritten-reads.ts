/**
 * Reads of device memory that nothing has written: of buffers that start undefined (`poison`, all bytes 0xFF), before the launch itself
 * writes them. Only bytes that are still 0xFF are looked up in the records of writes, so writes cost nothing more.
 */
import type { Fault } from '../../trace/fault.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Issuer } from '../machine/bulk-copy.ts';
import { elementAt } from '../machine/element-names.ts';
import { toldOf } from '../machine/faults.ts';
import { deviceAddress, type Region } from '../machine/global-memory.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { GlobalRecord } from './global-record.ts';
import { LINE_SHIFT, markOf, PAGE_CELLS, type ShadowPage } from './shadow.ts';

const UNWRITTEN_BYTE = 0xff;

/** Words of which more are not kept; those that are kept tell whether anything depends on them. */
const MOST_WORDS = 2 ** 18;

/** Null where no buffer starts undefined, or where not all writes are recorded. */
export function unwrittenReads(record: GlobalRecord): UnwrittenReads | null {
  const { grid, isWhole, ctas } = record;
  const [width, height, depth] = grid.gridSize;
  const undefinedRegions = grid.global.regions.filter(({ startsUndefined }) => startsUndefined);
  const isAll = isWhole && grid.ctas.count === width * height * depth && ctas >= grid.ctas.count;
  return isAll && undefinedRegions.length > 0 ? new UnwrittenReads(record, undefinedRegions) : null;
}

export class UnwrittenReads {
  readonly #record: GlobalRecord;
  readonly #u8: Uint8Array;
  /** All of these regions lie between. */
  readonly #start: number;
  readonly #end: number;

  constructor(record: GlobalRecord, regions: readonly Region[]) {
    this.#record = record;
    this.#u8 = record.grid.global.memory.u8;
    this.#start = regions[0].byteOffset;
    this.#end = Math.max(...regions.map(({ byteOffset, sizeBytes }) => byteOffset + sizeBytes));
  }

  /** Lanes are about to read the bytes at `warp.at`. */
  accessed(warp: Warp, operation: Operation, { widthBytes }: AccessForm, mask: number): void {
    const { at } = warp;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const start = at[lane];
      if (start >= this.#start && start < this.#end) this.#look(warp, operation, lane, start, widthBytes);
    }
  }

  /** A copy engine is about to read bytes side by side. */
  copied({ warp, operation, lane }: Issuer, start: number, sizeBytes: number): void {
    if (start >= this.#start && start < this.#end) this.#look(warp, operation, lane, start, sizeBytes);
  }

  #look(warp: Warp, operation: Operation, lane: number, start: number, sizeBytes: number): void {
    const { shift, grid } = this.#record;
    const end = start + sizeBytes;
    for (let from = start; from < end; ) {
      const cell = from >> shift;
      const to = Math.min(end, (cell + 1) << shift);
      if (this.#isAsAtStart(from, to) && !this.#isWritten(cell) && grid.global.before(from)?.startsUndefined) {
        this.#note(from, to);
        this.#report(warp, operation, lane, from);
      }
      from = to;
    }
  }

  #isAsAtStart(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.#u8[i] !== UNWRITTEN_BYTE) return false;
    return true;
  }

  #isWritten(cell: number): boolean {
    const page = this.#record.pageOf(cell);
    return page === null || hasWrite(page, cell);
  }

  #note(from: number, to: number): void {
    const { unwrittenReads: words } = this.#record.grid;
    for (let i = from; i < to; i++) {
      const word = i >>> 2;
      if (words.has(word) || words.size < MOST_WORDS)
        words.set(word, (words.get(word) ?? 0) | (UNWRITTEN_BYTE << (8 * (i & 3))));
    }
  }

  #report(warp: Warp, operation: Operation, lane: number, from: number): void {
    const { grid } = this.#record;
    grid.log.reportDoubtAt('uninitialisedRead', operation.pc, operation.pc, (): Fault => {
      const says = `reads ${elementAt(grid.global, from)}, which nothing has written: the buffer's content at the start is undefined`;
      return { kind: 'uninitialisedRead', ...toldOf(warp, operation, lane, says), address: deviceAddress(from) };
    });
  }
}

function hasWrite(page: ShadowPage, cell: number): boolean {
  const line = (cell & (PAGE_CELLS - 1)) >>> LINE_SHIFT;
  const ofLine = page.lines.writes;
  return (page.writes !== null && page.writes[markOf(cell)] !== 0) || (ofLine !== null && ofLine[2 * line] !== 0);
}
