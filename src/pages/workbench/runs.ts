/** The runs of the workbench's documents, by edition: what is on its way, why one failed, and the last that came to an end. */
import { create } from 'zustand';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { Inspection } from '../../inspect/inspection.ts';
import { type DocumentVersion, otherLetter, useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import { guessedFor, isBlank, readModule } from './module-reading.ts';
import { type RunStep, runDocument } from './run-document.ts';
import type { RunView } from './version-view.ts';

type Running = Extract<RunView, { state: 'running' }>;
export type WorkbenchFailure = Extract<RunView, { state: 'failed' }>;

/** A run that ended: its result, and what it is a result of. */
export interface Ended {
  readonly inspection: Inspection;
  /** Why it is of a part of the launch only; null where it is not. */
  readonly cut: string | null;
  readonly ptx: string;
  readonly document: WorkbenchDocument;
}

export interface WorkbenchRun {
  readonly running: Running | null;
  readonly failure: WorkbenchFailure | null;
  /** What the CUDA source became last. */
  readonly compiled: string | null;
  /** Kept while a newer run is on its way or has failed. */
  readonly ended: Ended | null;
}

export const NO_RUN: WorkbenchRun = { running: null, failure: null, compiled: null, ended: null };

export const useRuns = create<{ readonly byEdition: ReadonlyMap<number, WorkbenchRun> }>()(() => ({
  byEdition: new Map(),
}));

const aborts = new Map<number, AbortController>();

/** Runs the document as it is now; a run of it that is on its way is given up. */
export async function startRun(letter: VersionLetter): Promise<void> {
  const { versions, maxSeconds } = useWorkbench.getState();
  const version = versions[letter];
  if (!version) return;
  const { edition, document } = version;
  aborts.get(edition)?.abort();
  const abort = new AbortController();
  aborts.set(edition, abort);
  record(edition, { running: { state: 'running', stage: 'emulate', progress: null }, failure: null });
  const launched = (ptx: string) => documentWithLaunch(letter, document, ptx);
  const onStep = (step: RunStep) => {
    if (!abort.signal.aborted) record(edition, changeOf(step));
  };
  await runDocument(document, { launched, slot: `workbench ${edition}`, maxSeconds, signal: abort.signal, onStep });
}

export function cancelRun({ edition }: DocumentVersion): void {
  aborts.get(edition)?.abort();
  record(edition, { running: null });
}

/** The copy starts with the result of what it was copied from. */
export function duplicateVersion(): void {
  const { versions, shown, duplicate } = useWorkbench.getState();
  const { ended = null, compiled = null } = useRuns.getState().byEdition.get(versions[shown]?.edition ?? 0) ?? {};
  duplicate();
  const copy = useWorkbench.getState().versions[otherLetter(shown)];
  if (copy) record(copy.edition, { ended, compiled });
}

/** PTX of the CUDA that was just opened, from elsewhere. */
export function noteCompiled(letter: VersionLetter, ptx: string): void {
  const version = useWorkbench.getState().versions[letter];
  if (version) record(version.edition, { compiled: ptx });
}

function record(edition: number, change: Partial<WorkbenchRun>): void {
  useRuns.setState(({ byEdition }) => {
    const kept = new Map([...byEdition].filter(([of]) => of === edition || isOpen(of)));
    return { byEdition: kept.set(edition, { ...NO_RUN, ...kept.get(edition), ...change }) };
  });
}

/** Results are large: those of documents that were closed go. */
const isOpen = (edition: number): boolean =>
  Object.values(useWorkbench.getState().versions).some(version => version?.edition === edition);

/** CUDA that was opened without a launch gets one as soon as its kernels are known. */
async function documentWithLaunch(
  letter: VersionLetter,
  document: WorkbenchDocument,
  ptx: string,
): Promise<WorkbenchDocument> {
  if (!isBlank(document.launch)) return document;
  const outline = await readModule(ptx, document.source.text);
  if (!outline.ok) return document;
  const guess = guessedFor(outline.value);
  useWorkbench.getState().edit(letter, guess);
  return { ...document, ...guess };
}

function changeOf(step: RunStep): Partial<WorkbenchRun> {
  switch (step.state) {
    case 'compiled':
      return { compiled: step.ptx };
    case 'running':
      return { running: step };
    case 'failed':
      return { running: null, failure: step };
    case 'done': {
      const { state: _, ...ended } = step;
      return { running: null, ended };
    }
  }
}

/**
 * What both the results panel and the comparison show of a version: the last result, while there is one. What is expected
 * of outputs changes no run, so it is what the document says now.
 */
export function runViewOf(
  { running, failure, ended }: WorkbenchRun,
  stale: boolean,
  expectations: WorkbenchDocument['expectations'],
): RunView {
  if (ended) return { state: 'done', ...ended, document: { ...ended.document, expectations }, stale };
  return running ?? failure ?? { state: 'idle' };
}

export const isStale = (document: WorkbenchDocument, { ended }: WorkbenchRun): boolean =>
  ended !== null && !isSameProgram(ended.document, document);

/** Whether both run alike: titles, guesses and expectations change no run. */
function isSameProgram(a: WorkbenchDocument, b: WorkbenchDocument): boolean {
  const rest = ({ arch, launch, sharedBaseBytes, ctas, tracedCta, faults }: WorkbenchDocument) =>
    JSON.stringify([arch, launch, sharedBaseBytes ?? 0, ctas, tracedCta, faults]);
  return a === b || (a.source.text === b.source.text && a.source.language === b.source.language && rest(a) === rest(b));
}
