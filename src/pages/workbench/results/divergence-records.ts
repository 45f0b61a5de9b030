/** Records of a run's divergence picture: its profile, with the text of each line. Pure. */
import {
  type ClassCounts,
  type ExecutionLine,
  executionsByClass,
  executionsByInstruction,
  executionsByLine,
  meanLanes,
} from '../../../model/profile/execution-lines.ts';
import type { DivergenceRecords } from '../../../pictures/records.ts';
import type { Table } from '../../../pictures/view.ts';
import type { ExecutionProfile } from '../../../trace/execution-profile.ts';
import type { ShownResult } from '../run.ts';
import { isSameFile } from '../source/source-names.ts';

export interface ProfiledLines {
  readonly by: DivergenceRecords['by'];
  readonly lines: readonly ExecutionLine[];
}

export const profiledLines = (profile: ExecutionProfile, by: ProfiledLines['by']): ProfiledLines => ({
  by,
  lines: by === 'ptx' ? executionsByInstruction(profile) : executionsByLine(profile),
});

/** A source line has the words of the program where that is the file, else those of its first PTX instruction. */
export function divergenceRecords(
  { by, lines }: ProfiledLines,
  { inspection, document }: Pick<ShownResult, 'inspection' | 'document'>,
): DivergenceRecords {
  const { language, name, text } = document.source;
  const source = language === 'cuda' ? text.split('\n') : [];
  const textOf = ({ file, line, text: instruction }: ExecutionLine): string =>
    by === 'source' && isSameFile(file, name) ? (source[line - 1] ?? instruction) : instruction;
  return {
    by,
    lines: lines.map(of => ({
      line: by === 'ptx' ? of.ptxLine : of.line,
      text: textOf(of),
      issues: of.issues,
      lanes: of.lanes,
      diverged: of.diverged,
      waits: of.waits,
    })),
    classes: executionsByClass(inspection.profile),
  };
}

export const classTable = (classes: readonly ClassCounts[]): Table => ({
  columns: ['class', 'executions', 'mean active lanes', 'diverged', 'waits'],
  rows: classes.map(entry => [
    entry.class,
    `${entry.issues}`,
    meanLanes(entry)?.toFixed(2) ?? '',
    `${entry.diverged}`,
    `${entry.waits}`,
  ]),
});
