/** The texts of a version as it is now, and how a place in them becomes the one under study. */
import type { WrongLine } from '../../../panels/code-editor/line-annotations.ts';
import type { SourceTab } from '../../../panels/code-editor/source-tab.ts';
import {
  type DocumentVersion,
  type LineSelection,
  useWorkbench,
  type VersionLetter,
} from '../../../state/workbench-store.ts';
import type { FaultPlace } from '../../../trace/fault.ts';
import { NO_RUN, type WorkbenchRun } from '../run.ts';
import { useRuns } from '../runs.ts';
import { isSameFile } from './source-names.ts';
import { lineIn, tabFor, tabsOf } from './source-tabs.ts';

export const textsOf = ({ document, listings }: DocumentVersion, { compiled }: WorkbenchRun): readonly SourceTab[] =>
  tabsOf(document.source, listings, compiled);

export const shownText = (tabs: readonly SourceTab[], id: string): SourceTab =>
  tabs.find(tab => tab.id === id) ?? tabs[0];

/** Brings a line into the editor, on the text that has it. */
export function chooseLine(selection: LineSelection | null): void {
  const { versions, tab, look, select } = useWorkbench.getState();
  select(selection);
  const version = selection && versions[selection.letter];
  if (!version) return;
  const tabs = textsOf(version, useRuns.getState().byEdition.get(version.edition) ?? NO_RUN);
  look({ shown: selection.letter, tab: tabFor(tabs, shownText(tabs, tab), selection).id });
}

/** The same, and on a narrow screen the editor comes into sight. */
export function goTo(letter: VersionLetter, { file, line, ptxLine }: FaultPlace): void {
  chooseLine({ letter, file, line, ptxLine });
  useWorkbench.getState().look({ part: 'source' });
}

/** A line as the records know it: a line of PTX comes with the source line that it was made from. */
export function placeAt({ result }: WorkbenchRun, tab: SourceTab, line: number) {
  if (tab.language !== 'ptx') return { file: tab.name, line, ptxLine: 0 };
  const made = result?.inspection.profile.instructions.find(({ ptxLine }) => ptxLine === line);
  return { file: made?.file ?? '', line: made?.line ?? 0, ptxLine: line };
}

/** The lines of a text at which the run went wrong: of a race, those of both accesses. One message a line: the first. */
export function wrongLinesIn(tab: SourceTab, run: WorkbenchRun): readonly WrongLine[] {
  const lines = new Map<number, string>();
  for (const { rank, place, other, message } of run.result?.inspection.findings ?? []) {
    if (rank === 'cost') continue;
    for (const at of other === null ? [place] : [place, other.place]) {
      const line = chosenLineIn(tab, run, at);
      if (line > 0 && !lines.has(line)) lines.set(line, message);
    }
  }
  return Array.from(lines, ([line, message]) => ({ line, message }));
}

/** Line of the place under study in a text; in PTX, the first instruction made from the source line. */
export function chosenLineIn(tab: SourceTab, { result }: WorkbenchRun, place: Omit<FaultPlace, 'instruction'>): number {
  const own = lineIn(tab, place);
  if (own > 0 || tab.language !== 'ptx' || !result) return own;
  const made = result.inspection.profile.instructions.find(
    ({ file, line }) => line === place.line && isSameFile(file, place.file),
  );
  return made?.ptxLine ?? 0;
}
