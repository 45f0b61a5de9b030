/**
 * The run of a document in its one shape, from the form to the results: the run itself changes it step by step, a store
 * keeps it, every part of the workbench reads it.
 */
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { Inspection } from '../../inspect/inspection.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { JobFailure } from '../../services/emulator/job-failure.ts';
import { launchText } from './launch-text.ts';

export interface WorkbenchRun {
  /** Null while nothing is on its way. */
  readonly running: { readonly stage: 'compile' | 'emulate'; readonly progress: EmulationProgress | null } | null;
  /** Why the last run has no result; null if it has one, or if none was started. */
  readonly failure: WorkbenchFailure | null;
  /** PTX of the last compiled CUDA source. */
  readonly compiled: string | null;
  /** Kept while a newer run is on its way or has failed. */
  readonly result: RunResult | null;
}

export interface WorkbenchFailure extends Omit<JobFailure, 'stage'> {
  readonly stage: 'compile' | JobFailure['stage'];
  /** Errors and warnings of the compiler, each at its line; absent where it named none. */
  readonly said?: readonly SaidByCompiler[];
}

export interface SaidByCompiler {
  readonly kind: 'error' | 'warning';
  readonly line: number;
  readonly column: number;
  readonly words: string;
}

/** Warning of the compiler at a line of the text. */
export interface CompilerWarning {
  readonly line: number;
  readonly words: string;
}

export interface RunResult {
  readonly inspection: Inspection;
  /** Words that say why only a part of the launch ran; null if all that was asked for ran. */
  readonly cut: string | null;
  /** Warnings of the compiler for the CUDA; none for PTX. */
  readonly warnings: readonly CompilerWarning[];
  /** The PTX that ran, and the document it was run with. */
  readonly ptx: string;
  readonly document: WorkbenchDocument;
}

/** A result beside the document as it is now. */
export interface ShownResult extends RunResult {
  /** Source or launch were changed since. */
  readonly stale: boolean;
}

export const NO_RUN: WorkbenchRun = { running: null, failure: null, compiled: null, result: null };

/** The result with the document's current expectations, which change no run. */
export const shownResult = (
  result: RunResult | null,
  stale: boolean,
  expectations: WorkbenchDocument['expectations'],
): ShownResult | null => result && { ...result, document: { ...result.document, expectations }, stale };

export const isStale = (document: WorkbenchDocument, { result }: WorkbenchRun): boolean =>
  result !== null && !isSameProgram(result.document, document);

/** Whether both run alike: titles, guesses and expectations change no run. */
function isSameProgram(a: WorkbenchDocument, b: WorkbenchDocument): boolean {
  const rest = ({ arch, launch, sharedBaseBytes, ctas, tracedCta, tracedWarps, faults }: WorkbenchDocument) =>
    launchText([arch, launch, sharedBaseBytes ?? 0, ctas, tracedCta, tracedWarps ?? 'all', faults]);
  return a === b || (a.source.text === b.source.text && a.source.language === b.source.language && rest(a) === rest(b));
}
