/** One comparison of a kernel's variants, with any engine. */

import { archOf } from '../../server/runners/gpu-place.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { MachineInfo, PlaceInfo } from '../../src/contract/api.ts';
import type { RunRequest } from '../../src/contract/run.ts';
import type { Kernel, Params } from '../../src/kernels/kernel.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import type { LastEvent, RunEngine, RunEventFollower } from './run-engine.ts';

type Failed = Extract<LastEvent, { stage: 'failed' }>;

export interface ModelLimits {
  readonly variant: string;
  readonly why: string;
}

export interface ComparedRuns {
  /** Records in the order of the variants; null if the comparison failed. */
  readonly records: readonly RunRecord[] | null;
  readonly failure: Failed | null;
  /** Variants that faulted or did not end. Since that ends the GPU process, the others were compared without them. */
  readonly leftOut: readonly ModelLimits[];
  /** One sentence that says why the records are not in the history; null if they are. */
  readonly notKept: string | null;
}

/** An engine, and the place of it where comparisons run. */
export interface EngineAt {
  readonly engine: RunEngine;
  readonly place: PlaceInfo;
}

/**
 * The variants that the GPU's architecture and the parameters allow; where the GPU is not known yet, those that some GPU allows.
 * Known-wrong ones that never end are none of them: each would hold the GPU until the time limit, and none has a time.
 */
export function ableVariants(
  { archs, places }: MachineInfo,
  place: PlaceInfo,
  kernel: Kernel,
  params: Params,
): string[] {
  const known = places.find(({ name }) => name === place.name)?.gpu ?? null;
  const possible = known === null ? archs : [archOf(known, archs)];
  const isAble = (id: string): boolean =>
    kernel.refusal(id, params) === null && possible.some(arch => kernel.shortfall(id, params, arch) === null);
  return kernel.variants.filter(({ id, mustFail }) => mustFail !== 'deadlock' && isAble(id)).map(({ id }) => id);
}

/** The error is one line that says why there is no such comparison. */
export async function compare(
  engine: RunEngine,
  request: RunRequest,
  follower: RunEventFollower,
): Promise<Result<ComparedRuns, string>> {
  const leftOut: ModelLimits[] = [];
  for (;;) {
    const variants = request.variants.filter(id => leftOut.every(({ variant }) => variant !== id));
    const last = await engine.run({ ...request, variants }, follower);
    if (!last.ok) return err(last.error);
    if (last.value.stage === 'done') {
      const { runs, notKept = null } = last.value;
      return ok({ records: runs.map(({ record }) => record), failure: null, leftOut, notKept });
    }
    const { at, variant, message } = last.value;
    // 'job': a GPU that was not known before cannot run it.
    const isOfOne = (at === 'cuda' || at === 'timeout' || at === 'job') && variant !== null;
    if (!isOfOne || variants.length === 1) {
      return ok({ records: null, failure: last.value, leftOut, notKept: null });
    }
    leftOut.push({ variant, why: message });
  }
}
