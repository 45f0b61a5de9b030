/** GEMM with a producer of its own: versions 2 to 4 of `cuda/kernels/gemm`, and ping-pong as CUTLASS has it. */
import type { Role, Scenario, Step } from '../../../trace/scenario.ts';
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
import { MBARRIER, MMA_SYNC, machineFields, resourcesOf, WGMMA } from './machine-fields.ts';
import type { Preset, PresetValues } from './preset.ts';
import { alu, arrive, loop, next, slot, wait } from './step-words.ts';

const CONSUMERS = [1, 2];
const WARPS = 4;
/** A lane of each warp arrives. */
const ARRIVALS = WARPS * CONSUMERS.length;
/** Per thread: at launch with 384 threads, then the producer's and the consumers' (`setmaxnreg`). */
const [AT_LAUNCH, PRODUCER_KEEPS, CONSUMER_TAKES] = [168, 40, 232];

const takeRegisters: Step = { do: 'setRegisters', count: CONSUMER_TAKES };
const readPlaces = ({ stages }: GemmShape) => [place('read', stages, 0), place('release', stages, 0)];

/** From registers to global memory. */
const storeDirectly = (bytes: number): readonly Step[] => [alu(bytes / WARP_BYTES), { do: 'store', bytes }];

function cooperative(values: PresetValues, withWgmma: boolean): Scenario {
  const shape = shapeOf(values);
  const { steps, stepFlop, outputBytes } = shape;
  const groups = withWgmma ? CONSUMERS.map(() => WARPS) : warpgroups(shape.mmaWarps);
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
  const copies = withWgmma ? producer(shape, WARPS, [AT_LAUNCH, PRODUCER_KEEPS]) : producer(shape, 1);
  return {
    resources: resourcesOf(values),
    // A lane of each warp arrives.
    barriers: handshake(shape.stages, allWarps),
    buffers: [ring(shape)],
    roles: [copies, ...consumers],
  };
}

/** A consumer's rows leave in parts: 16 of each warp, of at most 128 columns in bf16. */
const partBytesOf = (tileN: number): number => 16 * WARPS * 2 * Math.min(tileN, 128);

/** A part from registers to shared memory (`stmatrix`), and out from there when the part before has been read. */
const storePart = (buffer: string, bytes: number): readonly Step[] => [
  { do: 'waitStores', pending: 0 },
  { do: 'alu', instructions: bytes / WARP_BYTES, writes: [slot(buffer, 'out')] },
  { do: 'store', bytes, from: slot(buffer, 'out') },
  next('out'),
];

/** Waits until all stages are empty, as a cluster's CTA must: others still arrive there. */
function stayingProducer(shape: GemmShape): Role {
  const role = producer(shape, WARPS, [AT_LAUNCH, PRODUCER_KEEPS]);
  return { ...role, steps: [...role.steps, ...loop(shape.stages, [wait('empty', 'fill'), next('fill')])] };
}

function persistent(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const { steps, tiles, stepFlop, outputBytes } = shape;
  const parts = Math.ceil(outputBytes / CONSUMERS.length / partBytesOf(Number(values.tileN)));
  const partBytes = outputBytes / CONSUMERS.length / parts;
  const consumers = CONSUMERS.map((n): Role => {
    const leaving = Array.from({ length: parts }, () => storePart(`out ${n}`, partBytes));
    const tile = (between: readonly (readonly Step[])[]) =>
      multiplyAhead(stepFlop / CONSUMERS.length, steps, WARPS, between);
    const places = [...readPlaces(shape), place('out', 1, 0)];
    const last: Step = { do: 'waitStores', pending: 0 };
    const work = [...tile([]), ...loop(tiles - 1, tile(leaving)), ...leaving.flat(), last];
    return { name: `consumer ${n}`, warps: WARPS, registers: AT_LAUNCH, places, steps: [takeRegisters, ...work] };
  });
  return {
    resources: resourcesOf(values),
    barriers: handshake(shape.stages, ARRIVALS),
    buffers: [ring(shape), ...CONSUMERS.map(n => ({ name: `out ${n}`, stages: 1, bytes: partBytes }))],
    roles: [stayingProducer(shape), ...consumers],
  };
}

