/**
 * For each cell of device memory: its last write, its last read, and one more read, with warp and place; and writes behind strong ones.
 * Pages are made when something touches them. A line of 32 cells has one mark for all of them for as long as whole warps access it,
 * lane after lane, as most kernels do.
 */

/** Cells of a page, as a power of two. */
export const PAGE_SHIFT = 12;
export const PAGE_CELLS = 2 ** PAGE_SHIFT;
/** Index in a page's marks at which those of a cell start. */
export const markOf = (cell: number): number => 2 * (cell & (PAGE_CELLS - 1));

/** Accesses of cells, or of lines, two words each: the segment (0 for none), and the place. */
export type Marks = Int32Array;

/** Marks of the cells of a page, or of its lines. */
export interface CellMarks {
  /** How many. */
  readonly count: number;
  /** Each null before the first. */
  writes: Marks | null;
  /** The last plain write, where strong ones have followed. */
  plains: Marks | null;
  /**
   * Behind the last write, an atomic, an earlier one by another warp of its cluster that neither happened before it nor was seen by
   * it: a thread's own atomic says nothing about those of others.
   */
  near: Marks | null;
  /** The same by another cluster. */
  far: Marks | null;
  reads: Marks | null;
  /** A read of another warp than the last read's, and of another cluster, if there was one. */
  others: Marks | null;
  /** Of some cells or lines, by the place of their marks: reads by further warps of the last reader's cluster (`further-reads.ts`). */
  further: Map<number, readonly number[]> | null;
  /** Where several lanes share a mark: their masks, a word each for the last write and the last read. */
  lanes: Int32Array | null;
  /** Where several lanes share the mark of the last read: the place of that read, and of the last one by another lane. */
  again: Marks | null;
}

export const WRITE_SORTS = ['writes', 'plains', 'near', 'far'] as const;
export const READ_SORTS = ['reads', 'others'] as const;
export type MarkSort = (typeof WRITE_SORTS | typeof READ_SORTS)[number];

export interface ShadowPage extends CellMarks {
  /**
   * For each line: where its marks are: `UNTOUCHED`, `CELLS`, or `LINE` plus the cells of each lane as a power of two.
   */
  readonly kinds: Uint8Array;
  /** Marks of lines: the place is that of the first cell's lane. */
  readonly lines: CellMarks;
  /**
   * For each cell: the segment of the atomics for the whole device that were there last and raced with nothing, less than 0 where those
   * of another segment may race with something; or 0. Null before the first.
   */
  counted: Int32Array | null;
}

export const UNTOUCHED = 0;
export const CELLS = 1;
export const LINE = 2;

/** Cells of a line, as a power of two: as many as a warp has lanes. */
export const LINE_SHIFT = 5;
const LINE_CELLS = 2 ** LINE_SHIFT;
const PAGE_LINES = PAGE_CELLS / LINE_CELLS;

const emptyMarks = (count: number): CellMarks => ({
  count,
  writes: null,
  plains: null,
  near: null,
  far: null,
  reads: null,
  others: null,
  further: null,
  lanes: null,
  again: null,
});

export const newPage = (): ShadowPage => ({
  ...emptyMarks(PAGE_CELLS),
  kinds: new Uint8Array(PAGE_LINES),
  lines: emptyMarks(PAGE_LINES),
  counted: null,
});

export const newMarks = ({ count }: CellMarks): Marks => new Int32Array(2 * count);

/** Another access by the warp at the same clock: where it is another lane's, the mark is of several. */
export function markAgain(marks: CellMarks, sort: 'writes' | 'reads', i: number, place: number): void {
  const of = marks[sort]!;
  const [last, lane] = [laneOfPlace(of[i + 1]), laneOfPlace(place)];
  if (last === lane) {
    of[i + 1] = place;
    return;
  }
  marks.lanes ??= newMarks(marks);
  const { lanes } = marks;
  const at = i + (sort === 'writes' ? 0 : 1);
  lanes[at] = (last === SEVERAL_LANES ? lanes[at] : 1 << last) | (1 << lane);
  if (sort === 'reads') noteAgain(marks, i, of[i + 1], place);
  of[i + 1] = ofSeveralLanes(place);
}

function noteAgain(marks: CellMarks, i: number, last: number, place: number): void {
  marks.again ??= newMarks(marks);
  const { again } = marks;
  if (laneOfPlace(last) !== SEVERAL_LANES) again[i + 1] = last;
  else if (laneOfPlace(again[i]) !== laneOfPlace(place)) again[i + 1] = again[i];
  again[i] = place;
}

