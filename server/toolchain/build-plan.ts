/** From a request to what will be compiled. Only this file asks kernels for anything. */

import type { FieldError } from '../../src/base/field-error.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileRequest } from '../../src/contract/api.ts';
import type { BuildSpec, Kernel } from '../../src/kernels/kernel.ts';

/** What the server needs of a kernel. */
export type Buildable = Pick<
  Kernel,
  'variants' | 'fields' | 'schema' | 'build' | 'refusal' | 'shortfall' | 'launch' | 'reference' | 'reals'
>;
export type Catalog = ReadonlyMap<string, Buildable>;

export interface BuildPlan {
  readonly spec: BuildSpec;
  readonly arch: string;
}

/** The error names the field of the request that this server cannot satisfy. */
export function planBuild(
  catalog: Catalog,
  archs: readonly string[],
  request: CompileRequest,
): Result<BuildPlan, FieldError> {
  const kernel = catalog.get(request.kernel);
  if (kernel === undefined)
    return err({ field: 'kernel', message: `expected one of ${[...catalog.keys()].join(', ')}` });
  const variants = kernel.variants.map(variant => variant.id);
  if (!variants.includes(request.variant)) {
    return err({ field: 'variant', message: `expected one of ${variants.join(', ')}` });
  }
  const params = kernel.schema.check(request.params);
  if (!params.ok) {
    const { field, message } = params.error;
    return err({ field: field === '' ? 'params' : `params.${field}`, message });
  }
  if (!archs.includes(request.arch)) return err({ field: 'arch', message: `expected one of ${archs.join(', ')}` });
  return ok({ spec: kernel.build(request.variant, params.value), arch: request.arch });
}
