/** All kernels, in the order of the gallery. A new kernel is a folder and a line here. */
import { assert } from '../base/assert.ts';
import { kernel as attention } from './attention/index.ts';
import { kernel as gemm } from './gemm/index.ts';
import { kernel as histogram } from './histogram/index.ts';
import type { Kernel } from './kernel.ts';
import { kernel as permute } from './permute/index.ts';
import { kernel as probe } from './probe/index.ts';
import { kernel as reduction } from './reduction/index.ts';
import { kernel as scan } from './scan/index.ts';
import { kernel as swizzle } from './swizzle/index.ts';
import { kernel as tensorCopy } from './tensor-copy/index.ts';
import { kernel as transpose } from './transpose/index.ts';

/** Throws on a double id: the first kernel would hide the second. */
export function catalogOf(kernels: readonly Kernel[]): ReadonlyMap<string, Kernel> {
  const byId = new Map<string, Kernel>();
  for (const kernel of kernels) {
    assert(!byId.has(kernel.id), `kernel id '${kernel.id}' is used once`);
    byId.set(kernel.id, kernel);
  }
  return byId;
}

export const catalog = catalogOf([
  transpose,
  probe,
  reduction,
  scan,
  histogram,
  permute,
  swizzle,
  tensorCopy,
  gemm,
  attention,
]);
