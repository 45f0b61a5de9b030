/** GEMM of one tile a CTA by few threads: versions 5 and 6 of `cuda/kernels/gemm`. */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { Role, Scenario } from '../../../trace/scenario.ts';
import { consumerName, handshake, multiplyAhead, producer, ring, shapeOf, tileFields } from './gemm-shape.ts';
import { storeDirectly } from './gemm-specialized.ts';
import { readPlaces } from './gemm-warpgroups.ts';
import { MBARRIER, machineFields, resourcesOf, WGMMA } from './machine-fields.ts';
import type { PipelinePreset, PresetChoice, PresetValues } from './preset.ts';

/** Rows of A that a stage may hold while products take 64. */
const LEAST_ROWS = 16;

const CONSUMERS: PresetChoice = {
  kind: 'choice',
  name: 'consumers',
  label: 'Warpgroups that multiply',
  options: [1, 2],
  default: 1,
  source: 'a choice',
};

function oneTile(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const count = Number(values.consumers);
  const consumers = Array.from(
    { length: count },
    (_, i): Role => ({
      name: consumerName(i + 1, count),
      warps: WARPGROUP_WARPS,
      places: readPlaces(shape),
      steps: [
        ...multiplyAhead(shape.stepFlop / count, shape.steps, WARPGROUP_WARPS),
        ...storeDirectly(shape.outputBytes / count),
      ],
    }),
  );
  return {
    resources: resourcesOf(values),
    // One lane of each warp arrives.
    barriers: handshake(shape.stages, WARPGROUP_WARPS * count),
    buffers: [ring(shape)],
    roles: [producer(shape, 1), ...consumers],
  };
}

const fieldsOf = (tile: Parameters<typeof tileFields>[0]) => [
  ...tileFields(tile, LEAST_ROWS),
  CONSUMERS,
  ...machineFields(WGMMA, MBARRIER),
];

export const v5SplitK: PipelinePreset = {
  id: 'v5-split-k',
  title: 'A part of K for each CTA of a cluster',
  about: 'Each CTA sums up its part of the steps; then the cluster adds up the sums through distributed shared memory.',
  source: 'cuda/kernels/gemm/v5-split-k.cu, one of its CTAs, without the last sum',
  fields: fieldsOf({ stages: 13, tileM: 64, tileN: 64, tiles: 0 }),
  scenario: oneTile,
};

export const v6Small: PipelinePreset = {
  id: 'v6-small',
  title: 'One tile by few threads',
  about: 'All stages are asked for before the CTA has met; for a small product they hold much of what it needs.',
  source: 'cuda/kernels/gemm/v6-small.cu',
  fields: fieldsOf({ stages: 9, tileM: 64, tileN: 128, tiles: 0 }),
  scenario: oneTile,
};
