/** GEMM of one tile a CTA by few threads: versions 5 to 7 of `cuda/kernels/gemm`. */
import { LANES, WARPGROUP_THREADS, WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { Role, Scenario, Step } from '../../../trace/scenario.ts';
import {
  consumerName,
  type GemmShape,
  handshake,
  multiplyAhead,
  place,
  producer,
  ring,
  shapeOf,
  tileFields,
} from './gemm-shape.ts';
import { storeDirectly } from './gemm-specialized.ts';
import { readPlaces, storePart } from './gemm-warpgroups.ts';
import { MBARRIER, machineFields, resourcesOf, WGMMA } from './machine-fields.ts';
import type { PipelinePreset, PresetChoice, PresetValues } from './preset.ts';
import { arrive, barArrive, barSync, loop, mma, next, slot, wait, waitProducts } from './step-words.ts';

/** Rows of A that a stage may hold while products take 64. */
const LEAST_ROWS = 16;
const PRODUCT_ROWS = 64;
/** CTAs of a cluster, as version 5 is compiled. */
const SPLITS = 2;

const CONSUMERS: PresetChoice = {
  kind: 'choice',
  name: 'consumers',
  label: 'Warpgroups that multiply',
  options: [1, 2],
  default: 1,
  source: 'a choice',
};

const meetCta = (consumers: number): Step => ({
  do: 'barSync',
  id: 0,
  threads: consumers * WARPGROUP_THREADS + LANES,
});

/** Asks for the first step before the CTA has met, and for the others behind that. */
function earlyProducer(shape: GemmShape, meet: Step): Role {
  const [early, late] = [1, shape.steps - 1].map(steps => producer({ ...shape, steps }, 1));
  return { ...early, steps: [...early.steps, meet, ...late.steps] };
}

/** All of the cluster, of which this CTA stands for the others. */
const meetCluster = (warps: number): readonly Step[] => [
  arrive('cluster', 'cluster', warps),
  wait('cluster', 'cluster'),
  next('cluster'),
];

/** @param splits how many CTAs add up a tile; each stores as much of it. */
function oneTile(values: PresetValues, splits: number): Scenario {
  const shape = shapeOf(values);
  // Products take 64 rows, also where the tile has fewer.
  const stepFlop = (shape.stepFlop / Number(values.tileM)) * Math.max(Number(values.tileM), PRODUCT_ROWS);
  const meet = (warps: number) => (splits > 1 ? meetCluster(warps) : []);
  const clusterPlaces = splits > 1 ? [place('cluster', 1, 0)] : [];
  const count = Number(values.consumers);
  const consumers = Array.from(
    { length: count },
    (_, i): Role => ({
      name: consumerName(i + 1, count),
      warps: WARPGROUP_WARPS,
      places: [...readPlaces(shape), ...clusterPlaces],
      steps: [
        meetCta(count),
        ...multiplyAhead(stepFlop / count, shape.steps, WARPGROUP_WARPS),
        // The ring's memory is free behind this.
        { do: 'barSync', id: 1, threads: count * WARPGROUP_THREADS },
        ...meet(WARPGROUP_WARPS),
        ...storeDirectly(shape.outputBytes / count / splits),
        ...meet(WARPGROUP_WARPS),
      ],
    }),
  );
  const copies = earlyProducer(shape, meetCta(count));
  return {
    resources: resourcesOf(values),
    barriers: [
      // One lane of each warp arrives.
      ...handshake(shape.stages, WARPGROUP_WARPS * count),
      ...(splits > 1 ? [{ name: 'cluster', stages: 1, count: WARPGROUP_WARPS * count + 1 }] : []),
    ],
    buffers: [ring(shape)],
    roles: [
      { ...copies, places: [...copies.places, ...clusterPlaces], steps: [...copies.steps, ...meet(1), ...meet(1)] },
      ...consumers,
    ],
  };
}

/** Warpgroups of version 7, of which the second lets the first end before it. */
const HALVES = 2;
/** Both halves of C leave through the same memory. */
const OUTPUTS = ['out 1', 'out 2'];
/** Named barriers at which the first arrives and the second waits. */
const [PRODUCTS_ASKED, BOXES_EMPTY] = [2, 3];

/** @param isFurther whether steps were before these. */
function steps(flop: number, count: number, isFurther: boolean): readonly Step[] {
  const multiply = [wait('full', 'read'), mma(flop, slot('ring', 'read')), next('read'), waitProducts(1)];
  if (count === 0) return [];
  return [...multiply, ...(isFurther ? RELEASE : []), ...loop(count - 1, [...multiply, ...RELEASE])];
}
const RELEASE = [arrive('empty', 'release', WARPGROUP_WARPS), next('release')];

function inHalves(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const flop = shape.stepFlop / HALVES;
  const held = Math.min(shape.steps, shape.stages - 1);
  const half = shape.outputBytes / HALVES;
  const both = HALVES * WARPGROUP_THREADS;
  const consumers = [0, 1].map(
    (i): Role => ({
      name: consumerName(i + 1, HALVES),
      warps: WARPGROUP_WARPS,
      places: [...readPlaces(shape), place('out', 1, 0)],
      steps: [
        meetCta(HALVES),
        ...steps(flop, shape.steps - held, false),
        ...(i === 1 ? [barSync(PRODUCTS_ASKED, both)] : []),
        ...steps(flop, held, held < shape.steps),
        ...(i === 0 ? [barArrive(PRODUCTS_ASKED, both)] : []),
        waitProducts(0),
        ...RELEASE,
        ...(i === 1 ? [barSync(BOXES_EMPTY, both)] : []),
        // Nothing was in the boxes, or it has left them.
        ...storePart(OUTPUTS[i], half).slice(1),
        { do: 'waitStores', pending: 0 },
        ...(i === 0 ? [barArrive(BOXES_EMPTY, both)] : []),
      ],
    }),
  );
  return {
    resources: resourcesOf(values),
    barriers: handshake(shape.stages, WARPGROUP_WARPS * HALVES),
    buffers: [
      ring(shape),
      { name: OUTPUTS[0], stages: 1, bytes: half },
      { name: OUTPUTS[1], stages: 1, bytes: half, overlays: [OUTPUTS[0]] },
    ],
    roles: [earlyProducer(shape, meetCta(HALVES)), ...consumers],
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
  source: 'cuda/kernels/gemm/v5-split-k.cu, one of its CTAs',
  fields: fieldsOf({ stages: 13, tileM: 64, tileN: 64, tiles: 0 }),
  scenario: values => oneTile(values, SPLITS),
};

export const v6Small: PipelinePreset = {
  id: 'v6-small',
  title: 'One tile by few threads',
  about:
    'The first stage is asked for before the CTA has met; for a small product the ring holds much of what it needs.',
  source: 'cuda/kernels/gemm/v6-small.cu',
  fields: fieldsOf({ stages: 9, tileM: 64, tileN: 128, tiles: 0 }),
  scenario: values => oneTile(values, 1),
};

export const v7EarlyHalf: PipelinePreset = {
  id: 'v7-early-half',
  title: 'Half of C leaves early',
  about:
    'The second warpgroup holds its last steps back until the first has asked for all of its own, whose C leaves under them.',
  source: 'cuda/kernels/gemm/v7-early-half.cu',
  fields: [...tileFields({ stages: 4, tileM: 128, tileN: 256, tiles: 0 }), ...machineFields(WGMMA, MBARRIER)],
  scenario: inHalves,
};
