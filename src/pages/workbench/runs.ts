/** The runs of the workbench's documents, by edition: what is on its way, why one failed, and the last that came to an end. */
import { create } from 'zustand';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { type DocumentVersion, otherLetter, useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import { guessedFor, isBlank, readModule } from './module-reading.ts';
import { NO_RUN, type WorkbenchRun } from './run.ts';
import { runDocument } from './run-document.ts';

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
  record(edition, { running: { stage: 'emulate', progress: null }, failure: null });
  const launched = (ptx: string) => documentWithLaunch(letter, document, ptx);
  const onChange = (change: Partial<WorkbenchRun>) => {
    if (!abort.signal.aborted) record(edition, change);
  };
  await runDocument(document, { launched, slot: `workbench ${edition}`, maxSeconds, signal: abort.signal, onChange });
}

export function cancelRun({ edition }: DocumentVersion): void {
  aborts.get(edition)?.abort();
  record(edition, { running: null });
}

/** The copy starts with the result of what it was copied from. */
export function duplicateVersion(): void {
  const { versions, shown, duplicate } = useWorkbench.getState();
  const { result = null, compiled = null } = useRuns.getState().byEdition.get(versions[shown]?.edition ?? 0) ?? {};
  duplicate();
  const copy = useWorkbench.getState().versions[otherLetter(shown)];
  if (copy) record(copy.edition, { result, compiled });
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
