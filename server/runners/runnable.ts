/** Turns what was planned and built into the form that a runner takes. */
import { ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure } from '../../src/contract/api.ts';
import type { GpuReference } from '../../src/kernels/real-numbers.ts';
import type { Binaries } from './binaries.ts';
import type { RunnableLaunch, RunnableReference } from './job-order.ts';
import { moduleVariables } from './module-variables.ts';
import type { BuiltVariant } from './run-records.ts';

export const runnable = ({ kernel, params, request, spec, launch, build, cubin }: BuiltVariant): RunnableLaunch => ({
  module: cubin,
  entry: launch.entry ?? spec.entry,
  launch,
  variables: moduleVariables(build.ptx),
  expected: kernel.reals === null ? () => kernel.reference(request.variant, params) : null,
});

/** null if expected bytes say what is right. */
export async function buildReference(
  binaries: Binaries,
  arch: string,
  reference: GpuReference | null,
  signal: AbortSignal,
): Promise<Result<RunnableReference | null, CompileFailure>> {
  if (reference === null) return ok(null);
  const { build, launch, spots, judged } = reference;
  const cubin = await binaries.kernel(build, arch, signal);
  if (!cubin.ok) return cubin;
  return ok({ module: cubin.value, entry: build.entry, launch, variables: new Map(), spots, judged });
}
