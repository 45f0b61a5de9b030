/**
 * Accesses of each version's CTA in closed form. Operands of wgmma are not among them: it reads matrices from shared
 * memory by descriptors, without lanes. The model uses nothing of the compiled kernel.
 */
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import { sharedBytes, threadsOf, tileQueries } from './build.ts';
import { tileBoxes } from './engine-boxes.ts';
import { type AttentionCta, count, keyTiles, queryTile } from './geometry.ts';
import { naiveAccesses } from './naive-accesses.ts';
import { boxStores, registerStores } from './output-stores.ts';
import { type AttentionParams, headsOf } from './params.ts';
import { tiledAccesses } from './tiled-accesses.ts';
import { turnedValues } from './turned-values.ts';
import {
  type AttentionVariant,
  clusterCtas,
  isNarrow,
  isPersistent,
  isSeamless,
  isSpecialized,
  versionOf,
} from './variants.ts';

export function predict(variant: AttentionVariant, p: AttentionParams, launch: Launch, number: number): Prediction {
  const addresses = bufferAddresses(launch);
  const cta: AttentionCta = {
    variant,
    p,
    launch,
    addressOf: buffer => addresses.get(buffer)!,
    tiles: tilesOf(variant, p, launch, number),
    rank: number % clusterCtas(variant),
  };
  return {
    trace: ctaTrace(number, threadsOf(variant, p), accessesOf(cta)),
    tile: variant === 'naive' ? null : queryTile(variant, p),
    sharedBytes: sharedBytes(variant, p),
  };
}

function accessesOf(cta: AttentionCta): CtaAccess[] {
  const version = versionOf(cta.variant);
  if (version === 'naive') return naiveAccesses(cta);
  if (version === 'a1-tiled') return tiledAccesses(cta);
  if (isNarrow(cta.variant)) return [...tileBoxes(cta), ...turnedValues(cta), ...registerStores(cta, RUNNING)];
  const stores = isPersistent(cta.variant) ? boxStores(cta) : registerStores(cta, lastInterval(cta));
  return [...tileBoxes(cta), ...stores];
}

/** Barriers passed by all threads of a version with a producer. */
const RUNNING = 1;

/** Number of barriers that all threads pass: version 2 has one behind each tile of keys. */
const lastInterval = (cta: AttentionCta): number =>
  isSpecialized(cta.variant) ? RUNNING : 1 + keyTiles(cta, cta.tiles[0]);

/** One after the other; a grid of tiles and heads gives each CTA one. */
function tilesOf(
  variant: AttentionVariant,
  p: AttentionParams,
  { grid }: Launch,
  number: number,
): AttentionCta['tiles'] {
  const queries = tileQueries(variant, p);
  const [blocks, heads] = [Math.ceil(p.queries / queries), headsOf(p)];
  const tile = (block: number, head: number) => ({ head, firstQuery: block * queries });
  if (!isPersistent(variant)) return [tile(number % blocks, Math.floor(number / blocks))];
  if (isSeamless(variant))
    return seamlessTiles(variant, p, grid[0], number).map(({ block, head }) => tile(block, head));
  return toAndFro(number, grid[0], blocks * heads).map(i =>
    p.causal === 'causal'
      ? tile(blocks - 1 - Math.floor(i / heads), i % heads)
      : tile(i % blocks, Math.floor(i / blocks)),
  );
}

/**
 * Blocks of queries of version 7's CTA. A counter gives out the next one, so that where CTAs run one after another, as on the
 * emulator, the first has all. CTAs of a cluster have neighbouring blocks, and take every so many.
 */
function seamlessTiles(variant: AttentionVariant, p: AttentionParams, ctas: number, number: number) {
  const together = clusterCtas(variant);
  const blocks = Math.ceil(p.queries / (together * tileQueries(variant, p)));
  const all = longestFirst(blocks, headsOf(p), p.causal === 'causal' ? Math.ceil((2 * ctas) / blocks) : 1);
  if (together === 1) return number === 0 ? all : [];
  return all
    .filter((_, i) => i % (ctas / together) === Math.floor(number / together))
    .map(({ block, head }) => ({ block: block * together + (number % together), head }));
}

/** Of each group of heads the last blocks first: with a causal mask they are the longest. */
function longestFirst(blocks: number, heads: number, groupHeads: number) {
  return count(Math.ceil(heads / groupHeads)).flatMap(group => {
    const own = count(Math.min(groupHeads, heads - group * groupHeads));
    return count(blocks).flatMap(i => own.map(head => ({ block: blocks - 1 - i, head: group * groupHeads + head })));
  });
}

/** Tiles of a CTA: the CTA with the first tile of a round has the last tile of the next round. */
function toAndFro(number: number, ctas: number, tiles: number): number[] {
  const rounds = Array.from({ length: Math.ceil(tiles / ctas) }, (_, round) => round);
  const all = rounds.map(round => round * ctas + (round % 2 === 1 ? ctas - 1 - number : number));
  return all.filter(i => i < tiles);
}