/** Place of the last read that several lanes share, by another lane than that one. */
export function placeByOther({ reads, again }: CellMarks, i: number, lane: number): number {
  if (again === null || laneOfPlace(reads![i + 1]) !== SEVERAL_LANES) return reads![i + 1];
  return ofSeveralLanes(again[laneOfPlace(again[i]) === lane ? i + 1 : i]);
}

/** Another read in the segment of the last; none that is strong may hide a plain one. */
export function readAgain(marks: CellMarks, i: number, place: number): void {
  if (strongOf(place) === 0 || strongOf(marks.reads![i + 1]) !== 0) markAgain(marks, 'reads', i, place);
}

/** Mask of the lanes of a mark. */
export function lanesOfMark(marks: CellMarks, sort: MarkSort, i: number): number {
  const lane = laneOfPlace(marks[sort]![i + 1]);
  if (lane !== SEVERAL_LANES) return 1 << lane;
  if (marks.lanes === null || (sort !== 'writes' && sort !== 'reads')) return -1;
  return marks.lanes[i + (sort === 'writes' ? 0 : 1)];
}

/** Marks an access of the cell or line whose marks are there. */
export function putMark(marks: CellMarks, sort: MarkSort, i: number, segment: number, place: number): void {
  marks[sort] ??= newMarks(marks);
  marks[sort][i] = segment;
  marks[sort][i + 1] = place;
}

export type Shadow = Map<number, ShadowPage>;

/** Gives the cell a mark of its own, and with it those of its line. */
export function openCell(page: ShadowPage, cell: number): void {
  const line = (cell & (PAGE_CELLS - 1)) >>> LINE_SHIFT;
  if (page.kinds[line] !== CELLS) openLine(page, line);
  if (page.counted !== null) page.counted[cell & (PAGE_CELLS - 1)] = 0;
}

/** The same of all cells. */
export function openPage(page: ShadowPage): ShadowPage {
  page.counted = null;
  for (let line = 0; line < PAGE_LINES; line++) if (page.kinds[line] !== CELLS) openLine(page, line);
  return page;
}

function openLine(page: ShadowPage, line: number): void {
  const kind = page.kinds[line];
  page.kinds[line] = CELLS;
  if (kind === UNTOUCHED) return;
  for (const sort of [...WRITE_SORTS, ...READ_SORTS]) {
    const marks = page.lines[sort];
    if (marks === null || marks[2 * line] === 0) continue;
    page[sort] ??= newMarks(page);
    spread(page[sort], marks, line, kind - LINE);
  }
  const further = page.lines.further?.get(2 * line);
  if (further === undefined) return;
  page.further ??= new Map();
  for (let cell = 0; cell < LINE_CELLS; cell++) {
    const lane = cell >> (kind - LINE);
    page.further.set(
      2 * (line * LINE_CELLS + cell),
      further.map((word, k) => word + (k & 1) * lane),
    );
  }
}

/** Marks each cell of a line as the line is marked, by the lane that has it: `shift` turns cells into lanes. */
function spread(cells: Marks, lines: Marks, line: number, shift: number): void {
  const [segment, place] = [lines[2 * line], lines[2 * line + 1]];
  for (let cell = 0; cell < LINE_CELLS; cell++) {
    const i = 2 * (line * LINE_CELLS + cell);
    cells[i] = segment;
    cells[i + 1] = place + (cell >> shift);
  }
}

/** How strong an access is: 0 plain, else one more than its scope. */
export type Strong = 0 | 1 | 2 | 3;

const LANE_BITS = 6;
const STRONG_BITS = 2;
const LANE_MASK = 2 ** LANE_BITS - 1;
const STRONG_MASK = 2 ** STRONG_BITS - 1;
export const PLACE_BITS = LANE_BITS + STRONG_BITS;

/** A lane of an instruction; in place of the lane `SEVERAL`, or `ENGINE`. */
export const placeAt = (pc: number, strong: Strong, lane: number): number =>
  (pc << PLACE_BITS) | (strong << LANE_BITS) | lane;
export const pcOf = (place: number): number => place >>> PLACE_BITS;
export const strongOf = (place: number): Strong => ((place >>> LANE_BITS) & STRONG_MASK) as Strong;
export const laneOfPlace = (place: number): number => place & LANE_MASK;
/** Whether what is marked there, if anything, is strong for the whole device. */
export const isForDevice = (marks: Marks | null, i: number): boolean =>
  marks === null || marks[i] === 0 || strongOf(marks[i + 1]) === 3;
export const ofSeveralLanes = (place: number): number => (place & ~LANE_MASK) | SEVERAL_LANES;
export const SEVERAL_LANES = 32;
/** A copy engine, for the thread that asked it. */
export const ENGINE = 33;
/** Any lane of those that may come: what is before it is before each of them. */
export const ANY_LANE = 34;
