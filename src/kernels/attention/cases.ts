/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import { type AttentionParams, schema, tooLarge } from './params.ts';

/**
 * Flaws that do not show with one tile of keys: no ring wraps round, no largest score grows, and no second turn has to
 * be waited for.
 */
const ONE_TILE = ['no-rescale', 'early-release', 'no-first-pass', 'one-sided-release'];
/** No warpgroup leaves out a block behind another tile of queries. */
const ALONE = ['early-values'];
const TWO_TILES = ['early-release', 'one-sided-release'];

/** @param unseen flaws that do not show in this case, beside those of its number of tiles. */
function attention(
  id: string,
  title: string,
  params: Partial<AttentionParams>,
  unseen: readonly string[] = [],
): KernelCase {
  const p = schema.parse(params);
  if (tooLarge(p) !== null) return { id, title, params };
  const tiles = Math.ceil(p.keys / (p.headDim === 256 ? 64 : 128));
  const hides = tiles === 1 ? ONE_TILE : tiles === 2 ? TWO_TILES : [];
  return { id, title, params, hides: [...hides, ...unseen] };
}

/** Cases for timing on a GPU: 16 384 queries in all, and heads with 2048 columns together. */
const measured = (length: number, headDim: AttentionParams['headDim']): KernelCase =>
  attention(`${length}-${headDim}`, `${length} queries and keys, heads of ${headDim}`, {
    queries: length,
    keys: length,
    kvHeads: (16384 / length) * (2048 / headDim),
    headDim,
    residentCtas: 132,
  });

export const cases: readonly KernelCase[] = [
  attention('tiles-64', 'Heads of 64, three tiles of keys', { queries: 128, keys: 384, headDim: 64 }),
  attention('tiles-128', 'Heads of 128, three tiles of keys', { queries: 128, keys: 384 }),
  attention('tiles-256', 'Heads of 256, four tiles of keys', { queries: 64, keys: 256, headDim: 256 }),
  attention('f16', 'Elements of f16', { queries: 64, keys: 300, headDim: 64, elementType: 'f16' }),
  attention('ragged', 'Ragged queries and keys', { queries: 77, keys: 397, headDim: 64 }),
  attention('ragged-128', 'Ragged, heads of 128, f16', { queries: 131, keys: 290, elementType: 'f16' }),
  attention('fp8', 'Elements of e4m3, three tiles of keys', { queries: 128, keys: 384, elementType: 'e4m3' }),
  attention('fp8-ragged', 'e4m3, ragged, two query heads to one', {
    ...{ queries: 131, keys: 290, group: 2 },
    elementType: 'e4m3',
  }),
  attention('fp8-64', 'e4m3, heads of 64, three tiles of keys', {
    ...{ queries: 192, keys: 384, headDim: 64 },
    elementType: 'e4m3',
  }),
  attention('fp8-64-ragged', 'e4m3, heads of 64, ragged, two query heads to one', {
    ...{ queries: 200, keys: 290, headDim: 64, group: 2 },
    elementType: 'e4m3',
  }),
  attention('fp8-256', 'e4m3, heads of 256, four tiles of keys', {
    ...{ queries: 64, keys: 256, headDim: 256 },
    elementType: 'e4m3',
  }),
  attention('fp8-256-ragged', 'e4m3, heads of 256, ragged, two query heads to one', {
    ...{ queries: 131, keys: 150, headDim: 256, group: 2 },
    elementType: 'e4m3',
  }),
  attention('one', 'One query, one key', { queries: 1, keys: 1, headDim: 64 }),
  attention('grouped', 'Three query heads to each of two K/V heads', {
    ...{ queries: 40, keys: 260, headDim: 64 },
    ...{ kvHeads: 2, group: 3 },
  }),
  attention('causal', 'Causal, as many queries as keys', { queries: 200, keys: 200, headDim: 64, causal: 'causal' }),
  attention(
    'causal-more-keys',
    'Causal, the first query sees 171 keys',
    {
      ...{ queries: 130, keys: 300, headDim: 64 },
      causal: 'causal',
    },
    ALONE,
  ),
  attention(
    'causal-fewer-keys',
    'Causal, the first 60 queries see no key',
    {
      ...{ queries: 150, keys: 90, headDim: 64 },
      causal: 'causal',
    },
    ALONE,
  ),
  attention(
    'causal-no-keys',
    'Causal, a whole tile of queries sees no key',
    {
      ...{ queries: 300, keys: 70, headDim: 64 },
      causal: 'causal',
    },
    ALONE,
  ),
  attention('causal-units', 'Causal, two heads of three tiles each, units of a long one and a short one', {
    ...{ queries: 500, keys: 500, headDim: 64, kvHeads: 2 },
    causal: 'causal',
  }),
  attention('causal-grouped', 'Causal, two query heads to one K/V head', {
    ...{ queries: 190, keys: 190, headDim: 64, group: 2 },
    causal: 'causal',
  }),
  attention('causal-ragged', 'Causal, two tiles of which the last is shorter', {
    ...{ queries: 250, keys: 250, headDim: 64 },
    causal: 'causal',
  }),
  attention('causal-256', 'Causal, heads of 256', { queries: 230, keys: 230, headDim: 256, causal: 'causal' }),
  ...[1024, 2048, 4096, 8192, 16384].flatMap(length => ([64, 128, 256] as const).map(dim => measured(length, dim))),
];
