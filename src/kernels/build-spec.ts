/** How a variant is compiled, and where its committed PTX lies: named by what is compiled into it. */
import type { ParamField, Params } from '../contract/param-field.ts';

/** How to compile a variant: a source below `cuda/kernels`, and macro definitions. */
export interface BuildSpec {
  readonly source: string;
  readonly entry: string;
  readonly defines: Readonly<Record<string, number | string>>;
}

interface Compiled<V extends string, P extends Params> {
  readonly fields: readonly ParamField[];
  build(variant: V, params: P): BuildSpec;
}

/** `transpose/padded/tile-32.element-bytes-4.sm_90.ptx`. */
export function ptxPathOf<V extends string, P extends Params>(
  { build, fields }: Compiled<V, P>,
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
  const compiled = fields.filter(
    field => field.binds === 'compile' && !field.isInSource && field.variants?.includes(variant) !== false,
  );
  return compiled.map(({ name }) => `${kebab(name)}-${params[name]}`);
}
