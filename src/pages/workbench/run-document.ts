/** One run of a document: compiles it where it is CUDA, emulates it in the worker, ends with a result or a reason. */

import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { Inspection, InspectionOptions } from '../../inspect/inspection.ts';
import { inspect } from '../../services/emulator/client.ts';
import { compileCuda } from './compile-cuda.ts';
import type { RunView } from './version-view.ts';

export type RunStep =
  | Extract<RunView, { state: 'running' | 'failed' }>
  | { readonly state: 'compiled'; readonly ptx: string }
  | {
      readonly state: 'done';
      readonly inspection: Inspection;
      readonly cut: string | null;
      readonly ptx: string;
      readonly document: WorkbenchDocument;
    };

interface RunTerms {
  /** Jobs of one slot take each other's place. */
  readonly slot: string;
  readonly maxSeconds: number;
  /** The document with the launch to run, once its PTX is known. */
  readonly launched: (ptx: string) => Promise<WorkbenchDocument>;
  readonly signal: AbortSignal;
  readonly onStep: (step: RunStep) => void;
}

/** Never rejects: a run that was called off ends without a step. */
export async function runDocument(document: WorkbenchDocument, terms: RunTerms): Promise<void> {
  const { signal, onStep } = terms;
  try {
    onStep(await lastStep(document, terms));
  } catch (error) {
    if (!signal.aborted) onStep({ ...NO_PLACE, state: 'failed', stage: 'worker', message: (error as Error).message });
  }
}

const NO_PLACE = { place: null, field: null } as const;

async function lastStep(document: WorkbenchDocument, terms: RunTerms): Promise<RunStep> {
  const { slot, maxSeconds, signal, onStep, launched } = terms;
  let ptx = document.source.text;
  if (document.source.language === 'cuda') {
    onStep({ state: 'running', stage: 'compile', progress: null });
    const compiled = await compileCuda(document, signal);
    if (!compiled.ok) return compiled.failure;
    ptx = compiled.ptx;
    onStep({ state: 'compiled', ptx });
  }
  const ready = await launched(ptx);
  const job = { ptx, launch: ready.launch, options: optionsOf(ready), maxSeconds };
  const run = await inspect(slot, job, progress => onStep({ state: 'running', stage: 'emulate', progress }), signal);
  return run.ok ? { state: 'done', ...run.value, ptx, document: ready } : { state: 'failed', ...run.error };
}

const optionsOf = ({ ctas, tracedCta, faults, sharedBaseBytes }: WorkbenchDocument): InspectionOptions => ({
  ...(ctas ? { ctas } : {}),
  ...(sharedBaseBytes ? { sharedBaseBytes } : {}),
  tracedCtas: [tracedCta],
  faults,
});
