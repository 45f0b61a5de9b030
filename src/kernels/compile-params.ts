/** Which builds a kernel needs: every combination of the parameters that are compiled in. */
import type { Kernel, ParamField, Params } from './kernel.ts';

/** Whether a value of a compiled-in parameter has committed PTX. */
const isShippedValue = ({ binds, control }: ParamField, value: unknown): boolean =>
  binds !== 'compile' ||
  control.kind !== 'choice' ||
  control.options.find(option => option.value === value)?.shipped !== false;

/** Whether the PTX for these parameters is committed; else nvcc must make it. */
export const isShipped = (kernel: Kernel, params: Params): boolean =>
  kernel.fields.every(field => isShippedValue(field, params[field.name]));

/** One complete record of parameters per committed combination, the rest at their defaults; the first field varies slowest. */
export function compileParams(kernel: Kernel): Params[] {
  let combinations = [kernel.defaults];
  for (const field of kernel.fields) {
    const { name, binds, control } = field;
    if (binds !== 'compile' || control.kind !== 'choice') continue;
    const shipped = control.options.filter(({ value }) => isShippedValue(field, value));
    combinations = combinations.flatMap(params => shipped.map(({ value }) => ({ ...params, [name]: value })));
  }
  return combinations;
}
