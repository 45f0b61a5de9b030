/** Variants and parameters of a run by the names that their kernel gives them. */
import type { Kernel } from '../../kernels/kernel.ts';
import { valueWords } from '../../panels/param-words.ts';
import type { RunRecord } from '../../trace/run-record.ts';

/** The id itself of a variant that the kernel no longer has. */
export const variantTitle = ({ variants }: Kernel, variant: string): string =>
  variants.find(({ id }) => id === variant)?.title ?? variant;

/** 'Rows 4,096, Columns 4,096': the named parameters, in the kernel's order. */
export const problemWords = ({ fields }: Kernel, params: RunRecord['params'], names: readonly string[]): string =>
  fields
    .filter(({ name }) => names.includes(name))
    .map(field => `${field.label} ${valueWords(field, params[field.name])}`)
    .join(', ');

export const paramLabel = ({ fields }: Kernel, name: string): string =>
  fields.find(field => field.name === name)?.label ?? name;
