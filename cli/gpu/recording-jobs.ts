/** What a recording of kernels consists of, and which of it is there already. */

import { readKernelSources } from '../../server/toolchain/kernel-sources.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { TIMING_METHODS, type TimingMethod } from '../../src/contract/run-job.ts';
import type { Kernel, Params } from '../../src/kernels/kernel.ts';
import { findComparison } from '../../src/trace/recorded-runs.ts';
import { type RunRecord, sameParams } from '../../src/trace/run-record.ts';
import { paramsOf } from './kernel-operand.ts';

export interface RecordingJob {
  readonly kernel: Kernel;
  /** Complete. */
  readonly params: Params;
  readonly method: TimingMethod;
}

export interface RecordingWish {
  /** Ids of cases; all when empty. */
  readonly case: readonly string[];
  /** One set of parameters, as words, in place of the cases; none when empty. */
  readonly set: readonly string[];
  readonly method: string | undefined;
}

/** `known`: what the kernel's recording has already, which is measured like its cases. The error is one line. */
export function jobsOf(
  kernel: Kernel,
  wish: RecordingWish,
  known: readonly RunRecord[],
): Result<readonly RecordingJob[], string> {
  const methods = TIMING_METHODS.filter(method => method === (wish.method ?? method));
  if (methods.length === 0) return err(`--method ${wish.method}: expected cold or steady`);
  const sets = parameterSets(kernel, wish, known);
  if (!sets.ok) return sets;
  return ok(sets.value.flatMap(params => methods.map(method => ({ kernel, params, method }))));
}

function parameterSets(
  kernel: Kernel,
  wish: RecordingWish,
  known: readonly RunRecord[],
): Result<readonly Params[], string> {
  if (wish.set.length > 0) {
    const params = paramsOf(kernel, wish.set);
    return params.ok ? ok([params.value]) : params;
  }
  const cases = kernel.cases.filter(({ id }) => wish.case.length === 0 || wish.case.includes(id));
  const named = cases.map(({ params }) => kernel.schema.parse(params));
  if (wish.case.length === 0) return ok(unique([...named, ...known.flatMap(record => stillValid(kernel, record))]));
  const other = wish.case.find(id => kernel.cases.every(each => each.id !== id));
  if (other === undefined) return ok(named);
  return err(`--case ${other}: expected one of ${kernel.cases.map(({ id }) => id).join(', ')}`);
}

/** A recording outlives parameters that it was made with. */
function stillValid(kernel: Kernel, { params }: RunRecord): Params[] {
  const checked = kernel.schema.check(params);
  return checked.ok ? [checked.value] : [];
}

const unique = (sets: readonly Params[]): Params[] =>
  sets.filter((params, i) => sets.findIndex(other => sameParams(other, params)) === i);

/**
 * Whether the newest comparison of those parameters has every variant, of today's sources. A known-wrong variant may be missing:
 * it may have faulted. `checkout`: folder with `cuda/`.
 */
export async function isRecorded(
  { kernel, params, method }: RecordingJob,
  records: readonly RunRecord[],
  {
    checkout,
    variants,
    arch,
  }: { readonly checkout: string; readonly variants: readonly string[]; readonly arch: string },
): Promise<boolean> {
  const comparison = findComparison(records, params, method);
  for (const id of variants) {
    const record = comparison.find(({ variant }) => variant === id);
    if (record === undefined && kernel.variants.some(each => each.id === id && each.mustFail !== undefined)) continue;
    const { hash } = await readKernelSources(checkout, { spec: kernel.build(id, params), arch });
    if (record?.sourceHash !== hash) return false;
  }
  return comparison.length > 0;
}
