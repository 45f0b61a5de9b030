/** One run of a document: compiles it where it is CUDA, emulates it in the worker, ends with a result or a reason. */

import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { InspectionOptions } from '../../inspect/inspection.ts';
import { firstWarps } from '../../inspect/replay/first-warps.ts';
import { inspect, replay } from '../../services/emulator/inspection-client.ts';
import { workerFailure } from '../../services/emulator/job-failure.ts';
import { compileCuda } from './compile-cuda.ts';
import type { CompilerWarning, WorkbenchRun } from './run.ts';

/** Change of a run by one of its steps. */
type RunChange = Partial<WorkbenchRun>;

interface RunTerms {
  /** Jobs of one slot take each other's place. */
  readonly slot: string;
  readonly maxSeconds: number;
  /** The document with the launch to run, once its PTX is known. */
  readonly launched: (ptx: string) => Promise<WorkbenchDocument>;
  readonly signal: AbortSignal;
  readonly onChange: (change: RunChange) => void;
}

/** Never rejects: a run that was called off ends without a change. */
export async function runDocument(document: WorkbenchDocument, terms: RunTerms): Promise<void> {
  const { signal, onChange } = terms;
  try {
    onChange({ ...(await lastChange(document, terms)), running: null });
  } catch (error) {
    if (!signal.aborted) onChange({ running: null, failure: workerFailure((error as Error).message) });
  }
}

async function lastChange(document: WorkbenchDocument, terms: RunTerms): Promise<RunChange> {
  const { slot, maxSeconds, signal, onChange, launched } = terms;
  let ptx = document.source.text;
  let warnings: readonly CompilerWarning[] = [];
  if (document.source.language === 'cuda') {
    onChange({ running: { stage: 'compile', progress: null } });
    const compiled = await compileCuda(document, signal);
    if (!compiled.ok) return { failure: compiled.error };
    ({ ptx, warnings } = compiled.value);
    onChange({ compiled: ptx });
  }
  const ready = await launched(ptx);
  const tracedWarps = ready.tracedWarps === 'roles' ? await warpsOfRoles(ptx, ready, terms) : null;
  const options = { ...optionsOf(ready), ...(tracedWarps && { tracedWarps }) };
  const job = { ptx, launch: ready.launch, options, maxSeconds };
  const run = await inspect(slot, job, progress => onChange({ running: { stage: 'emulate', progress } }), signal);
  return run.ok ? { result: { ...run.value, ptx, warnings, document: ready } } : { failure: run.error };
}

/** One of each; null where the CTA's events tell no roles, and then all warps are traced. */
async function warpsOfRoles(ptx: string, document: WorkbenchDocument, terms: RunTerms): Promise<number[] | null> {
  const { launch, tracedCta: cta, sharedBaseBytes } = document;
  const options = { cta, ...(sharedBaseBytes !== undefined && { sharedBaseBytes }) };
  const job = { ptx, launch, options, scenario: null };
  const replayed = await replay(`${terms.slot} roles`, job, () => undefined, terms.signal);
  return replayed.ok && replayed.value.kernel ? firstWarps(replayed.value.kernel.roles) : null;
}

export const optionsOf = ({
  ctas,
  tracedCta,
  faults,
  sharedBaseBytes,
  capture,
  source,
}: WorkbenchDocument): InspectionOptions => ({
  ...(ctas ? { ctas } : {}),
  ...(sharedBaseBytes ? { sharedBaseBytes } : {}),
  ...(capture ? { tensors: capture.parts } : {}),
  ...(source.language === 'cuda' ? { sources: [source.text] } : {}),
  tracedCtas: [tracedCta],
  faults,
});
