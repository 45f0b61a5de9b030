/** What a run left against what the GPU answered: worked out in slices, so that the page answers meanwhile. */
import { useEffect, useState } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import type { Result } from '../../../base/result.ts';
import { type MeasuredComparison, measuredInSlices } from '../../../contract/measured-comparison.ts';
import type { WorkbenchDocument } from '../../../contract/workbench-document.ts';

type Contents = ReadonlyMap<string, Uint8Array>;

interface MeasuredSoFar {
  /** Null until all is compared. */
  readonly result: Result<readonly MeasuredComparison[], FieldError> | null;
  /** From 0 to 1. */
  readonly share: number;
}

const NOTHING: MeasuredSoFar = { result: null, share: 0 };
/** Work between two looks at what else the page has to do. */
const WORK_MS = 30;

/** `buffers` null: there is nothing to compare. */
export function useMeasured(
  document: WorkbenchDocument,
  buffers: Contents | null,
  variables: Contents | null,
): MeasuredSoFar {
  const [measured, setMeasured] = useState(NOTHING);
  useEffect(() => {
    setMeasured(NOTHING);
    if (buffers === null) return;
    const slices = measuredInSlices(document, buffers, variables ?? new Map());
    let timer: ReturnType<typeof setTimeout>;
    const work = (): void => {
      const until = performance.now() + WORK_MS;
      let step = slices.next();
      while (!step.done && performance.now() < until) step = slices.next();
      setMeasured(step.done ? { result: step.value, share: 1 } : { result: null, share: step.value });
      if (!step.done) timer = setTimeout(work);
    };
    timer = setTimeout(work);
    return () => clearTimeout(timer);
  }, [document, buffers, variables]);
  return measured;
}