/** Makes every other tile alone, and multiplies when it is its turn; meanwhile the other one stores. */
function alternating(n: number, shape: GemmShape): Role {
  const { steps, tiles, stepFlop, outputBytes } = shape;
  const isFirst = n === 1;
  const skipOther = [next('read', steps), next('release', steps)];
  const tile = [
    wait(`turn ${n}`, 'turn'),
    next('turn'),
    ...multiplyAhead(stepFlop, steps, WARPS),
    arrive(`turn ${isFirst ? 2 : 1}`, 'turn', WARPS),
    ...storePart(`out ${n}`, outputBytes),
  ];
  const own = isFirst ? Math.ceil(tiles / 2) : Math.floor(tiles / 2);
  const work = [...(isFirst ? [] : skipOther), ...loop(own, [...tile, ...skipOther])];
  const places = [...readPlaces(shape), place('out', 1, 0), place('turn', 1, isFirst ? 1 : 0)];
  return { name: `consumer ${n}`, warps: WARPS, registers: AT_LAUNCH, places, steps: [takeRegisters, ...work] };
}

function pingPong(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const turns = CONSUMERS.map(n => ({ name: `turn ${n}`, stages: 1, count: WARPS }));
  return {
    resources: resourcesOf(values),
    barriers: [...handshake(shape.stages, WARPS), ...turns],
    buffers: [ring(shape), ...CONSUMERS.map(n => ({ name: `out ${n}`, stages: 1, bytes: shape.outputBytes }))],
    roles: [producer(shape, WARPS, [AT_LAUNCH, PRODUCER_KEEPS]), ...CONSUMERS.map(n => alternating(n, shape))],
  };
}

export const v2WarpSpecialized: Preset = {
  id: 'v2-warp-specialized',
  title: 'TMA, a producer warp',
  about: 'Stages go round through full and empty mbarriers, and no barrier of the CTA stands in the loop.',
  source: 'cuda/kernels/gemm/v2-warp-specialized.cu',
  fields: [...tileFields({ stages: 3, tileM: 128, tileN: 128, tiles: 0 }), ...machineFields(MMA_SYNC, MBARRIER)],
  scenario: values => cooperative(values, false),
};

export const v3Wgmma: Preset = {
  id: 'v3-wgmma',
  title: 'wgmma, two consumers of one tile',
  about: 'Cooperative: both warpgroups multiply the same stage, each its half of the rows, and both release it.',
  source: 'cuda/kernels/gemm/v3-wgmma.cu',
  fields: [...tileFields({ stages: 4, tileM: 128, tileN: 256, tiles: 0 }), ...machineFields(WGMMA, MBARRIER)],
  scenario: values => cooperative(values, true),
};

export const v4Persistent: Preset = {
  id: 'v4-persistent',
  title: 'Persistent, C leaves under the next tile',
  about: 'The CTA stays for many tiles; a tile of C leaves in parts while the products of the next one run.',
  source: 'cuda/kernels/gemm/v4-persistent.cu, without its clusters',
  fields: [...tileFields({ stages: 6, tileM: 128, tileN: 128, tiles: 4 }), ...machineFields(WGMMA, MBARRIER)],
  scenario: persistent,
};

export const pingPongGemm: Preset = {
  id: 'ping-pong',
  title: 'Ping-pong: two consumers, each its own tile',
  about: 'One warpgroup multiplies while the other stores its tile; order barriers keep them apart.',
  source: 'the ping-pong kernel of CUTLASS (sm90_gemm_tma_warpspecialized_pingpong.hpp)',
  fields: [...tileFields({ stages: 5, tileM: 64, tileN: 128, tiles: 4 }), ...machineFields(WGMMA, MBARRIER)],
  scenario: pingPong,
};
