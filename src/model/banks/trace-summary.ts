/**
 * Totals over many accesses: requests, wavefronts of shared accesses and sectors of global ones, for the whole trace and
 * for each source line. It accumulates row by row, so the run of a whole grid need not be kept.
 */
import { ACCESS_KINDS, type Access, type AccessKind, type AccessTrace, accessAt } from '../../trace/access-trace.ts';
import { sectorsOf } from './sectors.ts';
import { countWavefronts } from './wavefronts.ts';

export interface SharedTotals {
  /** Warp-wide instructions. */
  readonly requests: number;
  readonly wavefronts: number;
  /** Wavefronts without any bank conflict. */
  readonly ideal: number;
  /** Most wavefronts of one request. */
  readonly worst: number;
}

export interface GlobalTotals {
  /** Warp-wide instructions. */
  readonly requests: number;
  /** 32-byte sectors, counted per request. */
  readonly sectors: number;
  /** Sectors if each request's bytes lay side by side. */
  readonly ideal: number;
  /** Most sectors of one request. */
  readonly worst: number;
}

export type ByKind<T> = Readonly<Record<AccessKind, T>>;

/** Accesses to other spaces are not counted. */
export interface SpaceTotals {
  readonly shared: ByKind<SharedTotals>;
  readonly global: ByKind<GlobalTotals>;
}

export interface LineTotals extends SpaceTotals {
  readonly file: string;
  /** 1-based; 0 = unknown. */
  readonly line: number;
}

export interface TraceSummary extends SpaceTotals {
  /** Totals of each line, sorted by file, then line. */
  readonly lines: readonly LineTotals[];
}

export class SummaryBuilder {
  #all = emptyTotals();
  #byFile = new Map<string, Map<number, Totals>>();

  add(access: Access): void {
    if (access.space === 'shared') {
      const { wavefronts, ideal } = countWavefronts(access);
      for (const totals of [this.#all, this.#lineOf(access)]) addTo(totals.shared[access.kind], wavefronts, ideal);
    } else if (access.space === 'global') {
      const { sectors, ideal } = sectorsOf(access);
      for (const totals of [this.#all, this.#lineOf(access)]) addTo(totals.global[access.kind], sectors, ideal);
    }
  }

  finish(): TraceSummary {
    const lines = [...this.#byFile].flatMap(([file, byLine]) =>
      [...byLine].map(([line, totals]) => ({ file, line, ...named(totals) })),
    );
    return { ...named(this.#all), lines: lines.sort(byPlace) };
  }

  #lineOf({ file, line }: Access): Totals {
    const byLine = this.#byFile.get(file) ?? new Map<number, Totals>();
    this.#byFile.set(file, byLine);
    const totals = byLine.get(line) ?? emptyTotals();
    byLine.set(line, totals);
    return totals;
  }
}

export function summaryOf(trace: AccessTrace): TraceSummary {
  const builder = new SummaryBuilder();
  for (let row = 0; row < trace.rows; row++) builder.add(accessAt(trace, row));
  return builder.finish();
}

/** `parts` are wavefronts (shared) or sectors (global). */
interface Sum {
  requests: number;
  parts: number;
  ideal: number;
  worst: number;
}
type Totals = { readonly shared: ByKind<Sum>; readonly global: ByKind<Sum> };

function addTo(sum: Sum, parts: number, ideal: number): void {
  sum.requests++;
  sum.parts += parts;
  sum.ideal += ideal;
  sum.worst = Math.max(sum.worst, parts);
}

export const eachKind = <T>(of: (kind: AccessKind) => T): ByKind<T> =>
  Object.fromEntries(ACCESS_KINDS.map(kind => [kind, of(kind)])) as ByKind<T>;

const emptySum = (): Sum => ({ requests: 0, parts: 0, ideal: 0, worst: 0 });
const emptyTotals = (): Totals => ({ shared: eachKind(emptySum), global: eachKind(emptySum) });

const wavefrontsOf = ({ parts, ...rest }: Sum): SharedTotals => ({ ...rest, wavefronts: parts });
const sectorTotalsOf = ({ parts, ...rest }: Sum): GlobalTotals => ({ ...rest, sectors: parts });

const named = ({ shared, global }: Totals): SpaceTotals => ({
  shared: eachKind(kind => wavefrontsOf(shared[kind])),
  global: eachKind(kind => sectorTotalsOf(global[kind])),
});

const byPlace = (a: LineTotals, b: LineTotals): number =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
