/** What is stored of a comparison: one record for each variant. */
import { createHash, randomUUID } from 'node:crypto';
import type { Build } from '../../src/contract/api.ts';
import type { RunOutcome, RunRecord } from '../../src/trace/run-record.ts';
import type { ContenderOutcome } from './comparison-ledger.ts';
import type { PlannedRun, PlannedVariant } from './run-plan.ts';
import type { ComparisonResult } from './runner.ts';

/** A variant with its code. */
export interface BuiltVariant extends PlannedVariant {
  readonly build: Build;
  /** Path of its machine code. */
  readonly cubin: string;
}

/** The place of the GPU, and the release of its driver. */
export interface MeasuredAt {
  readonly name: string;
  /** Whether it is the machine of the server itself. */
  readonly isHere: boolean;
  readonly driver: string;
}

export function recordsOf(
  { request, params }: PlannedRun,
  variants: readonly BuiltVariant[],
  { device, outcomes, eventOverheadNs, foreignProcesses }: ComparisonResult,
  { name: place, isHere, driver }: MeasuredAt,
): RunRecord[] {
  const { name, uuid, arch, smCount, l2Bytes } = device;
  const uuidHash = createHash('sha256').update(uuid).digest('hex');
  const shared = {
    ...{ date: new Date().toISOString(), comparison: randomUUID(), driver },
    ...(isHere ? {} : { place }),
    ...(foreignProcesses === undefined ? {} : { foreignProcesses }),
  };
  const gpu = { name, uuidHash, arch, smCount, l2Bytes };
  return variants.map(({ launch, build, request: { variant } }, i) => ({
    ...shared,
    ...{ kernel: request.kernel, variant, params, launch, gpu, method: request.method },
    ...{ nvcc: build.nvcc, flags: build.flags, sourceHash: build.sourceHash },
    outcome: outcomeOf(outcomes[i], launch.buffers, eventOverheadNs),
  }));
}

const outcomeOf = (
  outcome: ContenderOutcome,
  buffers: RunRecord['launch']['buffers'],
  eventOverheadNs: number,
): RunOutcome =>
  outcome.kind === 'timed' ? { ...outcome, eventOverheadNs } : { ...outcome, buffer: buffers[outcome.buffer].name };
