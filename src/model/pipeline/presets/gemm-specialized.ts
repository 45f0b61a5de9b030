/** GEMM with a separate producer: versions 2 to 4 of `cuda/kernels/gemm`. */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { BufferRing, Role, Scenario, Step } from '../../../trace/scenario.ts';
import {
  consumerName,
  type GemmShape,
  handshake,
  multiplyAhead,
  multiplyAndRelease,
  place,
  producer,
  ring,
  shapeOf,
  tileFields,
  WARP_BYTES,
  warpgroups,
} from './gemm-shape.ts';
import { AT_LAUNCH, PRODUCER_KEEPS, readPlaces, storePart, takeRegisters } from './gemm-warpgroups.ts';
import { MBARRIER, MMA_SYNC, machineFields, resourcesOf, WGMMA } from './machine-fields.ts';
import type { PipelinePreset, PresetChoice, PresetValues } from './preset.ts';
import { alu, loop, next, wait } from './step-words.ts';

/** Version 3 has two consumers, which share a tile in halves. */
const COOPERATIVE = 2;

/** Stores from registers to global memory. */
export const storeDirectly = (bytes: number): readonly Step[] => [alu(bytes / WARP_BYTES), { do: 'store', bytes }];

function cooperative(values: PresetValues, withWgmma: boolean): Scenario {
  const shape = shapeOf(values);
  const { steps, stepFlop, outputBytes } = shape;
  const groups = withWgmma ? Array<number>(COOPERATIVE).fill(WARPGROUP_WARPS) : warpgroups(shape.mmaWarps);
  const allWarps = groups.reduce((sum, warps) => sum + warps, 0);
  const consumers = groups.map((warps, i) => ({
    name: consumerName(i + 1, groups.length),
    warps,
    ...(withWgmma && { registers: AT_LAUNCH }),
    places: [place('read', shape.stages, 0)],
    steps: [
      ...(withWgmma ? [takeRegisters] : []),
      ...loop(steps, multiplyAndRelease((stepFlop * warps) / allWarps, warps)),
      ...storeDirectly((outputBytes * warps) / allWarps),
    ],
  }));
  const copies = withWgmma ? producer(shape, WARPGROUP_WARPS, [AT_LAUNCH, PRODUCER_KEEPS]) : producer(shape, 1);
  return {
    resources: resourcesOf(values),
    // One lane of each warp arrives.
    barriers: handshake(shape.stages, allWarps),
    buffers: [ring(shape)],
    roles: [copies, ...consumers],
  };
}

/** A consumer stores its rows in parts: 16 rows of each warp, of 64 columns in bf16. There is room for two parts. */
const PART_BYTES = 16 * WARPGROUP_WARPS * 64 * 2;
const PARTS_AT_ONCE = 2;

const CONSUMERS: PresetChoice = {
  kind: 'choice',
  name: 'consumers',
  label: 'Warpgroups that multiply',
  options: [1, 2],
  default: 2,
  source: 'a choice',
};

/**
 * Waits until all stages are empty. A CTA of a cluster must do this before it ends: the others still arrive at its
 * barriers.
 */
function stayingProducer(shape: GemmShape, registers?: readonly [number, number]): Role {
  const role = producer(shape, WARPGROUP_WARPS, registers);
  return { ...role, steps: [...role.steps, ...loop(shape.stages, [wait('empty', 'fill'), next('fill')])] };
}

/**
 * @param part the bytes of a part, and the buffer through which it is stored. @param consumers how many such consumers
 * the CTA has.
 */
function stayingConsumer(name: string, shape: GemmShape, consumers: number, part: BufferRing): Role {
  const { steps, tiles, stepFlop, outputBytes } = shape;
  const parts = outputBytes / consumers / part.bytes;
  const leaving = Array.from({ length: parts }, () => storePart(part.name, part.bytes, part.stages - 1));
  const tile = (between: readonly (readonly Step[])[]) =>
    multiplyAhead(stepFlop / consumers, steps, WARPGROUP_WARPS, between);
  const places = [...readPlaces(shape), place('out', part.stages, 0)];
  const last: Step = { do: 'waitStores', pending: 0 };
  const work = [...tile([]), ...loop(tiles - 1, tile(leaving)), ...leaving.flat(), last];
  return { name, warps: WARPGROUP_WARPS, places, steps: work };
}

/** A single consumer has all registers that it can use from the start. */
const withRegisters = (role: Role): Role => ({ ...role, registers: AT_LAUNCH, steps: [takeRegisters, ...role.steps] });

function persistent(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const count = Number(values.consumers);
  const own = shape.outputBytes / count;
  const parts = Math.ceil(own / PART_BYTES);
  const outputs = Array.from({ length: count }, (_, i): BufferRing => {
    return { name: count === 1 ? 'out' : `out ${i + 1}`, stages: PARTS_AT_ONCE, bytes: own / parts };
  });
  const consumers = outputs.map((part, i) => stayingConsumer(consumerName(i + 1, count), shape, count, part));
  const isAlone = count === 1;
  return {
    resources: resourcesOf(values),
    // One lane of each warp arrives.
    barriers: handshake(shape.stages, WARPGROUP_WARPS * count),
    buffers: [ring(shape), ...outputs],
    roles: isAlone
      ? [stayingProducer(shape), ...consumers]
      : [stayingProducer(shape, [AT_LAUNCH, PRODUCER_KEEPS]), ...consumers.map(withRegisters)],
  };
}

export const v2WarpSpecialized: PipelinePreset = {
  id: 'v2-warp-specialized',
  title: 'TMA, a producer warp',
  about: 'Full and empty mbarriers pass the stages round; the loop has no barrier of the CTA.',
  source: 'cuda/kernels/gemm/v2-warp-specialized.cu',
  fields: [...tileFields({ stages: 3, tileM: 128, tileN: 128, tiles: 0 }), ...machineFields(MMA_SYNC, MBARRIER)],
  scenario: values => cooperative(values, false),
};

export const v3Wgmma: PipelinePreset = {
  id: 'v3-wgmma',
  title: 'wgmma, two consumers of one tile',
  about: 'Cooperative: both warpgroups multiply the same stage, each its half of the rows, and both release it.',
  source: 'cuda/kernels/gemm/v3-wgmma.cu',
  fields: [...tileFields({ stages: 4, tileM: 128, tileN: 256, tiles: 0 }), ...machineFields(WGMMA, MBARRIER)],
  scenario: values => cooperative(values, true),
};

export const v4Persistent: PipelinePreset = {
  id: 'v4-persistent',
  title: 'Persistent, C leaves under the next tile',
  about: 'The CTA computes many tiles: a tile of C is stored in parts while the products of the next one run.',
  source: 'cuda/kernels/gemm/v4-persistent.cu, without its clusters',
  fields: [
    ...tileFields({ stages: 6, tileM: 128, tileN: 128, tiles: 4 }),
    CONSUMERS,
    ...machineFields(WGMMA, MBARRIER),
  ],
  scenario: persistent,
};
