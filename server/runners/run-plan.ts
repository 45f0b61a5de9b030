/** What a run will build and launch, checked before anything starts. */

import type { FieldError } from '../../src/base/field-error.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileRequest } from '../../src/contract/api.ts';
import type { Params } from '../../src/contract/param-field.ts';
import type { RunRequest } from '../../src/contract/run.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import type { GpuReference } from '../../src/kernels/real-numbers.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { type Buildable, type Catalog, planBuild } from '../toolchain/build-plan.ts';
import { timedLaunch } from './timed-launch.ts';

export interface PlannedVariant {
  readonly kernel: Buildable;
  /** With a value for every parameter. */
  readonly params: Params;
  readonly request: CompileRequest;
  readonly spec: BuildSpec;
  readonly launch: Launch;
}

export interface PlannedRun {
  readonly request: RunRequest;
  readonly params: Params;
  readonly variants: readonly PlannedVariant[];
  /** null if expected bytes say what is right. */
  readonly reference: GpuReference | null;
}

/** @param archs the compiler's. @param arch the GPU's. The error names the field of the request that cannot be satisfied. */
export function planRun(
  catalog: Catalog,
  archs: readonly string[],
  arch: string,
  request: RunRequest,
): Result<PlannedRun, FieldError> {
  const variants: PlannedVariant[] = [];
  for (const [i, variant] of request.variants.entries()) {
    const compile = { kernel: request.kernel, variant, params: request.params, arch };
    const plan = planBuild(catalog, archs, compile);
    if (!plan.ok) return err(plan.error.field === 'variant' ? { ...plan.error, field: `variants[${i}]` } : plan.error);
    const kernel = catalog.get(request.kernel)!;
    const params = kernel.schema.parse(request.params);
    const lack = kernel.refusal(variant, params) ?? kernel.shortfall(variant, params, arch);
    if (lack !== null) return err({ field: `variants[${i}]`, message: lack });
    const launch = timedLaunch(kernel, variant, params);
    variants.push({ kernel, params, request: compile, spec: plan.value.spec, launch });
  }
  const [{ kernel, params }] = variants;
  return ok({ request, params, variants, reference: kernel.reals?.onGpu(params) ?? null });
}
