/** Records of device memory during a launch: the last writer and reader of each cell, and what flags hand over. */
import type { Grid } from '../machine/grid.ts';
import type { Program } from '../machine/program.ts';
import type { Instruction } from '../parse/ast.ts';
import { keepFurther, needsFurtherReads } from './further-reads.ts';
import type { LateLoads } from './late-loads.ts';
import type { RacingLoads } from './racing-loads.ts';
import type { RacingSums } from './racing-sums.ts';
import { Segments } from './segments.ts';
import { type CellMarks, newMarks, newPage, PAGE_SHIFT, type Shadow, type ShadowPage } from './shadow.ts';
import type { SharedRacingLoads } from './shared-racing-loads.ts';
import { isStrong } from './strong-words.ts';
import type { Releases } from './vector-clocks.ts';

/** Atomic operations that take their value, and loads and stores that are strong, but for those of shared memory. */
const isFlag = ({ opcode, modifiers }: Instruction): boolean =>
  !modifiers.includes('shared') && (opcode === 'atom' || ((opcode === 'ld' || opcode === 'st') && isStrong(modifiers)));

/** Whether the kernel has something that flags, locks or counters are made of. */
export const hasFlags = ({ operations }: Program): boolean => operations.some(({ source }) => isFlag(source));

/** Each takes as long as some ten other reads. */
const MOST_FURTHER = 2 ** 16;
/** More cells than these are not all looked at. */
const MOST_CELLS = 2 ** 24;
/** A power of two. */
const LAST_PAGES = 64;
/** The same of warps in the grid. */
const MOST_WARPS = 2 ** 22;

/** Pcs of instructions that count otherwise than their words say. */
interface SpecialPcs {
  /** Plain loads that count as strong. */
  readonly confirmed: ReadonlySet<number>;
  /** Atomics whose result nothing reads. */
  readonly blind: ReadonlySet<number>;
}

export class GlobalRecord {
  readonly grid: Grid;
  readonly segments = new Segments();
  readonly shadow: Shadow = new Map();
  /** Releases by flags in device memory. */
  readonly releases: Releases = new Map();
  /** Cell of a byte: its offset, shifted. */
  readonly shift: number;
  /** Whether all CTAs of the grid are watched: else nothing is said of CTAs between each other. */
  readonly isWhole: boolean;
  /** One of this many pages is checked. */
  readonly pageStep: number;
  /** CTAs with a lower number are looked at. */
  readonly ctas: number;
  /** Listens to all accesses, in a run that looks for racing loads. */
  racingLoads: RacingLoads | null = null;
  /** Listens to loads of shared memory, in a run that looks for those that race. */
  sharedLoads: SharedRacingLoads | null = null;
  /** The same of floats that race in shared memory. */
  racingSums: RacingSums | null = null;
  /** Keeps loads until their values are used, in a run in which all flags order. */
  lateLoads: LateLoads | null = null;
  /** Cells from here on are the heap's: who frees a block orders it for who gets it next. */
  readonly #end: number;
  /** The pages that were looked up last, each at its number modulo their count, and their numbers. */
  readonly #lastNumbers = new Int32Array(LAST_PAGES).fill(-1);
  readonly #lastPages: (ShadowPage | null)[] = Array.from({ length: LAST_PAGES }, () => null);

  /** Whether the kernel has something that flags, locks or counters are made of. */
  readonly hasFlags: boolean;
  readonly special: SpecialPcs;
  /** How often a read may still be kept beside the two that have marks; 0 where those stand for all. */
  #furtherLeft: number;

  /** A cell is as wide as the narrowest access of the kernel that writes. */
  constructor(grid: Grid, isWhole: boolean, special: SpecialPcs) {
    this.grid = grid;
    this.shift = Math.log2(grid.program.globalGranule);
    this.isWhole = isWhole;
    this.hasFlags = hasFlags(grid.program);
    this.special = special;
    this.#furtherLeft = needsFurtherReads(grid.program) ? MOST_FURTHER : 0;
    this.#end = grid.global.heapStart >> this.shift;
    this.pageStep = Math.max(1, Math.ceil(this.#end / MOST_CELLS));
    this.ctas = Math.floor(MOST_WARPS / grid.warpsPerCta);
  }

  /** One sentence about what is not checked; empty if everything is. */
  get limits(): string {
    const parts: string[] = [];
    if (this.pageStep > 1) parts.push(`in one of ${this.pageStep} of its pages`);
    if (this.ctas < this.grid.ctas.count) parts.push(`of the first ${this.ctas} CTAs`);
    return parts.length === 0 ? '' : `Races in device memory were looked for only ${parts.join(' and ')}.`;
  }

  /** The page of the cell; null where it is not looked at. */
  pageOf(cell: number): ShadowPage | null {
    const number = cell >> PAGE_SHIFT;
    const at = number & (LAST_PAGES - 1);
    if (number === this.#lastNumbers[at]) return this.#lastPages[at];
    const isSeen = cell < this.#end && number % this.pageStep === 0;
    const page = isSeen ? (this.shadow.get(number) ?? newPage()) : null;
    if (page !== null) this.shadow.set(number, page);
    this.#lastNumbers[at] = number;
    this.#lastPages[at] = page;
    return page;
  }

  /** Its pages were changed from outside. */
  forgetPages(): void {
    this.#lastNumbers.fill(-1);
  }

  /** Notes a read, by a thread in the segment, of the cell or line whose marks are there. */
  noteRead(marks: CellMarks, i: number, segment: number, place: number): void {
    marks.reads ??= newMarks(marks);
    const { reads } = marks;
    const last = reads[i];
    if (last !== 0 && last !== segment) {
      if (this.#furtherLeft > 0 && keepFurther(marks, i, this.segments, segment, place)) this.#furtherLeft--;
      this.#displace(marks, i, last, segment);
    }
    reads[i] = segment;
    reads[i + 1] = place;
  }

  /** The last read of a cell becomes the other one, unless that is of another cluster and the last one is not. */
  #displace(marks: CellMarks, i: number, last: number, segment: number): void {
    const { cluster, warp } = this.segments;
    const isSameCluster = cluster[last] === cluster[segment];
    if (isSameCluster && warp[last] === warp[segment]) return;
    marks.others ??= newMarks(marks);
    const other = marks.others[i];
    if (isSameCluster && other !== 0 && cluster[other] !== cluster[segment]) return;
    marks.others[i] = last;
    marks.others[i + 1] = marks.reads![i + 1];
  }
}
