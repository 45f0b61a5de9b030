/** Marks of a run for each line of a text: the excess of its accesses, and how many lanes were active. Pure. */

import { LANES } from '../../../base/hardware.ts';
import type { Inspection } from '../../../inspect/inspection.ts';
import type { AccessTotals } from '../../../model/findings/line-summary.ts';
import type { LineMark } from '../../../panels/code-editor/line-marks.ts';
import type { SourceTab } from '../../../panels/code-editor/source-tab.ts';
import type { Space } from '../../../trace/access-trace.ts';
import type { ExecutionProfile } from '../../../trace/execution-profile.ts';
import { isSameFile } from './source-names.ts';

type Inspected = Pick<Inspection, 'lines' | 'profile'>;

/** Marks of the lines of the text on a tab, by line. */
export function marksOf(inspected: Inspected, tab: Pick<SourceTab, 'language' | 'name'>): readonly LineMark[] {
  const marks = new MarkTable();
  if (tab.language === 'ptx') addByPtxLine(marks, inspected);
  else addBySourceLine(marks, inspected, tab.name);
  return marks.finish();
}

function addByPtxLine(marks: MarkTable, { lines, profile }: Inspected): void {
  profile.instructions.forEach(({ ptxLine }, at) => {
    marks.addExecutions(ptxLine, profile, at);
  });
  const lineOf = new Map(profile.instructions.map(({ pc, ptxLine }) => [pc, ptxLine]));
  for (const totals of lines.instructions) marks.addAccess(lineOf.get(totals.pc) ?? 0, totals);
}

function addBySourceLine(marks: MarkTable, { lines, profile }: Inspected, name: string): void {
  profile.instructions.forEach(({ file, line }, at) => {
    if (isSameFile(file, name)) marks.addExecutions(line, profile, at);
  });
  for (const { file, line, accesses } of lines.lines)
    if (isSameFile(file, name)) for (const totals of accesses) marks.addAccess(line, totals);
}

const COLUMN_OF: Readonly<Partial<Record<Space, 'wavefronts' | 'sectors'>>> = {
  shared: 'wavefronts',
  global: 'sectors',
  local: 'sectors',
};

interface Row {
  wavefronts: { actual: number; ideal: number } | null;
  sectors: { actual: number; ideal: number } | null;
  issues: number;
  lanes: number;
  isFull: boolean;
}

/** Lanes that a predicate turns off are still there: only those that are elsewhere, or never were, are missing. */
function wasFull({ instructions, issues, lanes, diverged }: ExecutionProfile, at: number): boolean {
  const isGuarded = instructions[at].text.startsWith('@');
  return diverged[at] === 0 && (isGuarded || lanes[at] === issues[at] * LANES);
}

/** Adds up what falls on one line. Line 0 is no line. */
class MarkTable {
  readonly #rows = new Map<number, Row>();

  addAccess(line: number, { space, parts, ideal }: AccessTotals): void {
    const column = COLUMN_OF[space];
    if (!column) return;
    const row = this.#row(line);
    row[column] ??= { actual: 0, ideal: 0 };
    const cost = row[column];
    cost.actual += parts;
    cost.ideal += ideal;
  }

  addExecutions(line: number, profile: ExecutionProfile, at: number): void {
    if (profile.issues[at] === 0) return;
    const row = this.#row(line);
    row.issues += profile.issues[at];
    row.lanes += profile.lanes[at];
    row.isFull &&= wasFull(profile, at);
  }

  finish(): LineMark[] {
    const marks = Array.from(this.#rows, ([line, row]) => ({
      line,
      wavefronts: row.wavefronts,
      sectors: row.sectors,
      lanes: row.isFull ? null : row.lanes / row.issues,
    }));
    const saysSomething = (mark: LineMark) => mark.wavefronts ?? mark.sectors ?? mark.lanes;
    return marks.filter(mark => mark.line > 0 && saysSomething(mark) !== null).sort((a, b) => a.line - b.line);
  }

  #row(line: number): Row {
    let row = this.#rows.get(line);
    if (!row) {
      row = { wavefronts: null, sectors: null, issues: 0, lanes: 0, isFull: true };
      this.#rows.set(line, row);
    }
    return row;
  }
}
