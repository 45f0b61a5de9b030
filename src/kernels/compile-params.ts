/** Which builds a kernel needs: every combination of the parameters that are compiled in. */
import type { Kernel, Params } from './kernel.ts';

/** One complete record of parameters per combination, the rest at their defaults; the first field varies slowest. */
export function compileParams(kernel: Kernel): Params[] {
  let combinations = [kernel.defaults];
  for (const { name, binds, control } of kernel.fields) {
    if (binds !== 'compile' || control.kind !== 'choice') continue;
    combinations = combinations.flatMap(params => control.options.map(({ value }) => ({ ...params, [name]: value })));
  }
  return combinations;
}
