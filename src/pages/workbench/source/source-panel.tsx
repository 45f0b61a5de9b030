/** The source of the version in sight: its texts as tabs, the editor with the marks of the last run, the legend below. */

import { Suspense, useId, useMemo } from 'react';
import type { Annotations, TextFault } from '../../../panels/code-editor/line-annotations.ts';
import type { SourceTab } from '../../../panels/code-editor/source-tab.ts';
import { TabPanel, TabRow } from '../../../panels/kit/tabs.tsx';
import { latePart } from '../../../panels/part-boundary.tsx';
import { useWorkbench } from '../../../state/workbench-store.ts';
import { isOnLine } from '../findings/finding-words.ts';
import { useModuleReading } from '../module-reading.ts';
import type { WorkbenchFailure } from '../run.ts';
import { startRun } from '../runs.ts';
import type { VersionModel } from '../use-versions.ts';
import { ArchChoice } from './arch-choice.tsx';
import { EditCuda } from './edit-cuda.tsx';
import { EditorHelp } from './editor-help.tsx';
import { HeatLegend } from './heat-legend.tsx';
import { marksOf } from './source-marks.ts';
import css from './source-panel.module.css';
import { startLine } from './start-line.ts';
import { chosenLineIn, goTo, placeAt, shownText, textsOf, wrongLinesIn } from './version-texts.ts';

/** CodeMirror is larger than the rest of the page: the page is there before it. */
const CodeEditor = latePart(async () => (await import('../../../panels/code-editor/code-editor.tsx')).CodeEditor);

export function SourcePanel({ version }: { version: VersionModel }) {
  const { tabs, tab } = useTabs(version);
  const annotations = useAnnotations(version, tab);
  const id = useId();
  return (
    <section className={`card ${css.panel}`} aria-label="Source">
      <TextBar id={id} version={version} tabs={tabs} tab={tab} />
      <HeatLegend shown={annotations.marks.length > 0} />
      <TabPanel id={id} tab={tabs.length > 1 ? tab.id : null} className={css.text}>
        <Suspense fallback={<p className="waiting">Loading the editor …</p>}>
          <Editor key={editorId(version, tab)} version={version} tab={tab} annotations={annotations} />
        </Suspense>
      </TabPanel>
    </section>
  );
}

interface TextBarProps {
  /** Id of the panel with the text. */
  readonly id: string;
  readonly version: VersionModel;
  readonly tabs: readonly SourceTab[];
  readonly tab: SourceTab;
}

function TextBar({ id, version, tabs, tab }: TextBarProps) {
  const look = useWorkbench(state => state.look);
  return (
    <div className={`row ${css.bar}`}>
      {tabs.length > 1 && (
        <div className={css.tabs}>
          <TabRow
            id={id}
            label="Text"
            value={tab.id}
            tabs={tabs.map(({ id, label }) => ({ value: id, label }))}
            onChange={id => look({ tab: id })}
          />
        </div>
      )}
      <code className={`ellipsis remark ${css.file}`}>{tab.name}</code>
      {!tab.editable && <span className={`caption rigid ${css.note}`}>{WHY_FIXED[tab.language]}</span>}
      <EditCuda version={version} tab={tab} />
      {tab.editable && tab.language === 'cuda' && <ArchChoice version={version} />}
      <EditorHelp />
    </div>
  );
}

const WHY_FIXED = {
  cuda: 'read only: the PTX is what runs',
  python: 'read only: the PTX is what runs',
  ptx: 'read only: made from the CUDA',
} as const;

const editorId = ({ edition }: VersionModel, tab: SourceTab): string => `${edition} ${tab.id}`;

function Editor({ version, tab, annotations }: { version: VersionModel; tab: SourceTab; annotations: Annotations }) {
  const { letter, document } = version;
  const { edit, select } = useWorkbench.getState();
  return (
    <CodeEditor
      id={editorId(version, tab)}
      tab={tab}
      annotations={annotations}
      onChange={text => edit(letter, { source: { ...document.source, text } })}
      onPick={line => select({ letter, ...placeAt(version.run, tab, line) })}
      onRun={() => void startRun(letter)}
      onStepFinding={by => stepFinding(version, by)}
      startLine={() => startLine(tab, document, version.run.compiled)}
      part={document.launch.entry}
    />
  );
}

function useTabs(version: VersionModel) {
  const chosen = useWorkbench(state => state.tab);
  const tabs = useMemo(() => textsOf(version, version.run), [version]);
  return { tabs, tab: shownText(tabs, chosen) };
}

function stepFinding({ letter, run }: VersionModel, by: 1 | -1): void {
  const findings = run.result?.inspection.findings ?? [];
  if (findings.length === 0) return;
  const { selection } = useWorkbench.getState();
  const ahead = by === 1 ? findings : findings.toReversed();
  const at = selection ? ahead.findLastIndex(({ place }) => isOnLine(place, selection)) : -1;
  goTo(letter, ahead[(at + 1) % ahead.length].place);
}

function useAnnotations(version: VersionModel, tab: SourceTab): Annotations {
  const { letter, run } = version;
  const selection = useWorkbench(state => state.selection);
  const { result } = run;
  const { language, name } = tab;
  const marks = useMemo(() => (result ? marksOf(result.inspection, { language, name }) : []), [result, language, name]);
  const chosenLine = selection?.letter === letter ? chosenLineIn(tab, run, selection) : 0;
  const faults = useTextFaults(version, tab);
  const wrong = useMemo(() => wrongLinesIn(tab, run), [tab, run]);
  return useMemo(() => ({ marks, chosenLine, faults, wrong }), [marks, chosenLine, faults, wrong]);
}

const NO_FAULTS: readonly TextFault[] = [];

/** Errors that keep the text from running, at their lines: PTX is read while it is typed, CUDA when it is compiled. */
function useTextFaults(version: VersionModel, { language }: SourceTab): readonly TextFault[] {
  const reading = useModuleReading(version);
  const failure = language === 'ptx' ? (reading && !reading.ok ? reading.error : null) : compileFailure(version);
  return useMemo(() => (failure ? faultsIn(failure) : NO_FAULTS), [failure]);
}

function faultsIn({ place, message, said = [] }: Pick<WorkbenchFailure, 'place' | 'message' | 'said'>) {
  if (said.length > 0)
    return said.map(({ kind, line, column, words }): TextFault => {
      return { line, column, message: words, isWarning: kind === 'warning' };
    });
  return place === null ? NO_FAULTS : [{ ...place, message }];
}

const compileFailure = ({ run: { failure } }: VersionModel) => (failure?.stage === 'compile' ? failure : null);
