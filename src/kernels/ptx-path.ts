/** Where a variant's committed PTX lies: named by what is compiled into it. */
import type { ParamField, Params } from '../contract/param-field.ts';
import type { KernelDefinition } from './kernel.ts';

/** `transpose/padded/tile-32.element-bytes-4.sm_90.ptx`. */
export function ptxPathOf<V extends string, P extends Params>(
  { build, fields }: KernelDefinition<V, P>,
  variant: V,
  params: P,
  arch: string,
): string {
  const name = [...compiledValues(fields, variant, params), arch, 'ptx'].join('.');
  return `${build(variant, params).source.replace(/\.cu$/, '')}/${name}`;
}

/** `tile-32`, `element-bytes-4`: what is compiled into the variant. */
function compiledValues(fields: readonly ParamField[], variant: string, params: Params): string[] {
  const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
  const compiled = fields.filter(field => field.binds === 'compile' && field.variants?.includes(variant) !== false);
  return compiled.map(({ name }) => `${kebab(name)}-${params[name]}`);
}
