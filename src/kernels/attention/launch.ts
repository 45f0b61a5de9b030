/** How a version is started: operands, tensor maps and grid. */
import type { BufferSpec, Launch, LaunchParam, TensorMapParam } from '../../trace/launch.ts';
import {
  BOX_QUERIES,
  operandBytes,
  sharedBytes,
  slabColumns,
  slabRowBytes,
  threadsOf,
  tileKeys,
  tileQueries,
} from './build.ts';
import { swizzleOf } from './geometry.ts';
import { type AttentionInputs, exactInputs, realInputs } from './inputs.ts';
import { type AttentionParams, headsOf, outputType, tooLarge } from './params.ts';
import { type AttentionVariant, clusterCtas, isPersistent, isSeamless, takesMaps } from './variants.ts';

/** Launch with the exact numbers; a problem that is too large to emulate gets the other ones. */
export const exactLaunch = (variant: AttentionVariant, p: AttentionParams): Launch =>
  launchOf(variant, p, tooLarge(p) === null ? exactInputs(p) : realInputs(p));

export const realLaunch = (variant: AttentionVariant, p: AttentionParams): Launch =>
  launchOf(variant, p, realInputs(p));

const pointer = (buffer: string): LaunchParam => ({ kind: 'pointer', buffer });
export const integer = (value: number): LaunchParam => ({ kind: 'scalar', type: 's32', value });
export const scaleOf = ({ scaleLog2 }: AttentionInputs): LaunchParam => ({
  kind: 'scalar',
  type: 'f32',
  value: scaleLog2,
});

/** Q, K and V. */
export function operands(p: AttentionParams, inputs: AttentionInputs): BufferSpec[] {
  const { queries, keys, kvHeads, headDim, elementType: type } = p;
  return [
    { name: 'q', type, length: headsOf(p) * queries * headDim, init: inputs.q },
    { name: 'k', type, length: kvHeads * keys * headDim, init: inputs.k },
    { name: 'v', type, length: kvHeads * keys * headDim, init: inputs.v },
  ];
}

function launchOf(variant: AttentionVariant, p: AttentionParams, inputs: AttentionInputs): Launch {
  const { queries, keys, group, headDim } = p;
  const rows = headsOf(p) * queries;
  return {
    entry: 'attention',
    grid: gridOf(variant, p),
    block: [threadsOf(variant, p), 1, 1],
    ...(clusterCtas(variant) > 1 && { cluster: [clusterCtas(variant), 1, 1] as const }),
    dynamicSharedBytes: sharedBytes(variant, p),
    buffers: [
      { name: 'o', type: outputType(p), length: rows * headDim, init: { kind: 'poison' }, output: true },
      { name: 'lse', type: 'f32', length: rows, init: { kind: 'poison' }, output: true },
      ...operands(p, inputs),
      ...(isSeamless(variant) ? [{ name: 'counter', type: 'u32', length: 1, init: { kind: 'zeros' } } as const] : []),
    ],
    params: [
      ...tensors(variant, p),
      ...[queries, keys, group].map(integer),
      scaleOf(inputs),
      ...modeOf(variant, p).map(integer),
      ...(isSeamless(variant) ? [pointer('counter')] : []),
    ],
  };
}

/** A CTA for each tile of queries of each head; of persistent versions no more than what run at a time, in whole clusters. */
function gridOf(variant: AttentionVariant, p: AttentionParams): Launch['grid'] {
  const ctas = clusterCtas(variant);
  const tiles = Math.ceil(p.queries / (ctas * tileQueries(variant, p)));
  if (!isPersistent(variant)) return [tiles, headsOf(p), 1];
  const resident = Math.max(1, Math.floor(p.residentCtas / ctas));
  return [Math.min(resident, tiles * headsOf(p)) * ctas, 1, 1];
}

/** Versions 2 to 5 hide no keys but those beyond the last. */
function modeOf(variant: AttentionVariant, p: AttentionParams): number[] {
  const causal = p.causal === 'causal' ? 1 : 0;
  if (isPersistent(variant)) return [causal, headsOf(p)];
  return takesMaps(variant) ? [] : [causal];
}

function tensors(variant: AttentionVariant, p: AttentionParams): LaunchParam[] {
  if (!takesMaps(variant)) return ['o', 'lse', 'q', 'k', 'v'].map(pointer);
  // CTAs of a cluster load equal parts of a tile of keys.
  const [heads, keyRows] = [headsOf(p), tileKeys(variant, p) / clusterCtas(variant)];
  const tile = tileQueries(variant, p);
  return [
    isPersistent(variant) ? mapOf(variant, p, 'o', [p.queries, heads, BOX_QUERIES]) : pointer('o'),
    pointer('lse'),
    mapOf(variant, p, 'q', [p.queries, heads, tile]),
    mapOf(variant, p, 'k', [p.keys, p.kvHeads, keyRows]),
    mapOf(variant, p, 'v', [p.keys, p.kvHeads, keyRows]),
  ];
}

/** Boxes of 128 bytes to a row, or of 8-bit heads of 64, swizzled. A head is a matrix of its own, so that no box reaches into the next one's rows. */
const mapOf = (
  variant: AttentionVariant,
  p: AttentionParams,
  buffer: string,
  [rows, heads, boxRows]: readonly [number, number, number],
): TensorMapParam => ({
  kind: 'tensorMap',
  pass: 'value',
  buffer,
  type: p.elementType,
  dims: [p.headDim, rows, heads],
  stridesBytes: [p.headDim, rows * p.headDim].map(elements => elements * operandBytes(variant)),
  box: [slabColumns(variant, p), boxRows, 1],
  elementStrides: [1, 1, 1],
  interleave: 'none',
  swizzle: swizzleOf(slabRowBytes(variant, p)),
  l2Promotion: '256B',
  oobFill: 'zero',
});
