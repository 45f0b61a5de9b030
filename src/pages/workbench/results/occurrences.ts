/** The single requests of an instruction: those that the trace kept, in their order or the worst first. Pure. */
import { costOfRequest, rankOf } from '../../../model/findings/request-cost.ts';
import { ACCESS_KINDS, type Access, type AccessTrace, accessAt, SPACES } from '../../../trace/access-trace.ts';
import type { AccessChoice } from './access-list.ts';

export type OccurrenceOrder = 'worst' | 'order' | 'ranked';

export interface Occurrence {
  readonly access: Access;
  /** Wavefronts, sectors or addresses of this one, and the least there could be. */
  readonly parts: number;
  readonly ideal: number;
}

/** Rows of the trace that the instruction made, in the order of execution. */
export function keptRows(trace: AccessTrace, { totals }: AccessChoice, warp: number | null): readonly number[] {
  const space = SPACES.indexOf(totals.space);
  const kind = ACCESS_KINDS.indexOf(totals.kind);
  const rows: number[] = [];
  for (let row = 0; row < trace.rows; row++) {
    if (trace.pc[row] !== totals.pc || trace.space[row] !== space || trace.kind[row] !== kind) continue;
    if (warp === null || trace.warp[row] === warp) rows.push(row);
  }
  return rows;
}

/** Worst first; equals keep their order. */
export function rankedRows(trace: AccessTrace, rows: readonly number[]): readonly number[] {
  const ranks = new Map(rows.map(row => [row, rankOf(costOfRequest(accessAt(trace, row)))]));
  return rows.toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
}

export function occurrenceOf(access: Access): Occurrence {
  const { parts, ideal } = costOfRequest(access);
  return { access, parts, ideal };
}

/** Warps with requests among the rows, ascending. */
export const warpsOf = (trace: AccessTrace, rows: readonly number[]): readonly number[] =>
  [...new Set(rows.map(row => trace.warp[row]))].sort((a, b) => a - b);
