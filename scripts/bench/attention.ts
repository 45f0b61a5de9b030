/**
 * Time of the processor for one emulated CTA of each version of the attention ladder, its checks included: 256 keys, heads of 128, and as many
 * queries as the version's tile has, 128 (4 of `naive`). The least of some rounds, after one that warms up.
 */
import { readFileSync } from 'node:fs';
import { tileQueries } from '../../src/kernels/attention/build.ts';
import { kernel } from '../../src/kernels/attention/index.ts';
import { type AttentionVariant, isKnownWrong, isNarrow, variants } from '../../src/kernels/attention/variants.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { processorMs } from './emulated-run.ts';

const ROUNDS = 4;
const SIZE = { keys: 256, headDim: 128, residentCtas: 1 } as const;

function leastMs(variant: AttentionVariant): number {
  const queries = tileQueries(variant, SIZE);
  const elementType = isNarrow(variant) ? 'e4m3' : 'bf16';
  // A cluster is two CTAs, with a tile each.
  const ctas = variant === 'a7-multicast' ? 2 : 1;
  const params = kernel.schema.parse({ ...kernel.defaults, ...SIZE, queries: queries * ctas, elementType });
  const path = kernel.ptxPath(variant, params, 'sm_90a');
  const parsed = parseModule(readFileSync(new URL(`../../public/ptx/${path}`, import.meta.url), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  const rounds = Array.from(
    { length: ROUNDS },
    () => processorMs(parsed.value, kernel.launch(variant, params), {}) / ctas,
  );
  return Math.min(...rounds.slice(1));
}

export const run = () =>
  variants
    .filter(({ id }) => !isKnownWrong(id))
    .map(({ id }) => ({
      name: `attention.${id}`,
      value: Number(leastMs(id).toPrecision(3)),
      unit: 'ms a CTA',
      goal: 'at most 1000',
    }));
